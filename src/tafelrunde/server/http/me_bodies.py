"""The bodies of requests about oneself, and of their responses."""

from typing import Annotated, Any

import msgspec

from tafelrunde.server.http.bodies import Request, Response


class NamedDevice(Request):
    """What a device is called in the list of one's devices, like "Firefox, Android"."""

    label: Annotated[str, msgspec.Meta(max_length=60)] = ""


class ShownDevice(Response):
    """A device of one's own; `since` when it has its token, `seen` the day of its last visit, in seconds since 1970."""

    id: str
    label: str
    since: float
    seen: float
    current: bool


class Me(Response):
    """What only oneself is told: one's own id and devices."""

    person: str
    devices: list[ShownDevice]


class Token(Response):
    """A new token, and whose it is."""

    token: str
    person: str


class Link(Response):
    """A token for another device, which has to ask for a token of its own with it within so many seconds."""

    token: str
    seconds: float


class OwnTable(Response):
    """A table that one was at: under which id, and what one did there, with the time as text."""

    table: str
    game: str
    you: str
    did: list[dict[str, Any]]


class OwnData(Response):
    """Everything that the server knows of a person. `unreadable` are tables that they were at whose log is damaged."""

    person: str
    devices: list[ShownDevice]
    tables: list[OwnTable]
    unreadable: list[str]


class Forgotten(Response):
    """At how many tables somebody was forgotten; `left` are those where it was not possible, as their log is damaged:
    the operator can help."""

    tables: int
    left: list[str]


class SignedOut(Response):
    """How many devices were signed out."""

    devices: int
