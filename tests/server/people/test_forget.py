"""What the server forgets: a person who asks for it, and everybody after a while. The log stays a whole chain."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tafelrunde.server.http import sessions
from tafelrunde.server.log_check import examine
from tafelrunde.server.operator.orders import READ_ONLY, Order
from tafelrunde.server.people import forget, retention
from tafelrunde.server.people.export import export
from tafelrunde.server.process.config import DAY, Config
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.table import ending as endings
from tafelrunde.table import wishes
from tafelrunde.table.acts import Place, Settings, new_table_id
from tafelrunde.table.ending import OldRules
from tests.protocol_client import EMPTY, MINE, OPEN, Person
from tests.server.support.hubs import ManualTime, ask, open_table, running_hub
from tests.server.support.servers import FAST, running_server

pytestmark = pytest.mark.anyio

WORDS = "Nobody expects Spanish inquisitors"
NAMES = ("Annegret-Marie", "Bartholomaeus")


def stored(folder: Path) -> bytes:
    """Every byte of the database, but for the parts of the deal: that of the tests' client is its name, twice."""
    found = b"".join(path.read_bytes() for path in folder.iterdir() if path.name.startswith("games.db"))
    return found.replace((NAMES[0] * 2).encode(), b"")


async def test_somebody_who_wants_to_be_forgotten_is(tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", speed=FAST, rate=10_000, burst=10_000)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        anna, ben = [await Person.register(address, name) for name in NAMES]

        async def fetch(method: str, path: str, person: Person) -> Any:
            return (await http.request(method, f"/api/{path}", headers=person.headers)).json()

        places = [MINE, OPEN, EMPTY, EMPTY]
        table = await anna.open_table("denkste", places, options={"rings": [4, 4, 4]}, free_text=True)
        async with anna.connect(table) as host, ben.connect(table) as guest:
            await guest.join()
            await guest.do("sit", place=1)
            await host.do("start")
            await host.do("say", text=WORDS)
            await guest.do("say", text="Hear, hear")
            await asyncio.gather(host.play(), guest.play())
            await guest.do("rematch")
            await host.until(lambda: host.lobby["following"] is not None)
        running = await ben.open_table("denkste", places)
        async with ben.connect(running) as host, anna.connect(running) as guest:
            await guest.join()
            await guest.do("sit", place=1)
            await host.do("start")

        # What the server knows of her, and only of her.
        data = await fetch("GET", "me/data", anna)
        assert data["person"] == anna.id and {each["table"] for each in data["tables"]} >= {table, running}
        [own] = [each for each in data["tables"] if each["table"] == table]
        did = [each["act"] for each in own["did"]]
        assert did[0] == "created" and did.count("said") == 1 and "moved" in did and own["you"] == anna.at(table)
        assert WORDS in str(data) and NAMES[1] not in str(data) and "Hear" not in str(data)
        assert "secret" not in str(data)

        # She is gone from all tables, the one she is expected at included; he is not, and plays on.
        assert (await fetch("DELETE", "me", anna))["tables"] == 3
        assert (await http.get("/api/me", headers=anna.headers)).status_code == 401
        async with ben.connect(table) as over, ben.connect(running) as now:
            assert [person["name"] for person in over.lobby["people"]] == ["", NAMES[1]]
            assert [said["text"] for said in over.lobby["said"]] == ["Hear, hear"]
            assert [person["here"] for person in now.lobby["people"]] == [True, False]
            await now.do("say", phrase="hello")
            told = over.frames + now.frames
        record = await fetch("GET", f"records/{table}", ben)
        assert record["names"] == ["", NAMES[1]] and record["result"] is not None
        listed = [*told, str(await fetch("GET", "tables", ben)), str(await fetch("GET", "me/data", ben))]
        assert not any(NAMES[0] in text or WORDS in text for text in listed)

    report = await examine(config.database)
    assert report.problems == [] and report.redacted > 0
    assert NAMES[1].encode() in stored(tmp_path)
    assert NAMES[0].encode() not in stored(tmp_path) and WORDS.encode() not in stored(tmp_path)


async def test_what_is_old_is_forgotten(tmp_path: Path) -> None:
    """Names and words 90 days after the last act; tables that never started after a day."""
    time = ManualTime(1_000 * DAY)
    config = Config(f"sqlite:///{tmp_path / 'games.db'}")
    async with running_hub(config, time) as hub:
        table = await open_table(hub, free_text=True)
        await hub.remember_visit("somebody", table)
        async with hub.acquire(table) as live:
            await ask(hub, live, "ben", wishes.Say(text=WORDS))
            await ask(hub, live, "anna", wishes.End())
        unstarted = await hub.create("anna", NAMES[0], live.table.settings, None, "")
        assert isinstance(unstarted, str)

        async def known() -> tuple[bool, list[str], int]:
            await retention.sweep(hub)
            names = [person["name"] for person in (await hub.lobby(table))["people"]]
            said = [acted for acted in await hub.store.entries(table) if WORDS.encode() in acted.data]
            return await hub.store.summary(unstarted) is not None, names, len(said)

        time.moment += 0.9 * DAY
        assert await known() == (True, ["Anna", "ben"], 1)
        time.moment += 0.2 * DAY
        assert await known() == (False, ["Anna", "ben"], 1)
        time.moment += 88.8 * DAY
        assert await known() == (False, ["Anna", "ben"], 1)
        time.moment += 0.2 * DAY
        assert await known() == (False, ["", ""], 0)
        assert await hub.store.people.visitors(table) == []
        assert b"Anna" not in (await hub.store.summary(table) or b"")
        assert await forget.forget_old(hub, time.now()) == 0, "nothing is left to forget"

        # Somebody comes back to the table; that is forgotten in its turn.
        async with hub.acquire(table) as live:
            await ask(hub, live, "anna", wishes.Join("Anna", ""))
        assert (await known())[1] == ["Anna", ""]
        time.moment += 91 * DAY
        assert (await known())[1] == ["", ""]
    report = await examine(config.database)
    assert report.problems == [] and report.redacted == 4
    assert WORDS.encode() not in stored(tmp_path) and NAMES[0].encode() not in stored(tmp_path)


async def test_a_table_that_cannot_be_read_does_not_keep_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damaged, of old rules, or changed to nonsense: the words go wherever they can be found, and the rest is said."""
    database, own = tmp_path / "games.db", "somebodys-own-id"
    config = Config(f"sqlite:///{database}")
    tables = {what: new_table_id() for what in ("whole", "damaged", "old", "nonsense")}
    async with running_hub(config, ManualTime(1_000 * DAY)) as hub:
        for id in tables.values():
            person = sessions.at_table(own, id)
            settings, places = (
                Settings("denkste", {}, free_text=True),
                [Place("person", person), Place("bot", level="greedy")],
            )
            await hub.create(person, NAMES[0], settings, [*places, Place("empty"), Place("empty")], "", id)
            async with hub.acquire(id) as live:
                assert isinstance(await ask(hub, live, person, wishes.Start()), Ack)
                await ask(hub, live, person, wishes.Say(text=WORDS))
            await hub.remember_visit(own, id)
    change(database, 'UPDATE log SET at = at + 1 WHERE version = 2 AND "table" = ?', tables["damaged"])
    change(database, "UPDATE log SET data = x'7b' WHERE version = 2 AND \"table\" = ?", tables["nonsense"])

    original = endings.restored

    def restored(id: str, log: Any, ending: Any) -> Any:
        if id == tables["old"]:
            raise OldRules(2)
        return original(id, log, ending)

    monkeypatch.setattr("tafelrunde.server.tables.live_table.endings.restored", restored)
    async with running_hub(config, ManualTime(1_000 * DAY + 1)) as hub:
        data, unreadable = await export(hub, own, ())
        assert unreadable == [tables["nonsense"]] and len(data) == 3

        # While nothing may change, nobody is forgotten by halves.
        hub.orders.update([Order(READ_ONLY, "", 0.0)])
        assert len((await forget.forget_person(hub, own, ())).left) == len(tables)
        assert await hub.store.people.tables(own) == sorted(tables.values())
        hub.orders.update([])

        done = await forget.forget_person(hub, own, ())
        assert done.left == [tables["nonsense"]] and len(done.tables) == 3
        assert await hub.store.people.tables(own) == [tables["nonsense"]]
        for what in ("whole", "damaged", "old"):
            kept = b"".join(entry.data for entry in await hub.store.read_entries(tables[what]))
            assert WORDS.encode() not in kept and NAMES[0].encode() not in kept, what
            assert NAMES[0].encode() not in (await hub.store.summary(tables[what]) or b"")

        # The sweep goes on, too, and comes to an end.
        assert isinstance(hub.time, ManualTime)
        hub.time.moment += 91 * DAY
        await retention.sweep(hub)
        assert await hub.store.people.visitors(tables["whole"]) == []
    problems = {problem.table: problem.what for problem in (await examine(config.database)).problems}
    assert problems == {tables["damaged"]: "content", tables["nonsense"]: "content"}, "damage stays visible"


def change(database: Path, what: str, *values: str) -> None:
    """Change a database behind the server's back."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(what, values)
        connection.commit()
