"""The server's log: one JSON object a line, on stderr. What people are called, say and play is never in it.

A message is written without what was put into it, and of an error only its kind and where it came up: either could hold
a name, a frame or an address.
"""

import datetime
import logging
import sys
import traceback
from pathlib import Path
from typing import Any

import msgspec

PLAIN = ("tafelrunde", "uvicorn")
"""Who writes messages that are the same for everybody; of others only the fact is told."""
DEEPEST = 20
"""So many places of an error are told."""


class Lines(logging.Formatter):
    """A record as a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, event, and the fields that go with it."""
        line: dict[str, Any] = {
            "time": datetime.datetime.fromtimestamp(record.created, datetime.UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            "from": record.name,
        }
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line |= _error(record.exc_info[1])
        return msgspec.json.encode(line).decode()


def _event(record: logging.LogRecord) -> str:
    """What happened, in words that are the same for everybody."""
    text = str(record.msg).strip()
    return text if record.name.partition(".")[0] in PLAIN and text.isprintable() else "message"


def _error(error: BaseException) -> dict[str, Any]:
    """What kind of error, and how it came to it; not a word of what it says."""
    places = traceback.extract_tb(error.__traceback__)[-DEEPEST:]
    return {
        "error": type(error).__name__,
        "trace": [f"{Path(place.filename).name}:{place.lineno} {place.name}" for place in places],
    }


def start() -> None:
    """Write every log of this process so; on a terminal only what somebody should look at."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(PLAIN[0]).setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.captureWarnings(True)
