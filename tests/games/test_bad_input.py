"""Bad input is normal input: always one of the three named errors, saying which field, and never a crash."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import tafelrunde as tr

from .. import every

OURS = (tr.BadOption, tr.BadPosition, tr.IllegalMove)
per_game = pytest.mark.parametrize("name", tr.games())
relaxed = settings(
    max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

rubbish = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 1, 2, 5, 64, 255, 256, 2**31, 2**63, 2**64, 2**128, 10**400])
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        [
            "A",
            "K",
            "7",
            "X",
            "h",
            "0*",
            "g1",
            "g5",
            "63",
            "64",
            "S",
            "G",
            "T",
            "P",
            "Z",
            "9",
            "give",
            "play",
            "turn",
            "over",
        ]
    ),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in nested data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(spot for key, value in inner for spot in spots(value, (*path, key)))]


def spoil(data: Any, path: tuple[Any, ...], value: Any, drop: bool) -> Any:
    """The data with one place replaced or left out."""
    if not path:
        return value
    spoilt = copy.deepcopy(data)
    target = spoilt
    for key in path[:-1]:
        target = target[key]
    if drop:
        del target[path[-1]]
    else:
        target[path[-1]] = value
    return spoilt


def positions(name: str) -> list[dict[str, Any]]:
    """Positions from the course of a few games, with different options."""
    found = []
    for options in every.option_sets(name)[::3]:
        for step, (match, _, _) in enumerate(every.random_match(tr.load(name, **options), seed=2, most=90)):
            if step % 15 == 0:
                found.append(match.position())
    return found


def try_position(data: Any) -> None:
    try:
        match = tr.from_position(data)
    except (tr.BadPosition, tr.BadOption) as error:
        assert error.field
        assert error.field in str(error) and error.field in error.text("de")
        return
    choice = random.Random(0)
    for _ in range(30):  # whatever was accepted can be played
        if not match.actors():
            break
        seat = choice.choice(match.actors())
        match.play(seat, choice.choice(match.moves(seat)))
        match.view(0), match.events(seat=None)
    assert tr.from_position(match.position()).position() == match.position()


@per_game
@relaxed
@given(data=st.data())
def test_spoilt_positions(name: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(positions_of(name)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(spots(position)))
        position = spoil(position, path, data.draw(rubbish), data.draw(st.booleans()))
    try_position(position)


_POSITIONS: dict[str, list[dict[str, Any]]] = {}


def positions_of(name: str) -> list[dict[str, Any]]:
    if name not in _POSITIONS:
        _POSITIONS[name] = positions(name)
    return _POSITIONS[name]


@per_game
def test_values_moved_about_within_positions(name: str) -> None:
    """A value from elsewhere in the same position has the right type more often: the nastier kind of wrong."""
    choice = random.Random(7)
    for _ in range(1500):
        position = choice.choice(positions_of(name))
        places = spots(position)
        source, target = choice.choice(places), choice.choice(places)
        value: Any = position
        for key in source:
            value = value[key]
        try_position(spoil(position, target, copy.deepcopy(value), drop=False))


@relaxed
@given(rubbish)
def test_rubbish_as_position_and_record(data: Any) -> None:
    for read in (tr.from_position, tr.replay):
        with pytest.raises((tr.BadPosition, tr.BadOption)):
            read(data)


@per_game
@relaxed
@given(data=st.data())
def test_spoilt_records(name: str, data: st.DataObject) -> None:
    record = record_of(name)
    path = data.draw(st.sampled_from(spots(record)))
    spoilt = spoil(record, path, data.draw(rubbish), data.draw(st.booleans()))
    try:
        tr.replay(spoilt)
    except OURS as error:
        assert str(error) and error.text("de")


_RECORDS: dict[str, dict[str, Any]] = {}


def record_of(name: str) -> dict[str, Any]:
    if name not in _RECORDS:
        for match, _, _ in every.random_match(tr.load(name), seed=3, most=25):
            _RECORDS[name] = json.loads(json.dumps(match.record()))
    return _RECORDS[name]


@per_game
@relaxed
@given(
    options=st.dictionaries(
        st.sampled_from(["players", "rings", "draw", "referee", "haste_gedacht", "starter", "x"]), rubbish, max_size=3
    )
)
@example(options={"players": True})
@example(options={"players": 2.0})
@example(options={"rings": [10**400, 4, 4]})
def test_rubbish_as_options(name: str, options: dict[str, Any]) -> None:
    try:
        game = tr.load(name, **options)
    except tr.BadOption as error:
        assert error.field.split("[")[0] in options
        assert error.field in error.text("de")
    else:
        assert options.items() <= game.options.items()


@relaxed
@given(rubbish)
def test_rubbish_as_game(name: Any) -> None:
    with pytest.raises(tr.BadOption, match="game"):
        tr.load(name)


@per_game
@relaxed
@given(
    text=st.text(max_size=30) | st.from_regex(r"[a-z]{2,7}( [0-9SGAKQJXhg+>x:=-]{1,4}){0,4}", fullmatch=True),
    seat=rubbish,
)
@example(text="go ٣", seat=0)
@example(text="x" * 10**6, seat=0)
@example(text="lay 5 2\x00", seat=0)
def test_rubbish_as_move(name: str, text: str, seat: Any) -> None:
    match = matches_of(name)
    before = match.states.tobytes()
    for who in (0, seat):
        refusal = match.explain(who, text)
        if refusal is not None:
            assert refusal.text("de") and refusal.text("en")
            with pytest.raises(tr.IllegalMove):
                match.play(who, text)
    assert match.states.tobytes() == before


_MATCHES: dict[str, Any] = {}


def matches_of(name: str) -> Any:
    if name not in _MATCHES:
        _MATCHES[name] = tr.load(name).new(seed=1)
    return _MATCHES[name]


@relaxed
@given(rubbish)
def test_rubbish_that_is_no_text_is_no_move(move: Any) -> None:
    match = matches_of("denkste")
    if not isinstance(move, str):
        assert match.explain(0, move).rule is None


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7", True, [7]])
def test_bad_seeds(seed: Any) -> None:
    with pytest.raises(tr.BadOption, match="seed"):
        tr.load("denkste").new(seed=seed)


def test_huge_and_odd_numbers_are_named_but_not_printed_in_full() -> None:
    with pytest.raises(tr.BadPosition) as caught:
        tr.from_position({"game": "denkste", "turn": 10**5000})
    assert caught.value.field == "turn"
    assert len(str(caught.value)) < 200
