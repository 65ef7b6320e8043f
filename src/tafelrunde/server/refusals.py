"""What the server itself says to people."""

from pathlib import Path
from typing import Any

from tafelrunde.kernel.languages import Texts
from tafelrunde.server.sockets.messages import Bye
from tafelrunde.table.wishes import Refusal

TEXTS = Texts(Path(__file__).parent)
COME_BACK = ("no-hello", "too-fast", "restart", "trouble")
"""Why a socket may close although it makes sense to open another one."""


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal by the server."""
    return Refusal(code, TEXTS.say_in_all("refusal", code, **values))


def bye(reason: str) -> Bye:
    """The last word to a socket."""
    return Bye(reason, reason in COME_BACK, TEXTS.say_in_all("bye", reason))
