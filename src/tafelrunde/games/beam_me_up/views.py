"""Beam me up: what views and events hold."""

from typing import Literal, TypedDict

from tafelrunde.games.schema import AnyEvent, AnyView, Result


class Options(TypedDict):
    """What was chosen before the game."""

    players: int
    starter: Literal["first", "random"]
    boards: Literal["in order", "random"]


class View(AnyView):
    """The whole game is open: everybody sees the same."""

    options: Options
    boards: list[int]
    stones: list[list[int]]
    turn: int
    phase: Literal["lift", "roll", "move", "boost"]
    throw: int
    dice: list[int] | None
    boosts: int
    starter: int
    layouts: list[list[str]]
    in_space: list[int]
    needed: int
    jokers: list[bool]


class Lifted(AnyEvent):
    """Before the first turn some players may lift stones."""

    type: Literal["lifted"]
    seat: int
    columns: list[str]


class Thrown(AnyEvent):
    """Dice were thrown."""

    type: Literal["thrown"]
    seat: int
    throw: int
    dice: list[int]


class Kept(AnyEvent):
    """Dice were kept for the next throw."""

    type: Literal["kept"]
    seat: int
    dice: list[int]


class Plain(AnyEvent):
    """Somebody stood, passed or skipped."""

    type: Literal["stood", "passed", "skipped"]
    seat: int


class MovedUp(AnyEvent):
    """Stones went up."""

    type: Literal["moved_up"]
    seat: int
    up: str
    stones: list[int]


class CooledDown(AnyEvent):
    """Stones of others fell back."""

    type: Literal["cooled_down"]
    seat: int
    column: str
    seats: list[int]


class Boosted(AnyEvent):
    """A stone reached a rocket, or was boosted by one."""

    type: Literal["rocket", "boosted"]
    seat: int
    column: str


class Over(AnyEvent, Result):
    """The game is over."""

    type: Literal["over"]


Event = Lifted | Thrown | Kept | Plain | MovedUp | CooledDown | Boosted | Over
