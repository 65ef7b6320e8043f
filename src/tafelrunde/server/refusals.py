"""Refusals and goodbyes of the server itself; those of the table are in `tafelrunde.table.wishes`."""

from pathlib import Path
from typing import Any

from tafelrunde.kernel.languages import Texts
from tafelrunde.server.sockets.messages import Bye
from tafelrunde.table.wishes import Refusal

TEXTS = Texts(Path(__file__).parent)
RETRY_REASONS = ("no-hello", "too-fast", "restart", "trouble", "fell-back", "database-away", "database-full")
"""Reasons of Bye after which it makes sense to reconnect."""


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal by the server."""
    return Refusal(code, TEXTS.say_in_all("refusal", code, **values))


def bye(reason: str) -> Bye:
    """The last message of a connection."""
    return Bye(reason, reason in RETRY_REASONS, TEXTS.say_in_all("bye", reason))
