"""Biesti Boys: what views and events hold."""

from typing import Literal, NotRequired, TypedDict

from tafelrunde.games.schema import AnyEvent, AnyView, Result


class Options(TypedDict):
    """What was chosen before the game."""

    players: int
    draw: Literal["auto", "hand"]
    referee: Literal["strict", "honour"]


class LaidCard(TypedDict):
    """A card that can still be called: who laid it, and on what."""

    seat: int
    on: str


class View(AnyView):
    """`hand` is one's own; `excluded` are the kinds that everybody knows a card of a hand is not."""

    options: Options
    lifts: list[str]
    hand: list[str] | None
    hand_sizes: list[int]
    pile_sizes: list[int]
    unseen: dict[str, int]
    boards_left: list[list[str]]
    excluded: list[list[list[str]]]
    winner: int | None
    laid: NotRequired[list[LaidCard | None]]
    false_calls: NotRequired[list[int]]
    claims: NotRequired[list[int]]


class Laid(AnyEvent):
    """A card was laid on a lift."""

    type: Literal["laid"]
    seat: int
    card: str
    lift: int
    on: str


class Drew(AnyEvent):
    """Somebody drew; only they know the card."""

    type: Literal["drew"]
    seat: int
    card: NotRequired[str]


class NewBoard(AnyEvent):
    """Nobody could lay: a new board was turned up."""

    type: Literal["new_board"]
    lifts: list[str]


class Called(AnyEvent):
    """A card was called, rightly or in vain."""

    type: Literal["called_back", "called_in_vain"]
    seat: int
    lift: int
    card: str
    owner: int
    on: str


class Finished(AnyEvent):
    """Somebody has no cards left."""

    type: Literal["finished"]
    seat: int


class Plain(AnyEvent):
    """The window for calls has passed, or the boards were shuffled."""

    type: Literal["window_passed", "boards_shuffled"]


class Over(AnyEvent, Result):
    """The game is over."""

    type: Literal["over"]


Event = Laid | Drew | NewBoard | Called | Finished | Plain | Over
