"""The hub: one order of events, written before they are sent, and the same for everybody."""

import asyncio
import json
import random
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.process.config import Config
from tafelrunde.server.process.fair_queue import Path as FairPath
from tafelrunde.server.sockets.messages import Ack, Refused
from tafelrunde.server.storage import store
from tafelrunde.server.storage.entries import TableNotFound
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import acts, wishes
from tafelrunde.table import ending as endings
from tafelrunde.table.acts import Place, Settings
from tests.protocol_client import TIMEOUT
from tests.server.support.hubs import ManualTime, RecordingStore, RecordingSubscriber, ask, open_table, running_hub

pytestmark = pytest.mark.anyio

# the order of things


async def test_what_is_sent_was_written_before(hub: Hub) -> None:
    table = await open_table(hub)
    store = hub._store
    assert isinstance(store, RecordingStore)
    async with hub.acquire(table) as live:
        for person in ("anna", "ben"):
            await live.subscribe(RecordingSubscriber(person, store.written), 0)
        del store.written[:]
        first = live.table.version + 1
        await asyncio.gather(
            ask(hub, live, "anna", wishes.Play(0, "go 3")), ask(hub, live, "ben", wishes.Play(1, "stop 2"))
        )
        told = [[f"written {version}", f"sent {version}", f"sent {version}"] for version in (first, first + 1)]
        assert store.written == told[0] + told[1]


async def test_wishes_are_carried_out_in_order_of_arrival(hub: Hub) -> None:
    table = await open_table(hub, free_text=True)
    async with hub.acquire(table) as live:
        texts = [str(number) for number in range(30)]
        people = [random.choice(["anna", "ben"]) for _ in texts]
        answers = await asyncio.gather(
            *(ask(hub, live, person, wishes.Say(text=text)) for person, text in zip(people, texts, strict=True))
        )
        assert [said.text for _, said in live.table.chat()] == texts
        versions = [answer.version for answer in answers if isinstance(answer, Ack)]
        assert versions == list(range(live.table.version - 29, live.table.version + 1))


async def test_a_wish_is_carried_out_even_if_its_client_has_gone(hub: Hub) -> None:
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        subscriber = RecordingSubscriber("ben")
        await live.subscribe(subscriber, 0)
        asking = asyncio.create_task(ask(hub, live, "anna", wishes.Play(0, "go 3"), id="x"))
        await asyncio.sleep(0)  # it has begun
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        before = subscriber.last()["version"]
        await subscriber.until(lambda: subscriber.last()["version"] > before)
        assert await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="x") == Ack("x", before + 1)


async def test_a_table_is_the_same_after_loading(hub_config: Config, hub: Hub) -> None:
    hub.time = ManualTime()
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        answer = await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="mine")
        subscriber = RecordingSubscriber("anna")
        await live.subscribe(subscriber, 0)
        async with running_hub(hub_config, ManualTime()) as other, other.acquire(table) as loaded:
            assert loaded.table.match is not None and live.table.match is not None
            assert loaded.table.match.states.tobytes() == live.table.match.states.tobytes()
            twin = RecordingSubscriber("anna")
            await loaded.subscribe(twin, 0)
            assert twin.frames == subscriber.frames
            assert await ask(other, loaded, "anna", wishes.Play(0, "go 3"), id="mine") == answer


# another process


async def test_a_table_is_loaded_beside_the_event_loop_at_the_expense_of_whoever_asks(
    hub_config: Config, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long game takes a second, in which nobody else is to wait for a move."""
    table = await open_table(hub)
    threads: dict[str, threading.Thread] = {}
    payers: list[FairPath] = []

    def watch(module: object, name: str) -> None:
        real = getattr(module, name)

        def noted(*given: Any) -> Any:
            threads[name] = threading.current_thread()
            return real(*given)

        monkeypatch.setattr(module, name, noted)

    for module, name in ((store, "check_chain"), (acts, "decode"), (endings, "restored")):
        watch(module, name)
    async with running_hub(hub_config) as other:
        run = other.pages.run

        async def paid(payer: FairPath, work: Callable[[], Any]) -> Any:
            payers.append(payer)
            return await run(payer, work)

        monkeypatch.setattr(other.pages, "run", paid)
        here = ("192.0.2.1", "anna")
        assert (await other.lobby(table, "anna", here))["phase"] == "running"
        assert len(threads) == 3 and threading.current_thread() not in threads.values()
        assert len(payers) >= 3 and set(payers) == {here}
        payers.clear()
        await other.lobby(table, "anna", here)
        assert payers == [], "it is in memory"


async def test_another_process_was_faster(hub_config: Config, hub: Hub) -> None:
    hub.time, time = ManualTime(), ManualTime()  # nobody is away for so long that a bot plays for them
    table = await open_table(hub)
    async with running_hub(hub_config, time) as other, hub.acquire(table) as here, other.acquire(table) as there:
        subscriber = RecordingSubscriber("ben")
        await there.subscribe(subscriber, 0)
        first = await ask(hub, here, "anna", wishes.Play(0, "go 3"))
        second = await ask(other, there, "ben", wishes.Play(1, "stop 2"))
        assert isinstance(first, Ack) and isinstance(second, Ack) and second.version == first.version + 1
        told = [json.loads(frame)["version"] for frame in subscriber.frames if b'"update"' in frame]
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


async def test_an_open_table_has_a_code_of_five_letters(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["bbbbb", "bbbbb", "ccccc"])
    monkeypatch.setattr(table_log, "_new_code", lambda: next(codes))
    ids = [secrets.token_hex(8) for _ in range(2)]
    for id in ids:
        opened = acts.Created("anna", "Anna", Settings("denkste", {}), [Place()] * 4, "secret")
        await table_log.create_table(hub._store, id, opened, hub.time.now())
    assert [await hub.table_with_code(code) for code in ("BBBBB", "ccccc", "ddddd")] == [*ids, None]
    assert [(await hub.lobby(id))["code"] for id in ids] == ["bbbbb", "ccccc"]
    async with hub.acquire(ids[0]) as live:
        await ask(hub, live, "anna", wishes.Fill("random"))
        assert isinstance(await ask(hub, live, "anna", wishes.Start()), Ack)
    assert await hub.table_with_code("bbbbb") is None and (await hub.lobby(ids[0]))["code"] == ""


async def test_whoever_takes_over_is_told_what_the_seat_knows(hub: Hub) -> None:
    places = [Place("person", "anna"), *[Place("bot", level="random")] * 3]
    hub.time = ManualTime()
    table = await hub.create("anna", "Anna", Settings("dog", {}), places, "")
    assert isinstance(table, str)
    async with hub.acquire(table) as live:
        anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
        await live.subscribe(anna, 0)
        await live.subscribe(ben, 0)
        await ask(hub, live, "ben", wishes.Join("Ben", ""))
        await ask(hub, live, "anna", wishes.Start())
        assert list(ben.last()["seats"]) == ["public"]
        assert isinstance(await ask(hub, live, "ben", wishes.TakeOver(2)), Ack)
        told, match = ben.last(), live.table.match
        assert match is not None and list(told["seats"]) == ["2"] and told["after"] == 0
        assert told["seats"]["2"]["events"] == match.events(0, 2) and told["seats"]["2"]["view"] == match.view(2)
        assert list(anna.last()["seats"]) == ["0"] and anna.last()["after"] == live.table.version - 1


def wish_id(live: LiveTable, version: int) -> str:
    """The client's id of the wish that became a version."""
    return next(client for client, number in live._log._wishes.items() if number == version).split()[1]


async def test_a_deleted_table_says_bye(hub_config: Config, hub: Hub) -> None:
    opened = await hub.create("anna", "Anna", Settings("dog", {}), None, "")
    assert isinstance(opened, str)
    async with hub.acquire(opened) as live:
        subscriber = RecordingSubscriber("anna")
        await live.subscribe(subscriber, 0)
        await hub._store.delete_idle(before=hub.time.now() + 1)
        assert isinstance(await ask(hub, live, "anna", wishes.Say(phrase="hello")), Refused)
        assert subscriber.bye == "no-table"
    with pytest.raises(TableNotFound):
        async with hub.acquire(opened):
            pass


async def test_when_the_log_cannot_be_written_the_table_is_loaded_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        subscriber = RecordingSubscriber("anna")
        await live.subscribe(subscriber, 0)
        with monkeypatch.context() as broken:
            for name in ("append", "entries"):
                broken.setattr(hub._store, name, fails)
            refused = await ask(hub, live, "anna", wishes.Play(0, "go 3"), id="mine")
        assert isinstance(refused, Refused) and refused.refusal.code == "trouble"
        assert subscriber.bye == "trouble"
    async with hub.acquire(table) as anew:
        assert anew is not live
        assert isinstance(await ask(hub, anew, "anna", wishes.Play(0, "go 3"), id="mine"), Ack)


async def fails(*_: object, **__: object) -> None:
    raise OSError("no database")


async def test_an_idle_table_is_dropped_from_memory(tmp_path: Path) -> None:
    async with running_hub(Config(f"sqlite:///{tmp_path / 'games.db'}", idle=0.0)) as hub:
        table = await open_table(hub)
        async with hub.acquire(table) as live:
            subscriber = RecordingSubscriber("anna")
            await live.subscribe(subscriber, 0)
        async with asyncio.timeout(TIMEOUT):
            while not live.closed:
                await asyncio.sleep(0)
        assert not hub._tables
        async with hub.acquire(table) as anew:
            assert anew is not live and anew.table.version == live.table.version
