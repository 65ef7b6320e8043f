"""The server's own log: one JSON object per line, on stderr. What people are called, say and play is never in it.

A message is logged without its arguments, and an error only with its type and where it was raised: either could contain
a name, a frame or an address. What comes again and again is counted instead of written: nobody can fill the disk.
"""

import datetime
import logging
import math
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import msgspec

TRUSTED_LOGGERS = ("tafelrunde", "uvicorn")
"""Loggers whose message templates contain no personal data; the messages of others are left out."""
MAX_FRAMES = 20
"""How many frames of a traceback are logged."""
MOST_ALIKE, ALIKE_SECONDS = 5, 60.0
"""So many lines that are alike are written in so many seconds; of the others only their number."""


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


@dataclass
class Alike:
    """Lines that are alike: since when they are counted, how many were written, and how many left out."""

    since: float
    latest: logging.LogRecord
    written: int = 0
    left_out: int = 0


class SummingHandler(logging.StreamHandler[TextIO]):
    """Writes the first lines of a kind, and later how many more there were."""

    def __init__(self, stream: TextIO, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(stream)
        self._now = now
        self._alike: dict[tuple[object, ...], Alike] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it. Lines are alike if only what they do not show differs."""
        now = self._now()
        self._sum_up(now - ALIKE_SECONDS)
        error = record.exc_info[0] if record.exc_info else None
        alike = self._alike.setdefault((record.name, _event(record), error), Alike(now, record))
        if alike.written < MOST_ALIKE:
            alike.written += 1
            super().emit(record)
        else:
            alike.left_out, alike.latest = alike.left_out + 1, record

    def close(self) -> None:
        """Tell what has not been told."""
        self._sum_up(math.inf)
        super().close()

    def _sum_up(self, until: float) -> None:
        """Tell how many lines were left out, of those that are counted since this moment or longer."""
        for key, alike in [each for each in self._alike.items() if each[1].since <= until]:
            del self._alike[key]
            if alike.left_out:
                alike.latest.fields, alike.latest.exc_info = {"more": alike.left_out}, None
                super().emit(alike.latest)


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
    handler = SummingHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(TRUSTED_LOGGERS[0]).setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
    logging.captureWarnings(True)
