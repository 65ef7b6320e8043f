"""A move can be taken back only if it told nobody more than the move itself: tested by redrawing what viewers cannot
know, and making the same move."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match

from .. import every

STEPS, TWINS = 120, 3
PLAIN = [(name, options) for name, options in every.ALL if tr.load(name).facts.plain_events]


def types(match: Match, since: int) -> list[str]:
    return [event["type"] for event in match.events(since)]


def played(match: Match, seat: int, move: str) -> Match:
    after = match.copy()
    after.play(seat, move)
    return after


def tells_only_the_move(before: Match, after: Match) -> bool:
    plain = after.game.facts.plain_events
    drawn = bool(before.states["chance"] != after.states["chance"])
    return not drawn and after.result is None and set(types(after, before.event_count)) <= set(plain)


@pytest.mark.parametrize(("name", "options"), PLAIN, ids=every.label)
def test_a_plain_move_tells_nobody_more_than_itself(name: str, options: dict[str, object]) -> None:
    """That nothing else happens, as when somebody has to fold, may depend on what is hidden."""
    choice, compared, taken = random.Random(1), 0, set()
    for match, seat, move in every.random_match(tr.load(name, **options), seed=15, most=STEPS):
        after = played(match, seat, move)
        if not tells_only_the_move(match, after):
            continue
        happened = types(after, match.event_count)
        taken |= {*happened}
        for viewer in (None, *range(match.game.players)):
            for _ in range(TWINS):
                twin = match.resample(viewer, seed=choice.getrandbits(64))
                if twin.explain(seat, move) is not None:
                    continue
                other = played(twin, seat, move)
                if types(other, match.event_count) == happened:
                    compared += 1
                    assert every.canonical(other.view(viewer)) == every.canonical(after.view(viewer))
                    mine, theirs = (each.events(match.event_count, viewer) for each in (after, other))
                    assert every.canonical(mine) == every.canonical(theirs)
    assert compared > 20 and taken


def test_what_reveals_something_is_not_plain() -> None:
    """The looks, draws and reveals of all games."""
    revealing = {
        "dog": {"looked", "folded", "exchanged", "dealt"},
        "denkste": {"moved", "blocked", "stays", "thrown_back"},
        "biberbande": {"ready", "begin", "draw", "take", "swap", "spy", "discard", "show", "deal"},
        "beam-me-up": {"thrown"},
    }
    for name, shown in revealing.items():
        assert not shown & set(tr.load(name).facts.plain_events)
    assert not tr.load("biesti-boys").facts.plain_events
