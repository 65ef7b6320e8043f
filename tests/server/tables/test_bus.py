"""Several processes on one database, connected by a real Redis: what is new, and who is present."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from tafelrunde.server.people import newcomers
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.server.storage.entries import Entry
from tafelrunde.server.tables import bus
from tafelrunde.server.tables.bus import Bus, BusUnavailable
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import acts, wishes
from tests.protocol_client import TIMEOUT
from tests.server.support.hubs import RecordingSubscriber, ask, open_table, running_hub

pytestmark = pytest.mark.anyio


class Cable:
    """A connection to Redis that can be cut and repaired."""

    def __init__(self, url: str) -> None:
        self._to = urlsplit(url)
        self._server: asyncio.Server | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def repair(self) -> None:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        self._writers = []

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await asyncio.open_connection(self._to.hostname, self._to.port)
        self._writers += [writer, to_there]
        await asyncio.gather(_pump(reader, to_there), _pump(there, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
    writer.close()


@pytest.fixture
def config(fresh_postgres: str, redis_url: str) -> Config:
    return Config(fresh_postgres, redis_url)


@contextlib.asynccontextmanager
async def two_processes(config: Config) -> AsyncIterator[tuple[Hub, Hub]]:
    async with running_hub(config) as one, running_hub(config) as other:
        yield one, other


async def until(holds: Callable[[], bool]) -> None:
    """Wait for what another process will notice."""
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.01)


def is_leader(live: LiveTable) -> bool:
    return live.presence.is_leader()


async def test_people_on_different_processes_play_and_see_each_other(config: Config) -> None:
    async with two_processes(config) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
            await here.subscribe(anna, 0)
            await there.subscribe(ben, 0)
            for subscriber in (anna, ben):
                await subscriber.until_present("anna", "ben")
            assert isinstance(await ask(one, here, "anna", wishes.Play(0, "go 3")), Ack)
            assert isinstance(await ask(other, there, "ben", wishes.Play(1, "stop 2")), Ack)
            for subscriber in (anna, ben):
                await subscriber.until_version(there.table.version)
            assert here.table.match.states.tobytes() == there.table.match.states.tobytes()  # type: ignore[union-attr]


async def test_simultaneous_wishes_are_each_carried_out_once(config: Config) -> None:
    async with two_processes(config) as (one, other):
        table = await open_table(one, free_text=True)
        async with one.acquire(table) as here, other.acquire(table) as there:
            await here.subscribe(RecordingSubscriber("anna"), 0)
            await there.subscribe(RecordingSubscriber("ben"), 0)
            texts = [str(number) for number in range(20)]
            answers = await asyncio.gather(
                *(ask(one, here, "anna", wishes.Say(text=f"a{text}")) for text in texts),
                *(ask(other, there, "ben", wishes.Say(text=f"b{text}")) for text in texts),
                *(ask(other, there, "ben", wishes.Say(text="twice"), id="twice") for _ in range(3)),
            )
            assert all(isinstance(answer, Ack) for answer in answers)
            await until(lambda: here.table.version == there.table.version)
            said = [str(words.text) for _, words in here.table.chat()]
            assert sorted(said) == sorted([f"a{text}" for text in texts] + [f"b{text}" for text in texts] + ["twice"])
            assert [words.text for _, words in there.table.chat()] == said, "one order for everybody"


async def test_one_process_is_the_leader_and_another_takes_over(config: Config) -> None:
    async with running_hub(replace(config, grace=0.01)) as one:
        async with running_hub(replace(config, grace=0.01)) as other:
            table = await open_table(one, people=3)
            async with one.acquire(table) as here, other.acquire(table) as there:
                anna = RecordingSubscriber("anna")
                await here.subscribe(anna, 0)
                await there.subscribe(RecordingSubscriber("ben"), 0)
                await until(lambda: is_leader(here) != is_leader(there))
                await until(lambda: len(here.audience.remote_people) == len(there.audience.remote_people) == 1)
                assert is_leader(here) == (one.bus.name < other.bus.name)
        await until(lambda: not here.audience.remote_people)
        assert is_leader(here), "the other one is gone"
        async with one.acquire(table) as here:
            await here.subscribe(anna, 0)
            await anna.until(lambda: any(_is_a_bots(step.act) for step in here.table.log))


def _is_a_bots(act: acts.AnyAct) -> bool:
    return isinstance(act, acts.Moved) and act.by == "bot"


async def test_reconnecting_to_another_process_is_not_an_absence(config: Config) -> None:
    async with two_processes(replace(config, grace=3600.0)) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
            await here.subscribe(anna, 0)
            await here.subscribe(ben, 0)
            await here.unsubscribe(ben)
            await there.subscribe(RecordingSubscriber("ben"), 0)
            await until(lambda: here.presence.connected() == {"anna", "ben"} == there.presence.connected())
            assert here.presence.next_grace_end() is None
            assert there.presence.next_grace_end() is None


async def test_a_process_without_heartbeat_is_considered_gone(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "HEARTBEAT_INTERVAL", 0.05)
    monkeypatch.setattr(bus, "HEARTBEAT_TIMEOUT", 0.5)
    async with two_processes(replace(config, grace=3600.0)) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            anna = RecordingSubscriber("anna")
            await here.subscribe(anna, 0)
            await there.subscribe(RecordingSubscriber("ben"), 0)
            await until(lambda: here.audience.remote_people == {"ben"})
            assert other.bus._task is not None
            other.bus._task.cancel()  # as if killed: it says nothing more
            await anna.until_present("anna")
            assert here.presence.next_grace_end() is not None, "ben may come back"
            assert is_leader(here)


async def test_nothing_stops_while_redis_is_down_and_afterwards_all_is_known(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus, "HEARTBEAT_INTERVAL", 0.05)
    assert config.redis is not None
    cable = Cable(config.redis)
    await cable.repair()
    async with two_processes(replace(config, redis=cable.url)) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
            await here.subscribe(anna, 0)
            await there.subscribe(ben, 0)
            await until(lambda: here.audience.remote_people == {"ben"} and there.audience.remote_people == {"anna"})
            cable.cut()
            await until(lambda: one.bus.down and other.bus.down)
            assert is_leader(here) and is_leader(there), "neither can rely on the other"
            assert isinstance(await ask(one, here, "anna", wishes.Play(0, "go 3")), Ack)
            await ben.until_version(here.table.version)
            assert here.audience.remote_people == {"ben"}, "who was there is not taken for gone"
            await there.unsubscribe(ben)
            await there.subscribe(RecordingSubscriber("carla"), 0)
            await cable.repair()
            await until(lambda: here.audience.remote_people == {"carla"})
            assert not one.bus.down
            assert isinstance(await ask(other, there, "ben", wishes.Play(1, "stop 3")), Ack)
            await anna.until_version(there.table.version)


async def test_one_address_has_no_more_room_with_several_processes(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newcomers, "PEOPLE_OF_ADDRESS", 3)
    async with two_processes(config) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            await here.subscribe(RecordingSubscriber("anna"), 0)
            await there.subscribe(RecordingSubscriber("ben"), 0)

            async def comes(person: str, address: str, hub: Hub, live: LiveTable) -> str | None:
                with live.newcomers.coming(person, address) as refusal:
                    if refusal is None:
                        assert isinstance(await ask(hub, live, person, wishes.Join(person, "")), Ack)
                await until(lambda: here.table.version == there.table.version)
                await until(lambda: here.newcomers._comings == there.newcomers._comings)
                return None if refusal is None else refusal.code

            for person, process in (("eve a", (one, here)), ("eve b", (other, there)), ("eve c", (one, here))):
                assert await comes(person, "192.0.2.7", *process) is None
            assert await comes("eve d", "192.0.2.7", other, there) == "crowded-address"
            assert await comes("carla", "192.0.2.8", other, there) is None


async def test_a_table_without_subscribers_is_refreshed_on_demand(config: Config) -> None:
    async with two_processes(config) as (one, other):
        table = await open_table(one)
        before = (await other.lobby(table))["version"]
        async with one.acquire(table) as here:
            await here.subscribe(RecordingSubscriber("anna"), 0)
            await ask(one, here, "anna", wishes.Play(0, "go 3"))
            async with other.acquire(table) as there:
                await until(lambda: there._newest == here.table.version)
                assert there.table.version == before, "nobody needs to know yet"
            assert (await other.lobby(table))["version"] == here.table.version


async def test_a_change_that_is_announced_while_the_log_is_read_is_not_forgotten(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(config) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            await ask(one, here, "anna", wishes.Play(0, "go 3"))
            await until(lambda: there._newest == here.table.version)
            read = there._log.read

            async def read_slowly(after: int = 0) -> list[Entry]:
                monkeypatch.undo()
                entries = await read(after)
                assert isinstance(await ask(one, here, "ben", wishes.Play(1, "stop 3")), Ack)
                await until(lambda: there._newest == here.table.version)
                return entries

            monkeypatch.setattr(there._log, "read", read_slowly)
            ben = RecordingSubscriber("ben")
            await there.subscribe(ben, 0)
            assert ben.last()["version"] == here.table.version


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1", "http://127.0.0.1", "nonsense"])
async def test_a_wrong_address_is_reported_at_once(url: str) -> None:
    with pytest.raises(BusUnavailable):
        await bus.check(url)


async def test_a_bus_without_redis_does_nothing() -> None:
    alone = Bus()
    await alone.open(Hub.__new__(Hub))
    alone.publish(bus.TableChanged, "table", 1)
    assert not alone.down
    await alone.close()


async def test_unknown_messages_on_the_channel_are_ignored(config: Config) -> None:
    async with two_processes(config) as (one, other):
        table = await open_table(one)
        async with one.acquire(table) as here, other.acquire(table) as there:
            await here.subscribe(RecordingSubscriber("anna"), 0)
            assert one.bus._redis is not None
            for words in (b"\xff", b"{}", b'[["nothing","x"]]', b'[["tablechanged","x","no table",5]]'):
                await one.bus._redis.publish(bus.CHANNEL, words)
            await there.subscribe(RecordingSubscriber("ben"), 0)
            await until(lambda: here.audience.remote_people == {"ben"})
