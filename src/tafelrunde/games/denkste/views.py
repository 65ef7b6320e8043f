"""Denkste!: what views and events hold."""

from typing import Literal, NotRequired, TypedDict

from tafelrunde.games.schema import AnyEvent, AnyView, Result


class Options(TypedDict):
    """What was chosen before the game."""

    players: int
    haste_gedacht: bool
    rings: list[int]


class View(AnyView):
    """A figure is its level and its steps there; a card that is set is known to who set it."""

    options: Options
    figures: list[tuple[int, int]]
    turn: int
    stopper: int
    go: int | None
    stop: list[int] | None
    go_set: bool
    stop_set: bool


class SetGo(AnyEvent):
    """The number was set in secret."""

    type: Literal["set_go"]
    seat: int
    go: NotRequired[int]


class SetStop(AnyEvent):
    """The Stop card was set in secret."""

    type: Literal["set_stop"]
    seat: int
    stop: NotRequired[list[int]]


Reveal = TypedDict(
    "Reveal",
    {
        "n": int,
        "type": Literal["moved", "blocked", "stays", "thrown_back"],
        "seat": int,
        "stopper": int,
        "go": int,
        "stop": list[int],
        "from": tuple[int, int],
        "to": tuple[int, int],
    },
)
"""Both cards lie open, and what came of it."""


class Over(AnyEvent, Result):
    """The game is over."""

    type: Literal["over"]


Event = SetGo | SetStop | Reveal | Over
