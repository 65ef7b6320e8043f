"""The operator's tools against a running server: orders, and a backup from which the game goes on."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tafelrunde.server.log_check import examine
from tafelrunde.server.operator import backup, orders
from tafelrunde.server.people.forget import find
from tafelrunde.server.process.config import Config
from tests.protocol_client import BOT, EMPTY, MINE, OPEN, TIMEOUT, Person
from tests.server.support.servers import FAST, running_server

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look for orders all the time."""
    monkeypatch.setattr(orders, "POLL_SECONDS", 0.02)


async def test_orders(config: Config) -> None:
    # The client plays in this process, too, and keeps the database waiting.
    config = replace(config, patience=TIMEOUT, rate=10_000, burst=10_000)
    async with running_server(config) as (address, server), httpx.AsyncClient(base_url=address) as http:
        hub = server._app.state.hub
        anna, ben = Person(address, "Anna"), Person(address, "Ben")
        table = await anna.open_table("denkste", [MINE, BOT, OPEN, EMPTY])
        async with anna.connect(table) as host, ben.connect(table) as guest:
            await guest.join()
            await guest.do("sit", place=2)
            await host.do("start")

            # A message to everybody, also to those who come later.
            await orders.give(hub.store, orders.NOTICE, json.dumps({"en": "Restart at noon"}), 60)
            assert (await host.until_message("notice"))["texts"] == {"en": "Restart at noon"}
            async with ben.connect(table) as late:
                await late.until_message("notice")

            # Nothing changes, not even by bots, and then all goes on.
            await orders.give(hub.store, orders.READ_ONLY)
            while (await host.ask("say", phrase="hello")).get("refusal", {}).get("code") != "read-only":
                pass
            assert (await http.post("/api/tables", json=_table(), headers=anna.headers)).status_code == 503
            assert (await http.get(f"/api/tables/{table}")).status_code == 200
            version = (await http.get(f"/api/tables/{table}")).json()["version"]
            for seat in host.ready_seats():
                assert (await host.ask("play", seat=int(seat), move=host.choose(seat)))["type"] == "refused"
            assert (await http.get(f"/api/tables/{table}")).json()["version"] == version
            await orders.withdraw(hub.store, orders.READ_ONLY)
            while (await host.ask("say", phrase="hello"))["type"] != "ack":
                pass

            # Somebody is banned, whom the operator knows by the id that others see.
            assert await find(hub, table, guest.id) == ben.id and await find(hub, table, "nobody") is None
            await orders.give(hub.store, orders.BAN + ben.id)
            assert (await guest.until_closed())[-1]["reason"] == "banned"
            assert (await http.get("/api/me", headers=ben.headers)).json()["code"] == "banned"
            assert (await http.get("/api/me", headers=anna.headers)).status_code == 200

            # The table is closed.
            assert await orders.close_table(hub.store, table) and not await orders.close_table(hub.store, "nothing")
            assert (await host.until_closed())[-1]["reason"] == "closed"
        assert (await http.get(f"/api/tables/{table}")).status_code == 404

        # An address is banned, and let in again.
        await orders.give(hub.store, orders.BAN + "127.0.0.1")
        while (answer := await http.get("/api/games")).status_code == 200:
            pass
        assert answer.status_code == 403 and answer.json()["code"] == "banned"
        await orders.withdraw(hub.store, orders.BAN + "127.0.0.1")
        while (await http.get("/api/games")).status_code != 200:
            pass


def _table() -> dict[str, object]:
    return {"name": "Anna", "settings": {"game": "dog", "options": {}}}


@pytest.mark.parametrize("kinds", [("sqlite", "postgresql"), ("postgresql", "sqlite")])
async def test_a_game_goes_on_from_a_backup(kinds: tuple[str, str], fresh_postgres: str, tmp_path: Path) -> None:
    """Made while it is played, and restored into a database of the other kind."""
    urls = {"sqlite": f"sqlite:///{tmp_path / 'games.db'}", "postgresql": fresh_postgres}
    database, other = (urls[kind] for kind in kinds)
    first, copy = Config(database, speed=FAST, patience=TIMEOUT, rate=10_000, burst=10_000), tmp_path / "backup.db"
    async with running_server(first) as (address, _):
        anna = Person(address, "Anna")
        table = await anna.open_table("denkste", [MINE, MINE, EMPTY, EMPTY], options={"rings": [4, 4, 4]})
        async with anna.connect(table) as host:
            await host.do("start")
            playing = asyncio.create_task(host.play(most=20))
            await backup.backup(database, copy)
            await playing
    with pytest.raises(FileExistsError):
        await backup.backup(database, copy)
    assert (await examine(f"sqlite:///{copy}")).problems == []
    with pytest.raises(backup.NotEmpty):
        await backup.restore(copy, database)
    second = Config(other, speed=FAST, patience=TIMEOUT, rate=10_000, burst=10_000)
    assert await backup.restore(copy, second.database) > 0
    async with running_server(second) as (address, _):
        anna.address = address
        async with anna.connect(table) as host:
            await host.play()
            assert host.phase == "over"
    assert (await examine(second.database)).problems == []
