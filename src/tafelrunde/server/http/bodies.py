"""What HTTP is asked with and answers. `docs/openapi.json` is made from these."""

from typing import Annotated, Any, Literal

import msgspec

from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.lab.review import Review
from tafelrunde.server.tables.live_table import Summary
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.replay import PAGE, Step

Words = dict[str, str]
"""A text in each language."""


def _about(text: str, **limits: Any) -> msgspec.Meta:
    return msgspec.Meta(description=text, **limits)


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What comes with a request."""


class NewSession(Asked):
    """What it takes to be somebody."""

    name: str


class NewTable(Asked):
    """What it takes to open a table; places that are not told are open, `part` is the own part of the deal."""

    name: str
    settings: Settings
    places: list[Place] | None = None
    part: str = ""


class Page(Asked):
    """Which part of the list of tables."""

    offset: Annotated[int, _about("How many tables to leave out.", ge=0, lt=10**9)] = 0


class Download(Asked):
    """How a record is wanted."""

    download: Annotated[bool, _about("1: as a file to keep.")] = False


class Scene(Asked):
    """Which steps of a game, and through whose eyes."""

    seat: Annotated[
        str,
        _about("A seat, `public`, or `all`: everything open, when the game is over.", pattern="^(public|all|[0-9])$"),
    ] = "public"
    first: Annotated[int, _about("The first step; 0 is the deal.", ge=0, lt=10**9)] = msgspec.field(
        default=0, name="from"
    )
    last: Annotated[int, _about(f"The last step; {PAGE} at most at once.", ge=0, lt=10**9)] | None = msgspec.field(
        default=None, name="to"
    )


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """What comes back."""


class Session(Answer):
    """Who one is: the token is secret, the person's id is what others see."""

    token: str
    person: str
    name: str


class Address(Answer):
    """An address like http://192.168.1.5:8000."""

    address: str


class Opened(Answer):
    """A new table."""

    id: str


class Listed(Summary, forbid_unknown_fields=True):
    """A table in the list; `at` is when it was opened, in seconds since 1970."""

    id: str
    at: float


class Tables(Answer):
    """A page of the list of tables."""

    tables: list[Listed]


class ShownPlace(Answer, omit_defaults=True):
    """A place at the table."""

    kind: Literal["open", "person", "bot", "empty"]
    person: str | None = None
    level: str | None = None


class ShownPerson(Answer):
    """Somebody at the table; `here`: has come and not left."""

    id: str
    name: str
    here: bool


class ShownDeal(Answer):
    """What the seed of the deal was made of."""

    secret: str
    parts: list[str]


class Lobby(Answer):
    """A table as everybody with the link may know it; `deal` when the game is over."""

    id: str
    version: int
    phase: Literal["open", "running", "over"]
    host: str
    settings: Settings
    places: list[ShownPlace]
    seats: list[int]
    people: list[ShownPerson]
    commitment: str
    before: str | None
    following: str | None
    hushed: list[str]
    deal: ShownDeal | msgspec.UnsetType = msgspec.UNSET


_Described: Any = msgspec.defstruct(
    "_Described", [("name", str), *((lang, str) for lang in LANGUAGES)], bases=(Answer,), omit_defaults=True
)
"""A game's name, and what kind of game it is: a field for each language."""


class About(_Described):  # type: ignore[misc]  # made when it is known which languages there are
    """What a game is, and who made it."""

    players: list[int]
    authors: str | None = None
    publishers: str | None = None
    year: int | None = None
    age: int | None = None
    minutes: int | None = None


class Choice(Answer):
    """An option of a game; without choices any value of the default's kind that the game takes."""

    name: str
    default: Any
    choices: list[Any]
    texts: Words


class ShownFacts(Answer):
    """What is to know about a game: how many can play and usually do, minutes, from which age, who plays together (no
    sides: everybody alone), whether everybody acts at once, whether a seat has secrets, whether one has to remember and
    for how many seconds a card lies open, the seconds before the first move, whether two can share a screen, and
    whether it is solved."""

    players: list[int]
    usual_players: int
    minutes: int
    age: int
    sides: list[list[int]]
    simultaneous: bool
    secrets: bool
    memory: bool
    look_seconds: float | None
    countdown: float
    shared_screen: bool
    solved: bool


class ShownGame(Answer):
    """A game, and what can be chosen before it; `places` is how many can play at most."""

    name: str
    about: About
    places: int
    notation: str
    options: list[Choice]
    facts: ShownFacts


class Games(Answer):
    """The games, the levels of bots, and what people can say with one tap."""

    games: list[ShownGame]
    levels: dict[str, Words]
    phrases: dict[str, Words]


class ShownRule(Answer):
    """A rule; `kind` is whether the sheet says it, or how we read it, or what we assumed."""

    id: str
    kind: str
    texts: Words


class Rules(Answer):
    """Every rule of a game."""

    game: str
    about: About
    rules: list[ShownRule]


class Result(Answer):
    """How a game ended."""

    winners: list[int]
    scores: list[int]


class Deal(Answer):
    """How it was dealt: the promise, and what the seed was made of."""

    secret: str
    commitment: str
    parts: list[str]


class Record(Answer):
    """A game that is over: how it was dealt, and every move with its seat (null: the table's own)."""

    game: str
    options: dict[str, Any]
    seed: int
    moves: list[tuple[int | None, str]]
    table: str
    deal: Deal
    names: list[str | None]
    result: Result


class Steps(Answer):
    """Steps of a game in the order of happening; `last` is the number of the last one that there is, `next` where to
    go on."""

    table: str
    game: str
    options: dict[str, Any]
    names: list[str | None]
    phase: Literal["running", "over"]
    last: int
    next: int | None
    steps: list[Step]


class Reviewed(Answer):
    """A review, and how far it is: it is there when all `moves` are `done`."""

    table: str
    moves: int
    done: int
    review: Review | None


class Health(Answer):
    """The server and its database answer."""

    ok: bool
