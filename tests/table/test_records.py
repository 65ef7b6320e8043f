"""Records: the same JSON as the structs that the server reads frames with, and the same data refused."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tafelrunde.server.structs import record_of, struct_of
from tafelrunde.table import records
from tafelrunde.table.acts import AnyAct, Moved, Place, Settings
from tafelrunde.table.wishes import AnyWish, Play, Refusal

KINDS: list[Any] = [*get_args(AnyAct), *get_args(AnyWish), Refusal]
SECONDS = st.none() | st.integers(0, 10**6).map(lambda eighths: eighths / 8)
SETTINGS = st.builds(Settings, options=st.dictionaries(st.text(), st.integers(-9, 9)), move_seconds=SECONDS)
WRONG: list[tuple[Any, Any]] = [
    (AnyWish, {"wish": "sit"}),
    (AnyWish, {"wish": "sit", "place": "1"}),
    (AnyWish, {"wish": "sit", "place": True}),
    (AnyWish, {"wish": "sit", "place": 1, "more": 1}),
    (AnyWish, {"wish": "fly"}),
    (AnyWish, {"wish": 1}),
    (AnyWish, {"place": 1}),
    (AnyWish, [1]),
    (AnyWish, {"wish": "place", "place": 1, "kind": "sofa"}),
    (AnyWish, {"wish": "clock", "move_seconds": "1"}),
    (AnyWish, {"wish": "settings", "settings": {"game": "dog"}}),
    (AnyAct, {"act": "moved", "seat": 0, "move": "x", "by": "cat"}),
    (list[Place], [{"kind": "open"}, {"kinds": "open"}]),
    (dict[str, str], {"a": 1}),
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_records_and_structs_have_the_same_json(kind: Any) -> None:
    fields = records._fields(kind)
    fixed: dict[str, Any] = {field.name: SECONDS for field in fields if field.name == "move_seconds"}
    fixed |= {field.name: SETTINGS for field in fields if field.name == "settings"}

    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.builds(kind, **fixed))
    def check(value: Any) -> None:
        data = records.encode(value)
        struct = msgspec.json.decode(data, type=struct_of(kind))
        assert msgspec.json.encode(struct) == data
        assert record_of(struct) == value == records.decode(data, kind)

    check()


@pytest.mark.parametrize(("kind", "data"), WRONG)
def test_what_is_wrong_is_refused_alike_and_says_where(kind: Any, data: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, struct_of(kind))
    with pytest.raises(records.BadData, match=r"at `\$"):
        records.read(data, kind)


@pytest.mark.parametrize("data", [b"", b"{", b"[1,]", b"NaN", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(records.BadData):
        records.parse(data)


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Play(0, "x").seat = 1  # type: ignore[misc]
    assert Moved(0, "x", "bot") == Moved(0, "x", "bot") != Moved(1, "x", "bot")
