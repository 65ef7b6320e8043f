"""Hints over a socket: only for whoever asks, one at a time, and not in the log."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from tafelrunde.bots import Advice
from tafelrunde.server.tables import hints
from tests.protocol_client import EMPTY, two_players

pytestmark = pytest.mark.anyio


async def test_only_the_client_that_asks_is_answered(address: str) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY, hints=True) as (anna, ben):
        told = await anna.hint(0)
        assert told["type"] == "hints" and told["version"] == anna.version and told["seat"] == 0
        assert sorted(each["move"] for each in told["moves"]) == anna.seats["0"]["moves"]
        assert (await ben.hint(0))["refusal"]["code"] == "not-your-seat"
        version = await ben.do("say", phrase="hello")
        assert version == told["version"] + 1, "nothing of it is in the log"
        assert not any('"hints",' in frame for frame in ben.frames)


@pytest.fixture
def slow() -> Iterator[threading.Event]:
    """Hints that come when the event is set."""
    may_come = threading.Event()

    def hint(seat: object, chance: object) -> list[Advice]:
        may_come.wait(30)
        return [Advice("go 1", 0.5, 1.0)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints, "whole_hint", hint)
        yield may_come
        may_come.set()


async def test_one_hint_at_a_time_and_nobody_waits_for_it(address: str, slow: threading.Event) -> None:
    async with two_players(address, "denkste", EMPTY, EMPTY, hints=True) as (anna, ben):
        await anna.send(type="hint", id="first", seat=0)
        assert (await anna.hint(0))["refusal"]["code"] == "one-hint"
        asked = asyncio.create_task(ben.hint(1))
        await anna.do("play", seat=0, move="go 3")
        assert not asked.done()
        slow.set()
        told = await anna.until_message("hints")
        assert told["id"] == "first" and told["version"] == anna.version - 1, "it was about the position before"
        assert (await asked)["type"] == "hints"
        assert (await anna.hint(0))["refusal"]["code"] == "not-your-turn"


async def test_a_hint_that_fails_is_answered(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "whole_hint", lambda seat, chance: 1 / 0)
    async with two_players(address, "denkste", EMPTY, EMPTY, hints=True) as (anna, _):
        assert (await anna.hint(0))["refusal"]["code"] == "trouble"
        monkeypatch.undo()
        assert (await anna.hint(0))["type"] == "hints"
