"""A position to try things on, for lessons and for study: nothing is kept, every request brings all of it."""

from typing import Annotated, Any

import msgspec

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.kernel.match import Match
from tafelrunde.server import refusals
from tafelrunde.server.http.bodies import Answer, Asked
from tafelrunde.server.http.routing import Refusing
from tafelrunde.table import visibility, wishes

MOST_MOVES = 100


class Tried(Asked):
    """A move of a seat (null: of the table)."""

    seat: int | None
    move: str


class Practice(Asked):
    """A position (see docs/positions.md), what was done in it so far, and whose eyes (null: everybody's)."""

    position: dict[str, Any]
    seat: int | None = None
    moves: Annotated[list[Tried], msgspec.Meta(max_length=MOST_MOVES)] = msgspec.field(default_factory=list)


class Practised(Answer):
    """How it stands after these moves, what the seat may do, what happened, and who may act."""

    view: dict[str, Any]
    moves: list[str]
    events: list[dict[str, Any]]
    actors: list[int]
    effects: list[visibility.Effect]


async def practise(body: Practice) -> Practised:
    """Play on from a position, and see what a seat would see. Nothing is kept."""
    match = _begun(body.position)
    seat = body.seat
    if seat is not None and not 0 <= seat < match.game.players:
        raise Refusing(422, wishes.refuse("no-such-place", last=match.game.players - 1))
    try:
        for tried in body.moves:
            match.play(tried.seat, tried.move)
    except tr.IllegalMove as refusal:
        raise Refusing(409, wishes.by_rule(refusal)) from None
    except (TypeError, ValueError, IndexError) as error:
        raise Refusing(422, refusals.refuse("bad-body", reason=str(error))) from None
    moves = [] if seat is None else match.moves(seat)
    view = match.view(seat)
    actors, effects = visibility.actors(match, view), visibility.effects(match, seat)
    return Practised(view, moves, match.events(0, seat), actors, effects)


def _begun(position: dict[str, Any]) -> Match:
    try:
        return tr.from_position(position)
    except (BadOption, BadPosition) as error:
        texts = {lang: error.text(lang) for lang in LANGUAGES}
        raise Refusing(422, wishes.Refusal("bad-position", texts)) from None
