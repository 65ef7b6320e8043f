"""What the server itself says to people."""

from typing import Any

from tafelrunde.kernel.errors import LANGUAGES, Texts
from tafelrunde.server.sockets.messages import Bye
from tafelrunde.table.wishes import Refusal

TEXTS = Texts(__file__, "texts.toml")
COME_BACK = ("no-hello", "too-fast", "restart", "trouble")
"""Why a socket may close although it makes sense to open another one."""


def refuse(code: str, **values: Any) -> Refusal:
    """A refusal by the server."""
    return Refusal(code, {lang: TEXTS.say("refusal", code, lang, **values) for lang in LANGUAGES})


def bye(reason: str) -> Bye:
    """The last word to a socket."""
    return Bye(reason, reason in COME_BACK, {lang: TEXTS.say("bye", reason, lang) for lang in LANGUAGES})
