"""The records of a table as msgspec has them: read at once from what a client sends, and described by a schema."""

import types
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from tafelrunde.table.records import Record

_records: dict[type[msgspec.Struct], type[Record]] = {}


@cache
def struct_of(kind: Any) -> Any:
    """The struct with the fields of a record; for a type hint, the same one with structs instead of records."""
    if isinstance(kind, type) and issubclass(kind, Record):
        return _struct(kind)
    origin, parts = get_origin(kind), tuple(struct_of(part) for part in get_args(kind))
    if origin in (Union, types.UnionType):
        return Union[parts]  # noqa: UP007  # a union of parts that are known only now
    return origin[parts] if origin in (list, dict) else kind


def record_of(value: Any) -> Any:
    """A record from its struct, or a list of them; anything else is returned as it is."""
    if isinstance(value, list):
        return [record_of(entry) for entry in value]
    kind: Any = type(value)
    return _reader(kind)(value) if kind in _records else value


def _struct(kind: type[Record]) -> type[msgspec.Struct]:
    hints = get_type_hints(kind)
    described: list[Any] = []
    for field in fields(kind):  # type: ignore[arg-type]  # records are dataclasses
        default = [] if field.default is MISSING else [field.default]
        if field.default_factory is not MISSING:
            default = [msgspec.field(default_factory=field.default_factory)]
        described.append((field.name, struct_of(hints[field.name]), *default))
    struct = msgspec.defstruct(
        kind.__name__,
        described,
        namespace={"__doc__": kind.__doc__},
        forbid_unknown_fields=True,
        tag_field=kind.tag_field or None,
        tag=kind.tag or None,
        omit_defaults=kind.omit_defaults,
    )
    _records[struct] = kind
    return struct


@cache
def _reader(struct: type[msgspec.Struct]) -> Callable[[Any], Record]:
    kind, names = _records[struct], struct.__struct_fields__
    return lambda value: kind(*[record_of(getattr(value, name)) for name in names])
