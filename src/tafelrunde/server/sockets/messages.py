"""What is said over a socket. Every frame is one of these messages as JSON; unknown fields are refused."""

from typing import Annotated, Any

import msgspec

from tafelrunde.bots import Advice
from tafelrunde.table.visibility import Effect, Perspective
from tafelrunde.table.wishes import AnyWish, Refusal

MOST_BYTES = 16 * 1024
"""The longest frame that a client may send."""

WishId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Moves = Annotated[list[str], msgspec.Meta(max_length=8)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Message(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message in either direction."""


# from the client


class Hello(Message):
    """The first word: who one is, and the last version one has seen (0: none)."""

    token: str
    after: Version = 0


class Ask(Message):
    """A wish, with an id of the client's own and the version that it looked at. The same id never happens twice."""

    id: WishId
    version: Version
    wish: AnyWish


class Hint(Message):
    """What to do at an own seat? Nothing happens by it, so it may be asked again."""

    id: WishId
    seat: int


class Try(Message):
    """What could an own seat do after these moves of its own? Nothing happens by it, so it may be asked again."""

    id: WishId
    seat: int
    moves: Moves


class Ping(Message):
    """Are you there?"""


# from the server


class Welcome(Message):
    """The answer to Hello: who one is at this table."""

    person: str
    table: str
    version: int


class Snapshot(Message):
    """How it stands, and the events `after` the version of the Hello.

    The keys of `seats` are the own seats, or "public" for an onlooker; before the game there are none.
    """

    version: int
    after: int
    lobby: dict[str, Any]
    seats: dict[str, Perspective]


class Update(Message):
    """The same with the events `after` the last time; the version stays when something is only to be forgotten."""

    version: int
    after: int
    lobby: dict[str, Any]
    seats: dict[str, Perspective]


class Ack(Message):
    """The wish has happened, durably, as this version."""

    id: str
    version: int


class Refused(Message):
    """The wish does not happen, and why; without an id the frame could not be read."""

    id: str | None
    refusal: Refusal


class Hints(Message):
    """The moves that a seat had at a version, best first, each with the chance of the seat's side to win by it and how
    often the strongest player would make it. Only who asked is told."""

    id: str
    version: int
    seat: int
    moves: list[Advice]


class Tried(Message):
    """What a seat could do after moves that it has not made, and what it would see then, and what these moves do
    to pieces. If it would not be the one to
    act any more, `view` is null: what comes then depends on others. Only who asked is told."""

    id: str
    version: int
    seat: int
    moves: list[str]
    view: dict[str, Any] | None
    effects: list[Effect]


class Presence(Message):
    """Who of the table's people is connected."""

    people: list[str]


class Bye(Message):
    """The last word: why the socket closes, and whether it makes sense to come back."""

    reason: str
    retry: bool
    texts: dict[str, str]


class Pong(Message):
    """Yes, and the table is at this version."""

    version: int


FromClient = Hello | Ask | Hint | Try | Ping
FromServer = Welcome | Snapshot | Update | Ack | Refused | Hints | Tried | Presence | Bye | Pong

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class BadFrame(ValueError):
    """A frame that is no message."""


def read(frame: str) -> FromClient:
    """A client's message; BadFrame if it is none."""
    try:
        return _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from None


def write(message: FromServer) -> bytes:
    """A message as a frame."""
    return _encoder.encode(message)


def encoded(part: Any) -> Any:
    """A part of messages that is written once for all of them; it stands in for what it was made of."""
    return msgspec.Raw(_encoder.encode(part))
