"""The messages of the WebSocket protocol. Every frame is one of them as JSON; unknown fields are refused."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from tafelrunde.bots import Advice
from tafelrunde.server.structs import record_of, struct_of
from tafelrunde.table.visibility import Blocked, Effect, Perspective
from tafelrunde.table.wishes import AnyWish, Refusal

PROTOCOL = 2
"""The version of this protocol: it changes with everything that a client has to know of."""
MAX_FRAME_BYTES = 16 * 1024
"""The longest frame that a client may send."""

WishId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Moves = Annotated[list[str], msgspec.Meta(max_length=8)]
Mark = Annotated[str, msgspec.Meta(max_length=64)]
Version = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


if TYPE_CHECKING:
    Wish = AnyWish
else:
    Wish = struct_of(AnyWish)


class Message(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A message in either direction."""


# from the client


class Hello(Message):
    """The first message: who the client is, the last version it has seen (0: none) and its mark, and which version of
    the protocol it speaks. One that does not say so (0) speaks another one."""

    token: str
    after: Version = 0
    mark: Mark = ""
    protocol: int = 0


class Ask(Message):
    """A wish, with an id chosen by the client and the last version it has seen. An id is never carried out twice."""

    id: WishId
    version: Version
    wish: Wish


class Hint(Message):
    """Asks what to do at one of one's own seats. Nothing happens, so it may be repeated."""

    id: WishId
    seat: int


class Try(Message):
    """Asks what one of one's own seats could do after these moves. Nothing happens, so it may be repeated."""

    id: WishId
    seat: int
    moves: Moves


class Ping(Message):
    """Answered with Pong."""


# from the server


class Welcome(Message):
    """The answer to Hello: who the client is at this table, and the version of the protocol.

    With `rewound`, what the client has seen is not in the log any more: the database has lost the last versions, and
    the snapshot starts from the beginning. It has the words for it, in every language.
    """

    person: str
    table: str
    version: int
    rewound: dict[str, str] | None
    protocol: int = PROTOCOL


class Snapshot(Message):
    """The state of the table, and the events after the version given in Hello, which is `after`.

    The keys of `seats` are one's own seats, or "public" for an onlooker; before the game there are none. The mark tells
    this version from any other truth that a database may have lost; it is given back in Hello.
    """

    version: int
    mark: str
    after: int
    lobby: dict[str, Any]
    seats: dict[str, Perspective]


class Changes(msgspec.Struct):
    """What has changed in a Perspective: a field that is missing is as it was, and so is a field that is missing in the
    view. The events are those since the last message."""

    events: list[dict[str, Any]]
    since: int
    view: dict[str, Any] | UnsetType = UNSET
    moves: list[str] | UnsetType = UNSET
    actors: list[int] | UnsetType = UNSET
    effects: list[Effect] | UnsetType = UNSET
    wait: float | UnsetType = UNSET
    covers: float | UnsetType | None = UNSET
    due: float | UnsetType | None = UNSET
    can_take_back: bool | UnsetType = UNSET
    waits_for_tap: bool | UnsetType = UNSET


class Update(Message):
    """What has changed since the last message about the table, which was at version `after`, in the lobby and for each
    seat, and the events since then. A field of the lobby that is missing is as it was. If it is `whole`, everything is
    there, as in a Snapshot.

    `number` counts the updates of a connection, from 1 on without gaps. The version stays the same when nothing has
    happened but something is no longer shown.
    """

    number: int
    whole: bool
    version: int
    mark: str
    after: int
    lobby: dict[str, Any]
    seats: dict[str, Changes]


class Ack(Message):
    """The wish was carried out as this version, and that is durable."""

    id: str
    version: int


class Refused(Message):
    """Why a wish is not carried out; the id is null if the frame could not be read."""

    id: str | None
    refusal: Refusal


class Hints(Message):
    """The moves that a seat had at a version, best first, each with the winning chance of the seat's side after it, how
    often the strongest bot would make it, whether it is one of several that are as good as the best, and for the first
    moves why, and how they go on if they have several parts. Sent only to the client that asked."""

    id: str
    version: int
    seat: int
    moves: list[Advice]


class Tried(Message):
    """What a seat could do after moves that it has not made yet, what it would see then, what its moves would do to
    pieces, and why what it holds and cannot use does not go. If it would no longer be its turn, `view` is null: what
    follows depends on others. Sent only to the client that asked."""

    id: str
    version: int
    seat: int
    moves: list[str]
    view: dict[str, Any] | None
    effects: list[Effect]
    blocked: list[Blocked]


class Presence(Message, omit_defaults=True):
    """Which of the table's people are connected. `away` has those who are not but have a seat in the running game, with
    the seconds until a bot plays for them (0: it does)."""

    people: list[str]
    away: dict[str, float] = {}


class Notice(Message):
    """What the operator tells everybody, by language."""

    texts: dict[str, str]


class Bye(Message):
    """The last message: why the connection is closed, and whether it makes sense to reconnect."""

    reason: str
    retry: bool
    texts: dict[str, str]


class Pong(Message):
    """The answer to Ping: the table is at this version."""

    version: int


FromClient = Hello | Ask | Hint | Try | Ping
FromServer = Welcome | Snapshot | Update | Ack | Refused | Hints | Tried | Presence | Notice | Bye | Pong

_encoder = msgspec.json.Encoder()
_NUMBER_END = len('{"type":"update","number":0')
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class BadFrame(ValueError):
    """A frame that is not a valid message."""


def decode(frame: str) -> FromClient:
    """A client's message; BadFrame if it is not one."""
    try:
        message = _decoder.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(str(error)) from None
    if isinstance(message, Ask):
        message.wish = record_of(message.wish)
    return message


def encode(message: FromServer) -> bytes:
    """A message as a frame."""
    return _encoder.encode(message)


def renumbered(update: bytes, number: int) -> bytes:
    """The frame of an update that is number 0, as the one with another number."""
    return b'{"type":"update","number":%d%b' % (number, update[_NUMBER_END:])
