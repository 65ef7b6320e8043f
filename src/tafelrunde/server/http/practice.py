"""A position to practise on, for lessons and for study: nothing is stored, every request contains all of it."""

from typing import Annotated, Any

import msgspec

import tafelrunde as tr
from tafelrunde.server import refusals
from tafelrunde.server.http.bodies import Request, Response
from tafelrunde.server.http.routing import HttpRefusal
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import previews, visibility
from tafelrunde.table.wishes import Refusal

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
    try:
        found = previews.practise(body.position, body.seat, [(made.seat, made.move) for made in body.moves])
    except ValueError as error:
        raise HttpRefusal(422, refusals.refuse("bad-body", reason=str(error))) from None
    if isinstance(found, Refusal):
        raise HttpRefusal(409 if found.code == "rule" else 422, found)
    return Practised(**found)
