"""A card that cannot be played says why for each piece, with the rulebook's own refusals."""

from collections import Counter

import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match

from ... import every
from .table import HOME, table


def reasons(match: Match) -> dict[str, set[str | None]]:
    """The rules that hold back the pieces of seat 0, by where they are."""
    found: dict[str, set[str | None]] = {}
    for blocked, refusal in match.blocked_moves(0):
        found.setdefault(blocked["from"], set()).add(refusal.rule)
    return found


def card_of(move: str) -> str:
    return "X" if move.startswith("X=") else move.split()[0]


def test_every_piece_has_a_reason_and_every_reason_is_the_refusal() -> None:
    seen: Counter[str | None] = Counter()
    for seed in range(6):
        for match, seat, _ in every.random_match(tr.load("dog"), seed=seed):
            view, moves = match.view(seat), match.moves(seat)
            blocked = match.blocked_moves(seat)
            if view["phase"] == "give" or view["left"]:
                assert blocked == []
                continue
            owner = view["owners"][seat]
            unused = set(view["hands"][seat]) - {card_of(move) for move in moves}
            places = {place.rstrip("*") for place in view["pieces"][owner]}
            assert {(card_of(one["move"]), one["from"]) for one, _ in blocked} == {
                (card, place) for card in unused for place in places
            }
            for one, refusal in blocked:
                assert one["move"] not in moves and one["seat"] == owner
                with pytest.raises(tr.IllegalMove) as raised:
                    match.play(seat, one["move"])
                assert (raised.value.rule, raised.value.texts) == (refusal.rule, refusal.texts)
                seen[refusal.rule] += 1
            assert all(match.blocked_moves(other) == [] for other in range(4) if other != seat)
    assert all(seen[rule] for rule in ("DG-10", "DG-13", "DG-15", "DG-16", "DG-20", "DG-22", "DG-25")), seen


def test_reasons() -> None:
    guarded = ["h", "h", "h", "16*"]

    def of(card: str, *own: str) -> dict[str, set[str | None]]:
        hands = [[card, "K"], ["2"], ["2"], ["2"]]
        return reasons(table([*HOME[len(own) :], *own], guarded, hands=hands))

    assert of("5", "14") == {"h": {"DG-10"}, "14": {"DG-15"}}
    assert of("2", "14", "g3") == {"h": {"DG-10"}, "14": {"DG-13"}, "g3": {"DG-16"}}
    assert of("4", "14") == {}, "it may go back"
    assert of("J", "14") == {"h": {"DG-22"}, "14": {"DG-22"}}
    assert of("7", "14", "g4") == {"h": {"DG-10"}, "14": {"DG-15", "DG-25"}, "g4": {"DG-20"}}
    assert of("9", "g2", "g3") == {"h": {"DG-10"}, "g2": {"DG-16"}, "g3": {"DG-16"}}
