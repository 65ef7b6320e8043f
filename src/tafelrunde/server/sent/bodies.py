"""What is sent of a game that was played without a server."""

from typing import Annotated, Literal

import msgspec

from tafelrunde.server.http.bodies import Record, Request

LARGEST = 192 * 1024
"""The largest parcel in bytes: some five thousand moves, more than the longest of a million games takes."""
MOST_SEATS, LONGEST_MS = 100, 10**11

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=LONGEST_MS)]


class SentGame(Request):
    """A game that was played on one device without a server, to be kept here; its browser makes this.

    `name` is what whoever sends it was called there. `levels` has for each seat the level of its bot, null if a person
    had it; `steps` for each move of the record how many milliseconds after the start it was made, and by whom.
    """

    name: str
    record: Record
    levels: Annotated[list[str | None], msgspec.Meta(max_length=MOST_SEATS)]
    steps: list[tuple[Milliseconds, Literal["person", "bot", "time", "table"]]]
