"""A game in which everybody acts at once: who was too late is told by how much."""

import pytest

from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.lateness import with_lateness
from tafelrunde.table.table import Table


def test_a_refusal_says_by_how_many_milliseconds_a_move_was_too_late() -> None:
    table, winner, loser = race()
    seen = table.version
    table.apply(acts.Moved(0, winner, "person"), 100.0)
    late = wishes.Play(1, loser)
    decided = permissions.decide(table, "ben", late, 100.038)
    assert isinstance(decided, wishes.Refusal) and decided.rule is not None
    assert with_lateness(decided, table, late, seen, 100.038).late_ms == 38
    assert with_lateness(decided, table, late, table.version, 100.038).late_ms is None, "it could have been seen"
    other_lift = wishes.Play(1, f"{loser[:-1]}{int(loser[-1]) % 4 + 1}")
    assert with_lateness(decided, table, other_lift, seen, 100.038).late_ms is None


@pytest.mark.parametrize("move", ["", "lay", "lay 5", "lay 99 1", "draw", "xyzzy 1 2 3"])
def test_what_is_no_card_for_a_lift_is_never_too_late(move: str) -> None:
    table, winner, _ = race()
    seen = table.version
    table.apply(acts.Moved(0, winner, "person"), 100.0)
    refusal = wishes.Refusal("rule", {}, "BB-05")
    assert with_lateness(refusal, table, wishes.Play(1, move), seen, 100.038).late_ms is None


def race() -> tuple[Table, str, str]:
    """A table of Biesti Boys where a move of seat 0 makes one of seat 1 impossible."""
    for number in range(1000):
        places = [Place("person", "anna"), Place("person", "ben"), Place("empty"), Place("empty")]
        opened = acts.Created("anna", "Anna", Settings("biesti-boys", {}), places, str(number))
        log: list[tuple[acts.AnyAct, float]] = [(opened, 1.0), (acts.Joined("ben", "Ben", ""), 2.0)]
        table = Table.replay(
            "t", [*log, (acts.Locked("anna", [0, 1], str(number), []), 3.0), (acts.Started("anna"), 3.0)]
        )
        assert table.match is not None
        for winner in table.match.moves(0):
            after = table.match.copy()
            after.play(0, winner)
            lost = [
                move
                for move in table.match.moves(1)
                if winner.startswith("lay") and move[-1] == winner[-1] and after.explain(1, move)
            ]
            if lost:
                return table, winner, lost[0]
    raise AssertionError("no race")
