"""Positions for lessons and for study: nothing is stored, every request contains all of it."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec

import tafelrunde as tr
from tafelrunde.server import refusals
from tafelrunde.server.http.bodies import Request, Response
from tafelrunde.server.http.routing import HttpRefusal
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import previews, visibility
from tafelrunde.table.previews import Analysis
from tafelrunde.table.wishes import Refusal

MAX_MOVES = 100
MOST_ANALYSED = 1000


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


class ToAnalyse(Request):
    """Where a game begins: a position as in docs/positions.md, or `game`, `options` and `seed` for one that is dealt.

    Seeds may be texts. With `follow` it is seen by whoever may act, if the seat may not.
    """

    start: dict[str, Any]
    seat: int | None = None
    follow: bool = False
    moves: Annotated[list[PracticeMove], msgspec.Meta(max_length=MOST_ANALYSED)] = msgspec.field(default_factory=list)


class Analysed(Practised):
    """The same for the analysis: whose eyes, the first event of the last move, who may really act, what the table may
    do, and the whole position, with its seed as a text."""

    seat: int | None
    since: int
    acting: list[int]
    table: list[str]
    position: dict[str, Any]


async def practise(hub: Hub, payer: Path, body: Practice) -> Practised:
    """Play on from a position, and see what a seat would see. Nothing is stored."""
    await _prepare(hub, body.position)
    look = partial(previews.practise, body.position, body.seat, _moves(body.moves))
    return await hub.pages.run(payer, lambda: Practised(**_allowed(look)))


async def analyse(hub: Hub, payer: Path, body: ToAnalyse) -> Analysed:
    """Play on from a position for all seats; the whole position comes back. Nothing is stored."""
    await _prepare(hub, body.start)
    look = partial(Analysis().look, body.start, _moves(body.moves), body.seat, body.follow)
    return await hub.pages.run(payer, lambda: Analysed(**_allowed(look)))


async def _prepare(hub: Hub, position: dict[str, Any]) -> None:
    game = position.get("game")
    if game in tr.games():
        await hub.preparation.wait(game, "rules")


def _moves(made: list[PracticeMove]) -> previews.Moves:
    return [(each.seat, each.move) for each in made]


def _allowed(look: Callable[[], dict[str, Any] | Refusal]) -> dict[str, Any]:
    try:
        found = look()
    except ValueError as error:
        raise HttpRefusal(422, refusals.refuse("bad-body", reason=str(error))) from None
    if isinstance(found, Refusal):
        raise HttpRefusal(409 if found.code == "rule" else 422, found)
    return found
