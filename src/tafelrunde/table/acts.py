"""What can happen at a table. The log is a list of acts, and replaying it gives the table."""

import secrets
from dataclasses import field
from typing import Any, Literal, TypeVar

from tafelrunde.table import records
from tafelrunde.table.fair_deal import Contribution
from tafelrunde.table.records import BadData, Record

ID_LETTERS, ID_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""What the id of a table is made of: it is part of a link, so hard to guess and easy to read out."""


def new_table_id() -> str:
    """An id for a new table."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


class Place(Record, omit_defaults=True):
    """A place at the table: open, taken by a person or a bot, or left empty.

    `name` is who sits there if it is not the person whose device it is: several people may share one.
    """

    kind: Literal["open", "person", "bot", "empty"] = "open"
    person: str | None = None
    level: str | None = None
    name: str | None = None


Tempo = Literal["slow", "normal", "fast", "tap"]
"""How fast bots move; with "tap" they wait for somebody to tap."""

Entry = Literal["open", "approve", "locked"]
"""Who may join: everybody, whoever the host lets in, or nobody new."""


class Settings(Record):
    """What the host chose. The number of players is not among the options: it follows from the places.

    Without a choice for `take_back`, moves can be taken back where one person plays against bots.
    """

    game: str
    options: dict[str, Any]
    public: bool = False
    onlookers: bool = True
    free_text: bool = False
    memory_aid: bool = False
    move_seconds: float | None = None
    hints: bool = False
    tempo: Tempo = "normal"
    take_back: bool | None = None
    take_over: bool = True
    entry: Entry = "open"


class Act(Record, tag_field="act"):
    """Something that happened, as it is written to the log."""


class Created(Act):
    """The host opened the table. `invited` maps people who hold a place before they join (in a rematch) to their names.

    The secret stays in the log; only its commitment is public. `commitment` is the host's, to their own part of the
    deal. `code` leads to the table until the game starts. `series` is the first table of a series of rematches, empty
    for the first itself. `origin` is the table of a device where the game was played, if it was sent from there: what
    was dealt depends on it.
    """

    person: str
    name: str
    settings: Settings
    places: list[Place]
    secret: str
    before: str | None = None
    commitment: str = ""
    invited: dict[str, str] = field(default_factory=dict)
    code: str = ""
    series: str = ""
    origin: str = ""


class Joined(Act):
    """Somebody joined the table, and has committed to their own random part of the deal (empty: to none); `by` is the
    host who let them in."""

    person: str
    name: str
    commitment: str
    by: str | None = None


class Requested(Act):
    """Somebody asked the host to be let in; what they will join with."""

    person: str
    name: str
    commitment: str


class Dismissed(Act):
    """A request is gone: the host has declined it, or whoever asked has withdrawn it."""

    person: str
    other: str


class Left(Act):
    """Somebody left the table, or was removed by the host."""

    person: str
    by: str


class Placed(Act):
    """A place changed: somebody sat down, stood up or took over from a bot, or the host or a vote set it."""

    person: str
    place: int
    now: Place


class Changed(Act):
    """The host changed the settings; during the game only the tempo, the clock, and who may join."""

    person: str
    settings: Settings


class Locked(Act):
    """All commitments to the deal were locked: the game begins when all parts are revealed.

    `seats` are the places that play, in order. After a round in which somebody did not reveal, a new one is locked.
    """

    person: str
    seats: list[int]
    secret: str
    contributions: list[Contribution]


class Revealed(Act):
    """Somebody revealed their part of the deal, with a fresh commitment in case there has to be another round."""

    person: str
    part: str
    commitment: str


class Started(Act):
    """The game began: all parts of the deal had been revealed."""

    person: str


class Moved(Act):
    """A move by a seat (None: by the table), and whether the person, a bot or the clock made it."""

    seat: int | None
    move: str
    by: Literal["person", "bot", "time", "table"]


class TakenBack(Act):
    """A person took back the last move, made by their seat. Both stay in the log; the record has neither."""

    person: str
    seat: int


class Tapped(Act):
    """Somebody tapped, and the bots that waited for it may make a move."""

    person: str


class Ended(Act):
    """The host ended the game before it was over; it has no result."""

    person: str


class Said(Act):
    """Somebody said something: a phrase from the list, or free text if the host allows it."""

    person: str
    phrase: str | None = None
    text: str | None = None


class Muted(Act):
    """Somebody muted or unmuted another person for themselves; nobody else is told."""

    person: str
    other: str
    muted: bool


class Hushed(Act):
    """The host stopped somebody from chatting, or allowed it again."""

    person: str
    other: str
    hushed: bool


class HostChanged(Act):
    """Somebody else is the host: the host wanted it, or was gone for too long (`by` the table)."""

    person: str
    host: str
    by: Literal["person", "table"]


class Voted(Act):
    """Somebody wants a bot to play for a person who keeps everybody waiting, or no longer does."""

    person: str
    other: str
    out: bool


class Followed(Act):
    """A rematch was opened at another table."""

    person: str
    table: str


AnyAct = (
    Created
    | Joined
    | Requested
    | Dismissed
    | Left
    | Placed
    | Changed
    | Locked
    | Revealed
    | Started
    | Moved
    | TakenBack
    | Tapped
    | Ended
    | Said
    | Muted
    | Hushed
    | HostChanged
    | Voted
    | Followed
)
WithWords = Created | Joined | Requested | Placed | Said
"""Acts that can contain what a person chose to be called, or to say."""
InPlay = Moved | TakenBack | Tapped
"""Acts that change the game but, unless they end it, nothing else at the table."""
Step = Started | Moved
"""Acts that are a step of the game."""
Unlisted = InPlay | Said
"""Acts that change nothing in the list of tables, unless they end the game."""
Uncounted = Created | Moved | Tapped
"""Acts that do not count against what a person may do."""

T = TypeVar("T", bound=Act)


def encode(act: AnyAct) -> bytes:
    """An act as the log keeps it. Names and words are salted: once they are forgotten, the hash of what was in the log
    does not tell whether a guess is right."""
    data = records.encode(act)
    return b'["%s",%s]' % (secrets.token_hex(16).encode(), data) if _has_words(act) else data


def decode(data: bytes) -> AnyAct:
    """An act from the log."""
    act: AnyAct = records.read(_without_salt(data), AnyAct)
    return act


def _without_salt(data: bytes) -> Any:
    found = records.parse(data)
    if not isinstance(found, list):
        return found
    if len(found) != 2:
        raise BadData("Expected a salt and an act", "$")
    return found[1]


def _has_words(act: AnyAct) -> bool:
    """Whether an act contains what a person chose to be called, or to say."""
    if not isinstance(act, WithWords):
        return False
    place = getattr(act, "now", None)
    return any(getattr(part, word, None) for part in (act, place) for word in ("name", "text"))


def without_words(data: bytes, person: str | None = None) -> bytes:
    """An act of the log without the names and words of a person, or of everybody; as it is if there are none."""
    act = _without_salt(data)
    return records.encode(act) if _strip(act, person) else data


def lacks_words(data: bytes) -> bool:
    """Whether this can be what `without_words` has left of an act: one that can have words, and lacks some."""
    try:
        act: AnyAct = records.decode(data, AnyAct)
    except BadData:
        return False
    match act:
        case Created():
            return "" in (act.name, *act.invited.values(), *(place.name for place in act.places))
        case Joined() | Requested():
            return act.name == ""
        case Placed():
            return act.now.name == ""
        case Said():
            return act.phrase is None and act.text is None
    return False


def stripped(act: T, person: str | None = None) -> T:
    """An act without the names and words of a person, or of everybody."""
    if not isinstance(act, WithWords):
        return act
    plain = records.plain(act)
    _strip(plain, person)
    found: T = records.read(plain, type(act))
    return found


def _strip(part: dict[str, Any], person: str | None) -> bool:
    """Remove names and words from a part of an act; whether there were any."""
    found = False
    is_theirs = person is None or part.get("person") == person
    for word, instead in (("name", ""), ("text", None)):
        if is_theirs and part.get(word):
            part[word], found = instead, True
    for invited in part.get("invited", {}):
        if (person is None or invited == person) and part["invited"][invited]:
            part["invited"][invited], found = "", True
    inner = [*part.get("places", []), *([part["now"]] if "now" in part else [])]
    return sum(_strip(place, person) for place in inner) > 0 or found
