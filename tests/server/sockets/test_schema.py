"""docs/protocol.md and its schema describe what the server does."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from tafelrunde.server import refusals
from tafelrunde.server.http import app
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets import messages
from tafelrunde.server.sockets import schema as protocol
from tafelrunde.server.sockets.connection import CLOSE_CODES, POLICY_VIOLATION
from tafelrunde.table import wishes

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "protocol.md").read_text(encoding="utf-8")
FRAMES = [
    line.replace("{…}", "{}").replace("[…]", "[]") for line in TEXT.splitlines() if line.startswith(("→ {", "← {"))
]
MESSAGES: Any = messages.FromClient | messages.FromServer
WISHES: Any = wishes.AnyWish
TAGS = [kind.__struct_config__.tag for kind in MESSAGES.__args__] + [kind.tag for kind in WISHES.__args__]


def test_the_schema_is_up_to_date() -> None:
    kept = (DOCS / "protocol.schema.json").read_text(encoding="utf-8")
    assert kept == protocol.text(), "python -m tafelrunde.server.sockets.schema > docs/protocol.schema.json"


def test_the_schema_is_complete() -> None:
    schema = protocol.schema()
    named = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    assert named <= schema["$defs"].keys()
    assert {"Hello", "Update", "Play", "Perspective", "Refusal", "NewTable"} <= schema["$defs"].keys()


def test_the_session_has_enough_frames() -> None:
    assert len(FRAMES) >= 15


@pytest.mark.parametrize("frame", FRAMES)
def test_the_frames_of_the_session_can_be_read(frame: str) -> None:
    kind: Any = messages.FromClient if frame.startswith("→") else messages.FromServer
    assert msgspec.json.decode(frame[2:], type=kind)


def test_every_endpoint_is_described() -> None:
    for route in app.make(Config("sqlite:///x.db")).routes:
        assert isinstance(route, Route | WebSocketRoute)
        methods = (route.methods or set()) - {"HEAD"} if isinstance(route, Route) else {""}
        for method in methods:
            assert f"`{method} {route.path}".replace("` ", "`") in TEXT, route.path


@pytest.mark.parametrize("tag", TAGS)
def test_every_message_and_wish_is_described(tag: str) -> None:
    assert re.search(rf"^\|.*`{tag}`.*\|.*\|", TEXT, re.MULTILINE)


@pytest.mark.parametrize("code", [*wishes.TEXTS.keys("refusal"), *refusals.TEXTS.keys("refusal")])
def test_every_refusal_is_listed(code: str) -> None:
    assert f"`{code}`" in TEXT


@pytest.mark.parametrize("reason", refusals.TEXTS.keys("bye"))
def test_every_reason_to_close_is_listed_with_its_code(reason: str) -> None:
    paragraph = next(part for part in TEXT.split("\n\n") if part.startswith("Reasons of `bye`"))
    back, away = paragraph.split("; not after ")
    assert (f"`{reason}`" in back) == refusals.bye(reason).retry and (f"`{reason}`" in away) != refusals.bye(
        reason
    ).retry
    assert re.search(rf"`{reason}`[^(]*\({CLOSE_CODES.get(reason, POLICY_VIOLATION)}\)", paragraph.replace("\n", " "))
