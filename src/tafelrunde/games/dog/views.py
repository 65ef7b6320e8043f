"""Dog: what views and events hold."""

from typing import Literal, NotRequired, TypedDict

from tafelrunde.games.schema import AnyEvent, AnyView, Result


class Options(TypedDict):
    """What was chosen before the game."""

    players: int


class View(AnyView):
    """Only the seat's own hand is open; `given` are the exchanged cards that a seat knows, `owners` tells whose pieces
    each seat moves: its own, or the partner's once its own are in the goal."""

    options: Options
    pieces: list[list[str]]
    hands: list[list[str] | None]
    cards: list[int]
    owners: list[int]
    turn: int | None
    starter: int
    round: int
    phase: Literal["give", "play"]
    left: int
    moved: list[str]
    given: list[str | None]
    has_given: list[bool]
    stock: int
    put_away: dict[str, int]


class Dealt(AnyEvent):
    """A round was dealt; `hand` is one's own."""

    type: Literal["dealt"]
    round: int
    cards: int
    starter: int
    hand: NotRequired[list[str]]


class Gave(AnyEvent):
    """A card for the partner was put down; only who gave it knows it."""

    type: Literal["gave"]
    seat: int
    to: int
    card: NotRequired[str]


class Looked(AnyEvent):
    """Both partners have given; each knows the other's card now."""

    type: Literal["looked"]
    seats: list[int]
    card: NotRequired[str]


class Exchanged(AnyEvent):
    """The cards given changed hands; `hand` is one's own."""

    type: Literal["exchanged"]
    starter: int
    hand: NotRequired[list[str]]


Played = TypedDict(
    "Played",
    {
        "n": int,
        "type": Literal["played"],
        "seat": int,
        "move": str,
        "card": str | None,
        "value": str,
        "owner": int,
        "from": str,
        "to": str,
        "left": int,
        "swap": NotRequired[int],
    },
)
"""A piece of `owner` moved, or swapped with one of `swap`; `card` is null for the further parts of a seven."""


class SentHome(AnyEvent):
    """A piece of `owner` had to go home."""

    type: Literal["sent_home"]
    seat: int
    owner: int
    field: str


class Folded(AnyEvent):
    """Somebody could not play and put all cards away."""

    type: Literal["folded"]
    seat: int
    cards: list[str]


class Shuffled(AnyEvent):
    """The cards that were put away became the stock."""

    type: Literal["shuffled"]


class Over(AnyEvent, Result):
    """The game is over."""

    type: Literal["over"]


Event = Dealt | Gave | Looked | Exchanged | Played | SentHome | Folded | Shuffled | Over
