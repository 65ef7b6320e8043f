"""Previews: what a seat could do after moves it has not made yet, and what could be done in any position."""

from typing import Any

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.kernel.errors import BadOption, BadPosition
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.table import visibility, wishes
from tafelrunde.table.wishes import Refusal, by_rule, refuse

SEED = 0
"""What the seat cannot know is drawn with it: whoever sees the same is told the same."""

Preview = tuple[list[str], dict[str, object] | None, list[visibility.Effect], list[visibility.Blocked]]
"""The moves of a seat, its view, what its moves do to pieces, and what does not go; empty if others are to act."""


def preview_after(seat: Seat, moves: list[str]) -> Preview | Refusal:
    """What follows these moves, in a match that could be this one."""
    match = seat.sample(SEED)
    for move in moves:
        if seat.number not in match.actors():
            return refuse("not-your-turn")
        refusal = match.explain(seat.number, move)
        if refusal is not None:
            return by_rule(refusal)
        match.play(seat.number, move)
    if seat.number not in match.actors():
        return [], None, [], []
    number = seat.number
    effects, blocked = visibility.effects(match, number), visibility.blocked(match, number)
    return match.moves(number), match.view(number), effects, blocked


def practise(
    position: dict[str, Any], seat: int | None, moves: list[tuple[int | None, str]]
) -> dict[str, Any] | Refusal:
    """What a seat (None: an onlooker) sees and may do after moves in a position; ValueError for moves that are none."""
    try:
        match = tr.from_position(position)
    except (BadOption, BadPosition) as error:
        return Refusal("bad-position", {lang: error.text(lang) for lang in LANGUAGES})
    if seat is not None and not 0 <= seat < match.game.players:
        return wishes.refuse("no-such-place")
    try:
        for by, move in moves:
            match.play(by, move)
    except tr.IllegalMove as refusal:
        return by_rule(refusal)
    except (TypeError, IndexError) as error:
        raise ValueError(str(error)) from None
    view = match.view(seat)
    return {
        "view": view,
        "moves": [] if seat is None else match.moves(seat),
        "events": match.events(0, seat),
        "actors": visibility.actors(match, view),
        "effects": visibility.effects(match, seat),
        "blocked": [] if seat is None else visibility.blocked(match, seat),
    }
