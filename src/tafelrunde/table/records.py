"""Plain records and their JSON form. No library is needed: a table also runs in a browser."""

import json
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import Any, ClassVar, Literal, Union, dataclass_transform, get_args, get_origin, get_type_hints

Reader = Callable[[Any, str], Any]
"""Turns JSON data, found at a path, into what it stands for."""


class BadData(ValueError):
    """Data that is not what it should be. The text says what, and where."""

    def __init__(self, wrong: str, path: str) -> None:
        super().__init__(f"{wrong} - at `{path}`")


@dataclass_transform(frozen_default=True)
class Record:
    """An immutable dataclass: its subclasses are made with their annotated fields.

    A class with a `tag_field` is the base of several whose JSON forms name their kind in this field: by the `tag`, or
    by the name of the class in small letters. With `omit_defaults` fields that have their default are left out.
    """

    tag_field: ClassVar[str] = ""
    tag: ClassVar[str] = ""
    omit_defaults: ClassVar[bool] = False

    def __init_subclass__(cls, tag_field: str = "", tag: str = "", omit_defaults: bool = False) -> None:
        dataclass(frozen=True)(cls)
        cls.tag = tag or cls.__name__.lower() if cls.tag_field else ""
        cls.tag_field = tag_field or cls.tag_field
        cls.omit_defaults = omit_defaults


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _entries(value: Any) -> dict[str, Any]:
    """What is written of a record."""
    if not isinstance(value, Record):
        raise TypeError(f"{type(value).__name__} is no record")
    kind: Any = type(value)
    found: dict[str, Any] = {value.tag_field: value.tag} if value.tag else {}
    for field in _fields(kind):
        part = getattr(value, field.name)
        if not (value.omit_defaults and part == default_of(field)):
            found[field.name] = part
    return found


_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=_entries)
_decoder = json.JSONDecoder(parse_constant=_no_number)


def encode(value: Any) -> bytes:
    """Records, lists, dictionaries, texts and numbers as JSON."""
    return _encoder.encode(value).encode()


def decode(data: bytes, kind: Any) -> Any:
    """What JSON stands for; BadData if it is something else."""
    return read(parse(data), kind)


def parse(data: bytes) -> Any:
    """JSON as dictionaries and lists; BadData if it is none."""
    try:
        return _decoder.decode(data.decode())
    except (ValueError, RecursionError) as error:
        raise BadData(f"JSON is malformed: {error}", "$") from None


def plain(value: Any) -> Any:
    """A value with all records in it as dictionaries."""
    if isinstance(value, Record):
        return {name: plain(part) for name, part in _entries(value).items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return value


def read(data: Any, kind: Any, path: str = "$") -> Any:
    """What dictionaries, lists, texts and numbers stand for: a record, or what a type hint says."""
    return _reader(kind)(data, path)


def default_of(field: Field[Any]) -> Any:
    """The default of a record's field; MISSING if it has none."""
    return field.default if field.default_factory is MISSING else field.default_factory()


@cache
def _fields(kind: Any) -> tuple[Field[Any], ...]:
    return fields(kind)


@cache
def _reader(kind: Any) -> Reader:
    """How something of this kind is read."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda data, path: data
    if origin is Literal:
        return _choice(parts)
    if origin in (Union, types.UnionType):
        return _union(parts)
    if origin is list:
        return _list(_reader(parts[0]))
    if origin is dict:
        return _dict(_reader(parts[1]))
    if isinstance(kind, type) and issubclass(kind, Record):
        return _record(kind)
    return _scalar(kind)


def _scalar(kind: type) -> Reader:
    allowed: Any = (int, float) if kind is float else kind
    name = "null" if kind is types.NoneType else kind.__name__

    def read(data: Any, path: str) -> Any:
        if not isinstance(data, allowed) or (isinstance(data, bool) and kind is not bool):
            raise _unexpected(name, data, path)
        return float(data) if kind is float else data

    return read


def _choice(allowed: tuple[Any, ...]) -> Reader:
    def read(data: Any, path: str) -> Any:
        if not isinstance(data, str) or data not in allowed:
            raise BadData(f"Expected one of {', '.join(allowed)}", path)
        return data

    return read


def _list(entry: Reader) -> Reader:
    def read(data: Any, path: str) -> Any:
        if not isinstance(data, list):
            raise _unexpected("array", data, path)
        return [entry(part, f"{path}[{number}]") for number, part in enumerate(data)]

    return read


def _dict(entry: Reader) -> Reader:
    def read(data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise _unexpected("object", data, path)
        return {key: entry(part, f"{path}.{key}") for key, part in data.items()}

    return read


def _union(kinds: tuple[Any, ...]) -> Reader:
    """Either null, or one more kind, or one of several records with tags."""
    tagged = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Record) and kind.tag]
    if tagged:
        return _by_tag(tagged)
    (kind,) = (kind for kind in kinds if kind is not types.NoneType)
    inner = _reader(kind)
    return lambda data, path: None if data is None else inner(data, path)


def _by_tag(kinds: list[Any]) -> Reader:
    field, readers = kinds[0].tag_field, {kind.tag: _reader(kind) for kind in kinds}

    def read(data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise _unexpected("object", data, path)
        tag = data.get(field)
        reader = readers.get(tag) if isinstance(tag, str) else None
        if reader is None:
            raise BadData(f"Invalid value for `{field}`", f"{path}.{field}")
        return reader(data, path)

    return read


def _record(kind: Any) -> Reader:
    hints = get_type_hints(kind)
    parts = {field.name: (_reader(hints[field.name]), default_of(field) is MISSING) for field in _fields(kind)}
    needed = [name for name, (_, is_needed) in parts.items() if is_needed]
    known = {*parts, kind.tag_field} if kind.tag else {*parts}

    def read(data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise _unexpected("object", data, path)
        if data.get(kind.tag_field, kind.tag) != kind.tag:
            raise BadData(f"Invalid value for `{kind.tag_field}`", f"{path}.{kind.tag_field}")
        for name in data:
            if name not in known:
                raise BadData(f"Object contains unknown field `{name}`", path)
        for name in needed:
            if name not in data:
                raise BadData(f"Object missing required field `{name}`", path)
        return kind(**{name: parts[name][0](data[name], f"{path}.{name}") for name in data if name in parts})

    return read


def _unexpected(expected: str, data: Any, path: str) -> BadData:
    return BadData(f"Expected `{expected}`, got `{type(data).__name__}`", path)
