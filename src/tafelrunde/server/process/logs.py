"""The server's own log: one JSON object per line, on stderr. What people are called, say and play is never in it.

A message is logged without its arguments, and an error only with its type and where it was raised: either could contain
a name, a frame or an address.
"""

import datetime
import logging
import sys
import traceback
from pathlib import Path
from typing import Any

import msgspec

TRUSTED_LOGGERS = ("tafelrunde", "uvicorn")
"""Loggers whose message templates contain no personal data; the messages of others are left out."""
MAX_FRAMES = 20
"""How many frames of a traceback are logged."""


class JsonFormatter(logging.Formatter):
    """A record as a line of JSON."""

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
    """The message template, if it contains no personal data."""
    text = str(record.msg).strip()
    return text if record.name.partition(".")[0] in TRUSTED_LOGGERS and text.isprintable() else "message"


def _error(error: BaseException) -> dict[str, Any]:
    """The type of an error and its traceback, but not its message."""
    frames = traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]
    return {
        "error": type(error).__name__,
        "trace": [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames],
    }


def start() -> None:
    """Use this format for all logs of this process; on a terminal show only what needs attention."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(TRUSTED_LOGGERS[0]).setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.captureWarnings(True)
