"""The bodies of HTTP requests and responses. `docs/openapi.json` is generated from them."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.lab.review import Review
from tafelrunde.server.http.deal_bodies import Deal, Lock
from tafelrunde.server.structs import struct_of
from tafelrunde.server.tables.summary import Summary
from tafelrunde.table import acts, replay
from tafelrunde.table.replay import PAGE

if TYPE_CHECKING:
    from tafelrunde.table.acts import Place, Settings
    from tafelrunde.table.replay import Step
else:
    Place, Settings, Step = struct_of(acts.Place), struct_of(acts.Settings), struct_of(replay.Step)

Translations = dict[str, str]
"""A text by language."""


def _described(text: str, **limits: Any) -> msgspec.Meta:
    return msgspec.Meta(description=text, **limits)


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """The body or the query of a request."""


class NewSession(Request):
    """The name for a new session."""

    name: str


class NewTable(Request):
    """A table to be opened; places left out are open, `commitment` is to one's own part of the deal."""

    name: str
    settings: Settings
    places: list[Place] | None = None
    commitment: str = ""


class PageQuery(Request):
    """Which part of the list of tables."""

    offset: Annotated[int, _described("How many tables to skip.", ge=0, lt=10**9)] = 0


class RecordQuery(Request):
    """How a record is to be sent."""

    download: Annotated[bool, _described("1: as a file to download.")] = False


class StepsQuery(Request):
    """Which steps of a game, and from whose point of view."""

    seat: Annotated[
        str,
        _described(
            "A seat, `public`, or `all`: everything revealed, when the game is over.", pattern="^(public|all|[0-9])$"
        ),
    ] = "public"
    first: Annotated[int, _described("The first step; 0 is the deal.", ge=0, lt=10**9)] = msgspec.field(
        default=0, name="from"
    )
    last: Annotated[int, _described(f"The last step; at most {PAGE} at a time.", ge=0, lt=10**9)] | None = (
        msgspec.field(default=None, name="to")
    )


class Response(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a response."""


class Session(Response):
    """A session: the token is secret. The person's own id is for them alone: at every table others see another one."""

    token: str
    person: str
    name: str


class AboutServer(Response):
    """What the operator says about this server, and after how many seconds names and words are forgotten and tables
    that never started deleted."""

    imprint: Translations
    privacy: Translations
    keep_names: float
    unstarted: float


class Address(Response):
    """An address like http://192.168.1.5:8000."""

    address: str


class Opened(Response):
    """A new table."""

    id: str


class Found(Response):
    """The table to which a code leads."""

    id: str


class Listed(Summary, forbid_unknown_fields=True):
    """A table in the list; `at` is when it was opened, in seconds since 1970."""

    id: str
    at: float


class Tables(Response):
    """A page of the list of tables."""

    tables: list[Listed]


class ShownPlace(Response, omit_defaults=True):
    """A place at the table."""

    kind: Literal["open", "person", "bot", "empty"]
    person: str | None = None
    level: str | None = None
    name: str | None = None


class ShownPerson(Response):
    """Somebody at the table; `here`: has joined and not left."""

    id: str
    name: str
    here: bool


class Lobby(Response):
    """What everybody with the link may know of a table; `lock` from the start on, `deal` when the game is over.

    `votes` has who wants a bot to play for whom, `former` the places that people had in the running game until a bot
    got them. `code` leads to the table until the game starts. `following` is the table of a rematch, `rematch_by` who
    asked for it; `ended_by` is the host who ended the game before it was over, `too_long` says that the table ended it
    after very many moves. `you` is one's own id at this table.
    """

    id: str
    version: int
    phase: Literal["open", "dealing", "running", "over"]
    host: str
    settings: Settings
    places: list[ShownPlace]
    seats: list[int]
    people: list[ShownPerson]
    votes: dict[str, list[str]]
    former: dict[str, list[int]]
    commitment: str
    lock: Lock | None
    before: str | None
    following: str | None
    rematch_by: str | None
    ended_by: str | None
    too_long: bool
    code: str
    hushed: list[str]
    you: str | None
    deal: Deal | msgspec.UnsetType = msgspec.UNSET


_Described: Any = msgspec.defstruct(
    "_Described", [("name", str), *((lang, str) for lang in LANGUAGES)], bases=(Response,), omit_defaults=True
)
"""A game's name, and what kind of game it is: a field for each language."""


class About(_Described):  # type: ignore[misc]  # made when it is known which languages there are
    """What a game is, who made it, and the version of our rules of it."""

    players: list[int]
    version: int
    authors: str | None = None
    publishers: str | None = None
    year: int | None = None
    age: int | None = None
    minutes: int | None = None


class Choice(Response):
    """An option of a game; without choices, any value of the default's type that the game accepts."""

    name: str
    default: Any
    choices: list[Any]
    texts: Translations


class ShownFacts(Response):
    """The facts of a game: how many can play and usually do, how many minutes it takes, from which age, who plays
    together (no sides: everybody alone), whether everybody acts at once, whether seats have secrets, whether it is a
    game of memory and for how many seconds a card is shown, the seconds before the first move, whether two can share a
    screen, which types of events show little, and whether it is solved."""

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
    brief_events: list[str]
    solved: bool


class ShownGame(Response):
    """A game and its options; `places` is the largest number of players, `levels` those of its bots that are meant for
    people, from weak to strong. `ready` says what need not be compiled any more before somebody can play."""

    name: str
    about: About
    places: int
    notation: str
    options: list[Choice]
    facts: ShownFacts
    levels: list[str]
    ready: list[Literal["rules", "bots"]]


class Games(Response):
    """The games, the names of all levels of bots, and the phrases that people can say; `speed` is how fast time runs at
    the tables: 1 unless the server is being tested. `imprint`: whether the operator has one, `local`: whether browsers
    can play and think without the server."""

    games: list[ShownGame]
    levels: dict[str, Translations]
    phrases: dict[str, Translations]
    speed: float
    imprint: bool
    local: bool


class ShownRule(Response):
    """A rule; `kind` tells whether the rule sheet says so, we read it so, or we assume it."""

    id: str
    kind: str
    texts: Translations


class Rules(Response):
    """Every rule of a game."""

    game: str
    about: About
    rules: list[ShownRule]


class Result(Response):
    """How a game ended."""

    winners: list[int]
    scores: list[int]


class Record(Response):
    """A game that is over: the deal, and every move with its seat (null: a move of the table).

    `result` is null if the host ended the game before it was over.
    """

    version: int
    game: str
    options: dict[str, Any]
    seed: int
    moves: list[tuple[int | None, str]]
    table: str
    deal: Deal
    names: list[str | None]
    result: Result | None


class Steps(Response):
    """Steps of a game in order; `last` is the number of the last one there is, `next` the first of the next page.

    With `old_rules` the game was played under earlier rules and only its end can be shown.
    """

    table: str
    game: str
    options: dict[str, Any]
    names: list[str | None]
    phase: Literal["running", "over"]
    old_rules: bool
    last: int
    next: int | None
    steps: list[Step]


class Reviewed(Response):
    """A review and its progress: it is complete when all `moves` are `done`."""

    table: str
    moves: int
    done: int
    review: Review | None


class Health(Response):
    """The process answers."""

    ok: bool


class Ready(Response):
    """The database works; `redis` says whether the other processes are heard."""

    ok: bool
    redis: bool
