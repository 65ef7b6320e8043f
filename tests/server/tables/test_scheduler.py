"""What happens at a table by itself: bots play for absent people, time runs out, cards are covered again."""

import asyncio

import pytest

from tafelrunde.games.biberbande.facts import FACTS
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import acts, wishes
from tests.protocol_client import TIMEOUT
from tests.server.support.hubs import ManualTime, RecordingSubscriber, ask, open_table

pytestmark = pytest.mark.anyio


async def test_a_bot_plays_for_an_absent_person_until_they_are_back(hub: Hub) -> None:
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
        await live.subscribe(anna, 0)
        await live.subscribe(ben, 0)
        await ask(hub, live, "anna", wishes.Play(0, "go 3"))
        gone = live.scheduler.now()
        await live.unsubscribe(ben)
        away = anna.message(-1)
        assert away["people"] == ["anna"] and 0 < away["away"]["ben"] <= hub.config.grace
        version = live.table.version
        await anna.until_version(version + 1)
        step = live.table.log[version]
        assert step.act == acts.Moved(1, live.table.match.record()["moves"][-1][1], "bot")  # type: ignore[union-attr]
        assert step.at >= gone + hub.config.grace
        bot = {"type": "presence", "people": ["anna"], "away": {"ben": 0.0}}
        assert bot in map(anna.message, range(len(anna.frames)))
        await live.subscribe(ben, 0)
        assert anna.message(-1) == {"type": "presence", "people": ["anna", "ben"]}
        assert not [key for key in live.scheduler.clock.alarms if key == ("bot", 1)]


async def test_a_table_without_people_pauses(hub: Hub) -> None:
    table = await open_table(hub, move_seconds=60.0)
    async with hub.acquire(table) as live:
        anna, stranger = RecordingSubscriber("anna"), RecordingSubscriber("stranger")
        await live.subscribe(anna, 0)
        await live.subscribe(stranger, 0)
        assert live.scheduler._timer is not None and live.scheduler.clock.next() is not None
        await live.unsubscribe(anna)
        assert live.scheduler.clock.next() is None, "an onlooker who has not come to the table does not make it go on"
        await live.subscribe(anna, 0)
        due = live.scheduler.clock.next()
        assert due is not None and due > live.scheduler.now() + 30, "the time for the move begins anew"


async def test_after_a_pause_everybody_is_given_time_to_come_back(hub: Hub) -> None:
    hub.time = time = ManualTime()
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        await live.subscribe(RecordingSubscriber("anna"), 0)
        time.moment += hub.config.grace - 1
        live.scheduler.wake()
        await live.tasks.finish()
        assert not live.scheduler.clock.alarms, "ben may still come"
        time.moment += 2
        live.scheduler.wake()
        await live.tasks.finish()
        assert ("bot", 1) in live.scheduler.clock.alarms


async def test_time_per_move(hub: Hub) -> None:
    table = await open_table(hub, move_seconds=20.0)
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        await live.subscribe(RecordingSubscriber("ben"), 0)
        version = live.table.version
        await anna.until_version(version + 2)
        moves = [step.act for step in live.table.log[version : version + 2]]
        assert all(isinstance(act, acts.Moved) and act.by == "time" for act in moves)
        assert live.table.log[version].at >= live.table.started_at + 20


async def test_everybody_sees_how_much_time_they_have_left(hub: Hub) -> None:
    hub.time = time = ManualTime()
    table = await open_table(hub, move_seconds=20.0)
    async with hub.acquire(table) as live:
        anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
        await live.subscribe(anna, 0)
        assert anna.last()["seats"]["0"]["due"] == 20.0
        time.moment += 5
        await live.subscribe(ben, 0)
        assert ben.last()["seats"]["1"]["due"] == 20.0 - 5, "ben was expected"
        await ask(hub, live, "anna", wishes.Play(0, "go 3"))
        assert anna.last()["seats"]["0"]["due"] is None, "who has moved has no time to watch"
        assert ben.last()["seats"]["1"]["due"] == 15.0


async def test_while_bots_are_compiled_nobody_waits_for_them(hub: Hub) -> None:
    await hub.preparation.wait("denkste", "bots")
    hub.preparation._ready["denkste", "bots"].clear()
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        async with asyncio.timeout(TIMEOUT):
            while not live.scheduler.clock.undecided:  # until ben is given up
                await asyncio.sleep(0.01)
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 3")), Ack)
        version = live.table.version
        hub.preparation._tell("denkste", "bots")
        await anna.until_version(version + 1)
        last = live.table.log[version].act
        assert isinstance(last, acts.Moved) and last.by == "bot"


async def test_cards_looked_at_are_covered_again(hub: Hub) -> None:
    hub.time = time = ManualTime()
    table = await open_table(hub, "biberbande")
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        shown = anna.last()["seats"]["0"]
        assert shown["view"]["rows"][0][0] is not None and shown["covers"] is None
        slot = await _spies(hub, live)
        shown = anna.last()["seats"]["0"]
        assert shown["view"]["rows"][0][slot - 1] is not None and shown["covers"] == FACTS.look_seconds
        time.moment += shown["covers"] + 0.1
        live.scheduler.wake()
        await anna.until(lambda: anna.last()["seats"]["0"]["covers"] is None)
        later = anna.last()
        assert later["version"] == live.table.version
        assert later["seats"]["0"]["view"]["rows"][0] == [None] * 4 and later["seats"]["0"]["events"] == []


async def _spies(hub: Hub, live: LiveTable) -> int:
    """Play on until Anna has looked at one of her cards; its slot."""
    while True:
        match = live.table.match
        assert match is not None
        seat = match.actors()[0]
        moves = match.moves(seat)
        spy = next((move for move in moves if move.startswith("spy")), None) if seat == 0 else None
        for wanted in (spy, "ready", "draw", "two", "done", "discard", moves[0]):
            if wanted in moves:
                break
        assert isinstance(await ask(hub, live, ("anna", "ben")[seat], wishes.Play(seat, str(wanted))), Ack)
        if spy is not None:
            return int(spy.split()[1])


async def test_time_never_runs_backwards_when_the_clock_is_set_back(hub: Hub) -> None:
    hub.time = time = ManualTime()
    table = await open_table(hub, move_seconds=20.0)
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        time.moment -= 3600
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 3")), Ack)
        times = [step.at for step in live.table.log]
        assert times == sorted(times)
        before = live.scheduler.now()
        time.moment += 10
        assert live.scheduler.now() == before + 10 >= times[-1]
