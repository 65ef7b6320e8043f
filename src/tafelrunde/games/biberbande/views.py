"""Biberbande: what views and events hold."""

from typing import Literal, NotRequired, TypedDict

from tafelrunde.games.schema import AnyEvent, AnyView, Result


class Options(TypedDict):
    """What was chosen before the game."""

    players: int


class View(AnyView):
    """Cards that a seat does not know are null; `told` and `age` are what everybody knows of each card."""

    options: Options
    rows: list[list[str | None]]
    stock: int
    discard: list[str]
    turn: int
    phase: Literal["look", "turn", "drawn", "end", "over"]
    drawn: str | None
    has_drawn: bool
    twos: int
    used: int
    knocker: int | None
    turns: list[int]
    round: int
    dealer: int
    ready: list[int]
    scores: list[list[int]]
    seen: list[list[list[int]]]
    told: list[list[int]]
    age: list[list[int]]


class Deal(AnyEvent):
    """A round was dealt; `outer` are the seat's own outer cards."""

    type: Literal["deal"]
    round: int
    dealer: int
    card: str
    outer: NotRequired[list[str]]


class Plain(AnyEvent):
    """Somebody is ready, begins, knocks, plays a two or is done."""

    type: Literal["ready", "begin", "knock", "two", "done"]
    seat: int


class Take(AnyEvent):
    """The open card was taken in exchange for one from the row."""

    type: Literal["take"]
    seat: int
    slot: int
    card: str
    discarded: str


class Draw(AnyEvent):
    """A card was drawn from the stock; only its owner knows which, unless it shows itself."""

    type: Literal["draw"]
    seat: int
    card: NotRequired[str]


class Swap(AnyEvent):
    """The drawn card was put into the row; only its owner knows it."""

    type: Literal["swap"]
    seat: int
    slot: int
    discarded: str
    card: NotRequired[str]


class Discard(AnyEvent):
    """The drawn card was discarded."""

    type: Literal["discard"]
    seat: int
    card: str


class Spy(AnyEvent):
    """Somebody looked at one of their own cards; only they know it."""

    type: Literal["spy"]
    seat: int
    slot: int
    card: NotRequired[str]


class Trade(AnyEvent):
    """Two cards changed their owners unseen."""

    type: Literal["trade"]
    seat: int
    slot: int
    other: int
    other_slot: int


class PutAway(AnyEvent):
    """Cards drawn by twos were put away."""

    type: Literal["put_away"]
    seat: int
    count: int


class Reshuffled(AnyEvent):
    """The discard pile became the stock, or cards put away came back."""

    type: Literal["shuffle", "bring_back"]
    count: int


class Show(AnyEvent):
    """A row was turned up."""

    type: Literal["show"]
    seat: int
    row: list[str]


class Replace(AnyEvent):
    """A special card in a row was replaced from the stock."""

    type: Literal["replace"]
    seat: int
    slot: int
    aside: str
    card: str


class Score(AnyEvent):
    """The points of a round."""

    type: Literal["score"]
    round: int
    points: list[int]
    totals: list[int]


class Over(AnyEvent, Result):
    """The game is over."""

    type: Literal["over"]


Event = Deal | Plain | Take | Draw | Swap | Discard | Spy | Trade | PutAway | Reshuffled | Show | Replace | Score | Over
