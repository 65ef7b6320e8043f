"""A position to practise on, for lessons and for study: nothing is stored, every request contains all of it."""

from typing import Annotated, Any

import msgspec

import tafelrunde as tr
from tafelrunde.kernel.errors import BadOption, BadPosition
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.kernel.match import Match
from tafelrunde.server import refusals
from tafelrunde.server.http.bodies import Request, Response
from tafelrunde.server.http.routing import HttpRefusal
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import visibility, wishes

MAX_MOVES = 100


class PracticeMove(Request):
    """A move of a seat (null: of the table)."""

    seat: int | None
    move: str


PracticeMove.__name__ = "Tried"  # its name in docs/openapi.json


class Practice(Request):
    """A position as in docs/positions.md, the moves made in it so far, and who looks at it (null: an onlooker)."""

    position: dict[str, Any]
    seat: int | None = None
    moves: Annotated[list[PracticeMove], msgspec.Meta(max_length=MAX_MOVES)] = msgspec.field(default_factory=list)


class Practised(Response):
    """What the seat sees after these moves, what it may do, what happened, who may act, what its moves do, and why what
    it holds and cannot use does not go."""

    view: dict[str, Any]
    moves: list[str]
    events: list[dict[str, Any]]
    actors: list[int]
    effects: list[visibility.Effect]
    blocked: list[visibility.Blocked]


async def practise(hub: Hub, payer: Path, body: Practice) -> Practised:
    """Play on from a position, and see what a seat would see. Nothing is stored."""
    game = body.position.get("game")
    if game in tr.games():
        await hub.preparation.wait(game, "rules")
    return await hub.pages.run(payer, lambda: _practise(body))


def _practise(body: Practice) -> Practised:
    match = _match_from(body.position)
    seat = body.seat
    if seat is not None and not 0 <= seat < match.game.players:
        raise HttpRefusal(422, wishes.refuse("no-such-place"))
    try:
        for made in body.moves:
            match.play(made.seat, made.move)
    except tr.IllegalMove as refusal:
        raise HttpRefusal(409, wishes.by_rule(refusal)) from None
    except (TypeError, ValueError, IndexError) as error:
        raise HttpRefusal(422, refusals.refuse("bad-body", reason=str(error))) from None
    moves = [] if seat is None else match.moves(seat)
    view = match.view(seat)
    actors, effects = visibility.actors(match, view), visibility.effects(match, seat)
    blocked = [] if seat is None else visibility.blocked(match, seat)
    return Practised(view, moves, match.events(0, seat), actors, effects, blocked)


def _match_from(position: dict[str, Any]) -> Match:
    try:
        return tr.from_position(position)
    except (BadOption, BadPosition) as error:
        texts = {lang: error.text(lang) for lang in LANGUAGES}
        raise HttpRefusal(422, wishes.Refusal("bad-position", texts)) from None
