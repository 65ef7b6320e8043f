"""Nobody waits for a bot: it thinks in a thread."""

import asyncio
import threading
from collections.abc import Iterator
from random import Random

import pytest

from tafelrunde.bots import Seat, player
from tafelrunde.server.process.config import Config
from tafelrunde.server.process.fair_queue import FairQueue, Path
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import acts, clock, wishes
from tafelrunde.table.acts import Place, Settings
from tests.protocol_client import TIMEOUT
from tests.server.support.hubs import RecordingSubscriber, ask, running_hub

pytestmark = pytest.mark.anyio

BOT = 1


class Slow:
    """A bot that thinks until it may answer, and records how many events it had seen each time."""

    level = "good"
    seconds = 0.25

    def __init__(self) -> None:
        self.begun, self.may_answer = threading.Semaphore(0), threading.Event()
        self.seen: list[int] = []

    def choose(self, seat: Seat, chance: Random) -> str:
        if len(seat.moves) > 1:
            self.seen.append(len(seat.events()))
            self.begun.release()
            assert self.may_answer.wait(TIMEOUT)
        return seat.moves[-1]

    def pause(self, seat: Seat, chance: Random) -> float:
        return 0.0


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setattr(clock, "_bot", lambda table, seat: slow)
    yield slow
    slow.may_answer.set()


async def begin(hub: Hub, game: str = "denkste") -> str:
    """A table for Anna and a bot."""
    places = [Place("person", "anna"), Place("bot", level="good"), Place("empty"), Place("empty")]
    table = await hub.create("anna", "Anna", Settings(game, {}), places, "")
    assert isinstance(table, str)
    return table


async def start(hub: Hub, live: LiveTable) -> RecordingSubscriber:
    subscriber = RecordingSubscriber("anna")
    await live.subscribe(subscriber, 0)
    assert isinstance(await ask(hub, live, "anna", wishes.Start()), Ack)
    return subscriber


async def begin_race(hub: Hub) -> tuple[str, str]:
    """A race in which the bot has a choice, and a card that Anna can play without taking the bot's last move."""
    while True:
        table = await begin(hub, "biesti-boys")
        async with hub.acquire(table) as live:
            assert isinstance(await ask(hub, live, "anna", wishes.Start()), Ack)
            match = live.table.match
            assert match is not None
            if len(match.moves(BOT)) > 1:
                for move in match.moves(0):
                    after = match.copy()
                    after.play(0, move)
                    if after.moves(BOT):
                        return table, move


async def thinks(bot: Slow) -> None:
    """Wait until the bot has begun to think."""
    assert await asyncio.to_thread(bot.begun.acquire, timeout=TIMEOUT)


def by_bot(live: LiveTable) -> list[str]:
    """What the bot has played."""
    return [step.act.move for step in live.table.log if isinstance(step.act, acts.Moved) and step.act.by == "bot"]


async def test_a_wish_does_not_wait_for_the_bot_at_the_table(hub: Hub, bot: Slow) -> None:
    async with hub.acquire(await begin(hub)) as live:
        anna = await start(hub, live)
        await thinks(bot)
        for wish in (wishes.Say(phrase="hello"), wishes.Play(0, "go 3")):
            assert isinstance(await ask(hub, live, "anna", wish), Ack)
        await live.subscribe(RecordingSubscriber("onlooker"), 0)
        assert not live.lock.locked()
        version = live.table.version
        bot.may_answer.set()
        await anna.until_version(version + 1)
        moved = live.table.log[version].act
        assert moved == acts.Moved(BOT, "stop 6", "bot")
        assert bot.seen[:2] == [0, 1], "it thought again, as anna had played meanwhile"


async def test_a_race_goes_on_while_a_bot_thinks(hub: Hub, bot: Slow) -> None:
    table, move = await begin_race(hub)
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        await thinks(bot)
        async with asyncio.timeout(TIMEOUT):
            while hub.time.now() < clock.may_move_from(live.table):
                await asyncio.sleep(0.01)
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, move)), Ack)
        version = live.table.version
        bot.may_answer.set()
        await anna.until_version(version + 1)
        assert by_bot(live)


async def test_a_shutdown_does_not_wait_for_a_bot_which_thinks_again_afterwards(hub_config: Config, bot: Slow) -> None:
    async with running_hub(hub_config) as stopping:
        table = await begin(stopping)
        async with stopping.acquire(table) as live:
            await start(stopping, live)
            await thinks(bot)
            assert isinstance(await ask(stopping, live, "anna", wishes.Play(0, "go 3")), Ack)
    bot.may_answer.set()
    async with running_hub(hub_config) as anew, anew.acquire(table) as live:
        assert by_bot(live) == []
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        await anna.until(lambda: len(by_bot(live)) == 2)
        assert by_bot(live) == ["stop 6", "go 6"]


async def test_two_processes_may_think_for_a_bot_and_it_moves_once(hub_config: Config, hub: Hub, bot: Slow) -> None:
    async with running_hub(hub_config) as other:
        table = await begin(hub)
        async with hub.acquire(table) as here:
            anna = await start(hub, here)
            await thinks(bot)
            async with other.acquire(table) as there:
                await there.subscribe(RecordingSubscriber("anna"), 0)
                await thinks(bot)
                assert isinstance(await ask(other, there, "anna", wishes.Play(0, "go 3")), Ack)
                bot.may_answer.set()
                await anna.until(lambda: len(by_bot(here)) == 2)
                await asyncio.gather(here.tasks.finish(), there.tasks.finish())
                for live in (here, there):
                    async with live.lock:
                        await live._catch_up()
                    assert by_bot(live) == ["stop 6", "go 6"]


@pytest.mark.parametrize("seconds", [player.QUICK, 1.0])
async def test_long_thoughts_never_hold_up_quick_ones_and_the_host_pays_for_the_table(
    hub: Hub, bot: Slow, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(bot, "seconds", seconds)
    bot.may_answer.set()
    payers, charge = [], FairQueue.charge

    def charged(queue: FairQueue[object], payer: Path, used: float) -> None:
        payers.append(payer)
        charge(queue, payer, used)

    may_go = threading.Event()
    others = [asyncio.create_task(hub.thinking.run(lambda: may_go.wait(TIMEOUT), ("eve",))) for _ in range(64)]
    await asyncio.sleep(0)
    monkeypatch.setattr(FairQueue, "charge", charged)
    async with hub.acquire(await begin(hub)) as live:
        anna = await start(hub, live)
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 3")), Ack)
        if seconds > player.QUICK:
            await asyncio.sleep(0.1)
            assert by_bot(live) == [], "all threads for long thoughts are taken"
            may_go.set()
        await anna.until(lambda: by_bot(live) != [])
        assert ("127.0.0.1", "anna", live.table.id) in payers
    may_go.set()
    await asyncio.gather(*others)


async def test_when_a_bot_fails_everybody_has_to_reconnect(
    hub: Hub, bot: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "choose", lambda seat, chance: 1 / 0)
    async with hub.acquire(await begin(hub)) as live:
        anna = await start(hub, live)
        await anna.until(lambda: anna.bye is not None)
        assert anna.bye == "trouble"
