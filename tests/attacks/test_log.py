"""The log is a chain: nothing can be slipped in, and what a database loses, skips or changes is noticed."""

import json
import logging
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from tafelrunde.kernel.errors import IllegalMove
from tafelrunde.kernel.match import Match
from tafelrunde.server import log_check
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack, Refused
from tafelrunde.server.storage.entries import LogDamaged, redacted
from tafelrunde.server.storage.schema import log
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import acts, wishes
from tests.server.support.chains import Chains
from tests.server.support.hubs import RecordingSubscriber, ask, open_table, running_hub
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hub(database_url: str) -> AsyncIterator[Hub]:
    async with running_hub(Config(database_url)) as hub:
        yield hub


async def execute(hub: Hub, statement: sa.Executable, **values: Any) -> None:
    """Change the database behind the server's back."""
    await hub._store.database.transact(lambda connection: connection.execute(statement, values or None))


async def lose(hub: Hub, table: str, after: int) -> None:
    """As a fail-over to a replica that lags behind."""
    await execute(hub, sa.delete(log).where(log.c.table == table, log.c.version > after))


async def say(hub: Hub, live: Any, *words: str) -> Ack | Refused:
    for word in words:
        answer = await ask(hub, live, "anna", wishes.Say(text=word))
    return answer


def welcome(subscriber: RecordingSubscriber) -> dict[str, Any]:
    return next(message for message in map(json.loads, subscriber.frames) if message["type"] == "welcome")


async def test_the_database_refuses_what_does_not_follow(database_url: str) -> None:
    store, chains = await Store.open(database_url), Chains()
    await store.create("a", b"{}", True, 0.0)
    await store.append(chains.entry("a", 1))
    other = Chains()
    other.entry("a", 1, data=b"another truth")
    for wrong in (other.entry("a", 2), chains.entry("a", 3), chains.entry("a", 0)):
        row = wrong._asdict()
        with pytest.raises(IntegrityError):
            await store.database.transact(lambda connection, row=row: connection.execute(sa.insert(log), row))  # type: ignore[misc]
    await store.append(chains.entry("a", 2))
    await store.close()


async def test_a_log_that_falls_back_is_noticed(hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    table = await open_table(hub, free_text=True)
    async with hub.acquire(table) as live:
        anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
        await live.subscribe(anna, 0)
        await live.subscribe(ben, 0)
        await say(hub, live, "one", "two", "three")
        seen = ben.last()
        await lose(hub, table, seen["version"] - 2)
        refused = await say(hub, live, "four")
        assert isinstance(refused, Refused) and refused.refusal.code == "trouble"
        assert (anna.bye, ben.bye) == ("fell-back", "fell-back")
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == [
        "the log of a table has fallen back, the table is loaded again"
    ]
    async with hub.acquire(table) as live:
        assert live.table.version == seen["version"] - 2
        back = RecordingSubscriber("ben")
        await live.subscribe(back, seen["version"], seen["mark"])
        assert welcome(back)["rewound"] and back.last()["after"] == 0
        assert isinstance(await say(hub, live, "another", "truth"), Ack)
        assert live.table.version == seen["version"], "the same version, but not the same truth"
        for mark, rewound in ((seen["mark"], True), (back.last()["mark"], False)):
            again = RecordingSubscriber("ben")
            await live.subscribe(again, seen["version"], mark)
            assert (welcome(again)["rewound"] is not None) == rewound


async def test_a_log_that_falls_back_is_noticed_although_nobody_writes(hub: Hub) -> None:
    table = await open_table(hub, free_text=True)
    async with hub.acquire(table) as live:
        anna = RecordingSubscriber("anna")
        await live.subscribe(anna, 0)
        await say(hub, live, "one", "two")
        hub.catch_up()
        assert hub._catching_up is not None
        await hub._catching_up
        await live.tasks.finish()
        assert anna.bye is None
        await lose(hub, table, live.table.version - 1)
        hub.catch_up()
        await anna.until(lambda: anna.bye == "fell-back")


async def test_of_two_processes_with_two_truths_one_gives_way(fresh_postgres: str, redis_url: str) -> None:
    config = Config(fresh_postgres, redis_url)
    async with running_hub(config) as one, running_hub(config) as other:
        table = await open_table(one, free_text=True)
        async with one.acquire(table) as here:
            anna = RecordingSubscriber("anna")
            await here.subscribe(anna, 0)
            await say(one, here, "one", "two")
            await lose(one, table, here.table.version - 1)
            async with other.acquire(table) as there:
                assert isinstance(await say(other, there, "something else"), Ack)
                assert there.table.version == here.table.version
                await anna.until(lambda: anna.bye == "fell-back")


async def test_a_damaged_log_stops_its_table_and_no_other(hub: Hub, database_url: str) -> None:
    gap, changed, forged, shortened, whole = [await open_table(hub, free_text=True) for _ in range(5)]
    await execute(hub, sa.delete(log).where(log.c.table == gap, log.c.version == 2))
    await execute(hub, sa.update(log).where(log.c.table == changed, log.c.version == 3).values(at=log.c.at + 1))
    last = (await hub._store.entries(forged))[-1]
    await execute(hub, sa.update(log).where(log.c.table == forged, log.c.version == 2).values(hash=last.hash))
    [entry] = (await hub._store.entries(shortened))[1:2]
    hidden = redacted(entry, None, acts.without_words(entry.data))
    row = {"client": hidden.client, "data": hidden.data, "redacted": hidden.redacted}
    await execute(hub, sa.update(log).where(log.c.table == shortened, log.c.version == 2).values(row))
    for id in (gap, changed, forged):
        hub._drop(id)
        with pytest.raises(LogDamaged):
            await hub.lobby(id)
    for id in (shortened, whole):
        assert (await hub.lobby(id))["id"] == id
    report = await log_check.examine(database_url)
    found = {(problem.table, problem.version, problem.what) for problem in report.problems}
    assert found == {(gap, 2, "gap"), (changed, 3, "content"), (forged, 2, "content")}
    assert (report.tables, report.redacted) == (5, 1)


@pytest.mark.parametrize(
    "forged",
    [
        b'{"act":"moved","seat":0,"move":"go 6","by":"person"}',
        b'{"act":"joined","person":"ben","name":"Eve","commitment":""}',
        b'["salt",{"act":"joined","person":"ben","name":"","commitment":""}]',
        b'{"act":"said","person":"ben","phrase":"hello","text":null}',
        b'{"act":"placed","person":"ben","place":1,"now":{"kind":"bot","level":"greedy"}}',
        b"nonsense",
    ],
)
async def test_nothing_passes_for_forgotten_that_is_not(hub: Hub, database_url: str, forged: bytes) -> None:
    """Whoever may write to the database keeps the hash of what was there, as forgetting does, and writes anything."""
    table, whole = await open_table(hub, free_text=True), await open_table(hub)
    async with hub.acquire(table) as live:
        assert isinstance(await ask(hub, live, "anna", wishes.Play(0, "go 4")), Ack)
    entry = (await hub._store.entries(table))[-1]
    fake = redacted(entry, entry.client, forged)
    here = sa.and_(log.c.table == table, log.c.version == entry.version)
    await execute(hub, sa.update(log).where(here).values(data=fake.data, redacted=fake.redacted))
    hub._drop(table)
    with pytest.raises(LogDamaged):
        await hub.lobby(table)
    assert (await hub.lobby(whole))["id"] == whole
    problems = (await log_check.examine(database_url)).problems
    assert [(problem.table, problem.version, problem.what) for problem in problems] == [
        (table, entry.version, "content")
    ]


# games under later rules


async def test_a_finished_game_stays_readable_whatever_later_rules_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    async with running_server(Config(database)) as (address, server), httpx.AsyncClient(base_url=address) as http:
        hub: Hub = server._app.state.hub
        finished, running = await open_table(hub), await open_table(hub)
        for table, moves in ((finished, 10**6), (running, 5)):
            async with hub.acquire(table) as live:
                await play(hub, live, moves)
        before = await shown(hub, http, finished)
        assert before["result"] is not None and not before["steps"]["old_rules"]
        for table in (finished, running):
            hub._drop(table)
        with monkeypatch.context() as later:
            later.setattr(Match, "play", refuse)
            after = await shown(hub, http, finished)
            assert after["steps"].pop("old_rules") and len(after["steps"]["steps"]) == 1
            for part in ("result", "record", "lobby", "views"):
                assert after[part] == before[part], part
            assert after["steps"]["steps"][0]["view"] == before["steps"]["steps"][-1]["view"]
            assert (await http.get(f"/api/records/{finished}/review")).json()["code"] == "old-review"
            response = await http.get(f"/api/tables/{running}")
            assert (response.status_code, response.json()["code"]) == (409, "old-rules")
            report = await log_check.examine(database)
            assert report.old == [finished]
            assert [(problem.table, problem.what) for problem in report.problems] == [(running, "refused")]
        report = await log_check.examine(database)
        assert (report.old, report.problems, report.over) == ([], [], 1)


def refuse(match: Match, seat: int | None, move: str) -> None:
    """As a later rulebook might."""
    raise IllegalMove(move, None, {})


async def play(hub: Hub, live: LiveTable, moves: int) -> None:
    """Play at random, with all seats."""
    chance = random.Random(1)
    while (match := live.table.match) is not None and match.result is None and moves:
        seat = chance.choice(match.actors())
        person = live.table.person_at(seat)
        assert person is not None
        answer = await ask(hub, live, person, wishes.Play(seat, chance.choice(match.moves(seat))))
        assert isinstance(answer, Ack), answer
        moves -= 1


async def shown(hub: Hub, http: httpx.AsyncClient, table: str) -> dict[str, Any]:
    """All that can be seen of a game that is over."""
    views = {}
    async with hub.acquire(table) as live:
        for person in ("anna", "ben", "somebody else"):
            subscriber = RecordingSubscriber(person)
            await live.subscribe(subscriber, 0)
            views[person] = {seat: seen["view"] for seat, seen in subscriber.last()["seats"].items()}
            await live.unsubscribe(subscriber)
    record = (await http.get(f"/api/records/{table}")).json()
    lobby = (await http.get(f"/api/tables/{table}")).json()
    steps = (await http.get(f"/api/records/{table}/steps", params={"seat": "all", "from": 0})).json()
    while steps["next"] is not None:
        page = (await http.get(f"/api/records/{table}/steps", params={"seat": "all", "from": steps["next"]})).json()
        steps["steps"] += page["steps"]
        steps["next"] = page["next"]
    return {"views": views, "record": record, "result": record["result"], "lobby": lobby, "steps": steps}
