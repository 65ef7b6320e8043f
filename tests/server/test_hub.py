"""The hub: one order of things, written before they are told, and the same for everybody who may know."""

import asyncio
import copy
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import tafelrunde as tr
from tafelrunde.games.biberbande.facts import FACTS
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack, Refused
from tafelrunde.server.storage.store import NoTable
from tafelrunde.server.tables.audience import Audience
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import Live
from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import Table, place_count

from .. import every
from .clients import PATIENCE
from .hubs import Diary, Ear, Hand, ask, open_table, process

pytestmark = pytest.mark.anyio

FAST = 200.0


@pytest.fixture
def config(database_url: str) -> Config:
    return Config(database_url, speed=FAST)


@pytest.fixture
async def hub(config: Config) -> AsyncIterator[Hub]:
    async with process(config) as hub:
        yield hub


# the order of things


async def test_what_is_told_was_written_before(hub: Hub) -> None:
    table = await open_table(hub)
    store = hub._store
    assert isinstance(store, Diary)
    async with hub.at(table) as live:
        for person in ("anna", "ben"):
            await live.enter(Ear(person, store.written), 0)
        del store.written[:]
        first = live.table.version + 1
        await asyncio.gather(
            ask(hub, live, "anna", wishes.Play(0, "go 3")), ask(hub, live, "ben", wishes.Play(1, "stop 2"))
        )
        told = [[f"written {version}", f"told {version}", f"told {version}"] for version in (first, first + 1)]
        assert store.written == told[0] + told[1]


async def test_wishes_are_carried_out_in_the_order_of_their_arrival(hub: Hub) -> None:
    table = await open_table(hub, free_text=True)
    async with hub.at(table) as live:
        texts = [str(number) for number in range(30)]
        people = [random.choice(["anna", "ben"]) for _ in texts]
        answers = await asyncio.gather(
            *(ask(hub, live, person, wishes.Say(text=text)) for person, text in zip(people, texts, strict=True))
        )
        assert [said.text for _, said in live.table.words()] == texts
        versions = [answer.version for answer in answers if isinstance(answer, Ack)]
        assert versions == list(range(live.table.version - 29, live.table.version + 1))


async def test_a_wish_is_carried_out_even_if_who_asked_has_gone(hub: Hub) -> None:
    table = await open_table(hub)
    async with hub.at(table) as live:
        ear = Ear("ben")
        await live.enter(ear, 0)
        asking = asyncio.create_task(ask(hub, live, "anna", wishes.Play(0, "go 3"), id="x"))
        await asyncio.sleep(0)  # it has begun
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        before = ear.last()["version"]
        await ear.until(lambda: ear.last()["version"] > before)
        assert await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="x") == Ack("x", before + 1)


async def test_what_happened_is_the_same_after_loading(config: Config, hub: Hub) -> None:
    hub.time = Hand()
    table = await open_table(hub)
    async with hub.at(table) as live:
        answer = await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="mine")
        ear = Ear("anna")
        await live.enter(ear, 0)
        async with process(config, Hand()) as other, other.at(table) as loaded:
            assert loaded.table.match is not None and live.table.match is not None
            assert loaded.table.match.states.tobytes() == live.table.match.states.tobytes()
            twin = Ear("anna")
            await loaded.enter(twin, 0)
            assert twin.frames == ear.frames
            assert await ask(other, loaded, "anna", wishes.Play(0, "go 3"), id="mine") == answer


# another process


async def test_another_process_was_faster(config: Config, hub: Hub) -> None:
    table = await open_table(hub)
    async with process(config) as other, hub.at(table) as here, other.at(table) as there:
        ear = Ear("ben")
        await there.enter(ear, 0)
        first = await ask(hub, here, "anna", wishes.Play(0, "go 3"))
        second = await ask(other, there, "ben", wishes.Play(1, "stop 2"))
        assert isinstance(first, Ack) and isinstance(second, Ack) and second.version == first.version + 1
        told = [json.loads(frame)["version"] for frame in ear.frames if b'"update"' in frame]
        assert told == [first.version, second.version]
        # here nothing is known of it yet: the same wish of the same person is found in the log
        assert await ask(hub, here, "ben", wishes.Play(1, "stop 2"), id=wish_id(there, second.version)) == Ack(
            wish_id(there, second.version), second.version
        )
        assert here.table.version == second.version
        # and what was possible for the one who did not know is refused by the rules as they are now
        await ask(hub, here, "anna", wishes.Play(0, "stop 1"))
        refused = await ask(other, there, "anna", wishes.Play(0, "stop 2"))
        assert isinstance(refused, Refused) and refused.refusal.rule is not None


def wish_id(live: Live, version: int) -> str:
    """The client's id of the wish that became a version."""
    return next(client for client, number in live._done.items() if number == version).split()[1]


async def test_a_table_that_is_gone_says_bye(config: Config, hub: Hub) -> None:
    opened = await hub.create("anna", "Anna", Settings("dog", {}), None, "")
    assert isinstance(opened, str)
    async with hub.at(opened) as live:
        ear = Ear("anna")
        await live.enter(ear, 0)
        await hub._store.delete_idle(before=hub.time.now() + 1)
        assert isinstance(await ask(hub, live, "anna", wishes.Say(phrase="hello")), Refused)
        assert ear.bye == "no-table"
    with pytest.raises(NoTable):
        async with hub.at(opened):
            pass


async def test_when_the_log_cannot_be_written_everybody_comes_back_to_a_table_read_anew(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(hub)
    async with hub.at(table) as live:
        ear = Ear("anna")
        await live.enter(ear, 0)
        with monkeypatch.context() as broken:
            for name in ("append", "entries"):
                broken.setattr(hub._store, name, fails)
            refused = await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="mine")
        assert isinstance(refused, Refused) and refused.refusal.code == "trouble"
        assert ear.bye == "trouble"
    async with hub.at(table) as anew:
        assert anew is not live
        assert isinstance(await ask(hub, anew, "anna", wishes.Play(0, "go 3"), id="mine"), Ack)


async def fails(*_: object, **__: object) -> None:
    raise OSError("no database")


async def test_a_table_that_nobody_looks_at_leaves_the_memory(tmp_path: Path) -> None:
    async with process(Config(f"sqlite:///{tmp_path / 'games.db'}", idle=0.0)) as hub:
        table = await open_table(hub)
        async with hub.at(table) as live:
            ear = Ear("anna")
            await live.enter(ear, 0)
        async with asyncio.timeout(PATIENCE):
            while not live.closed:
                await asyncio.sleep(0)
        assert not hub._loading
        async with hub.at(table) as anew:
            assert anew is not live and anew.table.version == live.table.version


# time and absence


async def test_a_bot_plays_for_who_is_gone_until_they_are_back(hub: Hub) -> None:
    table = await open_table(hub)
    async with hub.at(table) as live:
        anna, ben = Ear("anna"), Ear("ben")
        await live.enter(anna, 0)
        await live.enter(ben, 0)
        await ask(hub, live, "anna", wishes.Play(0, "go 3"))
        gone = live._now()
        await live.leave(ben)
        assert anna.message(-1) == {"type": "presence", "people": ["anna"]}
        version = live.table.version
        await anna.until(lambda: anna.last()["version"] > version)
        step = live.table.steps[version]
        assert step.act == acts.Moved(1, live.table.match.record()["moves"][-1][1], "bot")  # type: ignore[union-attr]
        assert step.at >= gone + hub.config.grace
        await live.enter(ben, 0)
        assert not [key for key in live._clock.alarms if key == ("bot", 1)]


async def test_a_table_without_people_pauses(hub: Hub) -> None:
    table = await open_table(hub, move_seconds=60.0)
    async with hub.at(table) as live:
        anna, stranger = Ear("anna"), Ear("stranger")
        await live.enter(anna, 0)
        await live.enter(stranger, 0)
        assert live._alarm is not None and live._clock.next() is not None
        await live.leave(anna)
        assert live._clock.next() is None, "an onlooker who has not come to the table does not make it go on"
        await live.enter(anna, 0)
        due = live._clock.next()
        assert due is not None and due > live._now() + 30, "the time for the move begins anew"


async def test_after_a_pause_all_are_given_time_to_come_back(hub: Hub) -> None:
    hub.time = time = Hand()
    table = await open_table(hub)
    async with hub.at(table) as live:
        await live.enter(Ear("anna"), 0)
        time.moment += hub.config.grace - 1
        live._ring()
        await live.settle()
        assert not live._clock.alarms, "ben may still come"
        time.moment += 2
        live._ring()
        await live.settle()
        assert ("bot", 1) in live._clock.alarms


async def test_time_per_move(hub: Hub) -> None:
    table = await open_table(hub, move_seconds=20.0)
    async with hub.at(table) as live:
        anna = Ear("anna")
        await live.enter(anna, 0)
        await live.enter(Ear("ben"), 0)
        version = live.table.version
        await anna.until(lambda: anna.last()["version"] >= version + 2)
        moves = [step.act for step in live.table.steps[version : version + 2]]
        assert all(isinstance(act, acts.Moved) and act.by == "time" for act in moves)
        assert live.table.steps[version].at >= live.table.started_at + 20


async def test_everybody_sees_how_much_of_the_own_time_is_left(hub: Hub) -> None:
    hub.time = time = Hand()
    table = await open_table(hub, move_seconds=20.0)
    async with hub.at(table) as live:
        anna, ben = Ear("anna"), Ear("ben")
        await live.enter(anna, 0)
        assert anna.last()["seats"]["0"]["due"] == 20.0
        time.moment += 5
        await live.enter(ben, 0)
        assert ben.last()["seats"]["1"]["due"] == 20.0 - 5, "ben was expected"
        await ask(hub, live, "anna", wishes.Play(0, "go 3"))
        assert anna.last()["seats"]["0"]["due"] is None, "who has moved has no time to watch"
        assert ben.last()["seats"]["1"]["due"] == 15.0


async def test_while_bots_are_compiled_nobody_waits_for_them(hub: Hub) -> None:
    compiled = asyncio.Event()
    hub.thinking._warming = asyncio.create_task(compiled.wait())  # type: ignore[arg-type]
    table = await open_table(hub)
    async with hub.at(table) as live:
        anna = Ear("anna")
        await live.enter(anna, 0)
        async with asyncio.timeout(PATIENCE):
            while not live._clock.unthought:  # until ben is given up
                await asyncio.sleep(0.01)
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 3")), Ack)
        version = live.table.version
        compiled.set()
        await anna.until(lambda: anna.last()["version"] > version)
        last = live.table.steps[version].act
        assert isinstance(last, acts.Moved) and last.by == "bot"


async def test_cards_looked_at_are_covered_again(hub: Hub) -> None:
    hub.time = time = Hand()
    table = await open_table(hub, "biberbande")
    async with hub.at(table) as live:
        anna = Ear("anna")
        await live.enter(anna, 0)
        shown = anna.last()["seats"]["0"]
        assert shown["view"]["rows"][0][0] is not None and shown["covers"] is None
        slot = await _spies(hub, live)
        shown = anna.last()["seats"]["0"]
        assert shown["view"]["rows"][0][slot - 1] is not None and shown["covers"] == FACTS.look_seconds
        time.moment += shown["covers"] + 0.1
        live._ring()
        await anna.until(lambda: anna.last()["seats"]["0"]["covers"] is None)
        later = anna.last()
        assert later["version"] == live.table.version
        assert later["seats"]["0"]["view"]["rows"][0] == [None] * 4 and later["seats"]["0"]["events"] == []


async def _spies(hub: Hub, live: Live) -> int:
    """Both play on until Anna has spied at a card of hers; its slot."""
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


async def test_the_time_goes_on_when_the_machine_is_set_back(hub: Hub) -> None:
    hub.time = time = Hand()
    table = await open_table(hub, move_seconds=20.0)
    async with hub.at(table) as live:
        anna = Ear("anna")
        await live.enter(anna, 0)
        time.moment -= 3600
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 3")), Ack)
        times = [step.at for step in live.table.steps]
        assert times == sorted(times)
        before = live._now()
        time.moment += 10
        assert live._now() == before + 10 >= times[-1]


# nothing leaks


@pytest.mark.parametrize("game", tr.games())
def test_what_is_sent_does_not_depend_on_what_one_cannot_know(game: str) -> None:
    """Snapshots, updates, catch-up and refusals of tables that differ only in what is hidden from the listener."""
    choice = random.Random(7)
    count = tr.load(game).OPTIONS[0].choices[0]
    places = [Place("person", f"p{seat}") for seat in range(count)] + [Place("empty")] * (place_count(game) - count)
    opened = acts.Created("p0", "P0", Settings(game, {}), places, "secret")
    log: list[tuple[acts.AnyAct, float]] = [(opened, 1.0)]
    log += [(acts.Joined(f"p{seat}", f"P{seat}", ""), 2.0) for seat in range(1, count)]
    table = Table.replay("t", [*log, (acts.Started("p0", list(range(count))), 3.0)])
    compared = 0
    for moment in range(10, 200):
        match = table.match
        assert match is not None
        if not match.actors():
            break
        for person in (*(f"p{seat}" for seat in range(count)), "onlooker"):
            seat = next(iter(table.seats_of(person)), None)
            twin = copy.copy(table)
            twin.match = match.resample(seat, seed=choice.getrandbits(64))
            after = choice.choice([0, table.version - 1, table.version])
            assert frames(twin, person, after, moment) == frames(table, person, after, moment)
            compared += twin.match.states.tobytes() != match.states.tobytes()
            for _ in range(5):
                wish = wishes.Play(choice.randrange(count), match.game.write(choice.randrange(match.game.ACTIONS)))
                one, other = (permissions.decide(each, person, wish, moment) for each in (table, twin))
                assert every.canonical(str(one)) == every.canonical(str(other))
        actor = choice.choice(match.actors())
        table.apply(acts.Moved(actor, choice.choice(match.moves(actor)), "person"), float(moment))
    assert compared > 10


def frames(table: Table, person: str, after: int, now: float) -> list[bytes]:
    """What somebody is sent who comes, and is told once more."""
    ear = Ear(person)
    audience = Audience(table, lambda seat: None)
    audience.admit(ear)
    audience.welcome(ear, after, now)
    ear.told = after
    audience.tell(now)
    return ear.frames
