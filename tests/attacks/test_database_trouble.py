"""A database that hangs, a disk that is full, a clock that is set back: people are told, nothing is lost or doubled."""

import asyncio
import contextlib
import logging
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from tafelrunde.server.people import retention
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack, Refused
from tafelrunde.server.storage.entries import DatabaseUnavailable
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import wishes
from tests import services
from tests.attacks import processes
from tests.conftest import LACKING
from tests.protocol_client import TIMEOUT
from tests.server.support.hubs import ManualTime, RecordingSubscriber, ask, open_table, running_hub
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

WISH = wishes.Say(phrase="hello")


async def until_it_works(hub: Hub) -> None:
    async with asyncio.timeout(TIMEOUT):
        while hub._store.health.trouble is not None:
            await asyncio.sleep(0.02)


async def assert_refused(hub: Hub, live: Any, code: str, id: str) -> None:
    answer = await ask(hub, live, "anna", WISH, id)
    assert isinstance(answer, Refused) and answer.refusal.code == code, answer


async def assert_once(hub: Hub, table: str, *ids: str) -> None:
    written = [entry.client for entry in await hub._store.entries(table)]
    assert [written.count(f"anna {id}") for id in ids] == [1] * len(ids)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


async def postmaster(url: str) -> int:
    """The process whose children serve a PostgreSQL."""
    connection = await asyncpg.connect(url)
    try:
        return processes.parent(await connection.fetchval("SELECT pg_backend_pid()"))
    finally:
        await connection.close()


async def test_a_database_that_hangs_holds_up_nobody_for_long(
    fresh_postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    # Without TLS: asyncpg leaves an error behind that nobody asks for if it is interrupted while it offers that.
    config = Config(f"{fresh_postgres}?ssl=disable", speed=50.0)
    pid = await postmaster(fresh_postgres)
    async with (
        running_server(config) as (address, server),
        httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http,
    ):
        hub: Hub = server._app.state.hub
        table = await open_table(hub, "denkste", 2)
        async with hub.acquire(table) as live, asyncio.timeout(TIMEOUT):
            anna = RecordingSubscriber("anna")
            await live.subscribe(anna, 0)
            assert (await http.get("/readyz")).json() == {"ok": True, "redis": True}
            health = hub.store.health
            patience, health.patience = health.patience, 0.5
            with processes.stopped(pid):
                await assert_refused(hub, live, "database-away", "one")
                await assert_refused(hub, live, "database-away", "two")
                assert (await http.get("/healthz")).json() == {"ok": True}
                for path in ("/readyz", "/api/tables"):
                    response = await http.get(path)
                    assert (response.status_code, response.json()["code"]) == (503, "database-away")
                assert anna.bye is None, "the table stays as it is"
            health.patience = patience
            await until_it_works(hub)
            assert (await http.get("/readyz")).status_code == 200
            for id in ("one", "two", "three"):
                assert isinstance(await ask(hub, live, "anna", WISH, id), Ack)
            await assert_once(hub, table, "one", "two", "three")
            assert anna.bye is None
    assert lines(caplog) == ["the database does not answer", "the database works again"]


@contextlib.contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A file system of that size."""
    with tempfile.TemporaryDirectory(prefix="tafelrunde-") as name:
        options = f"size={size},mode=755"
        if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", name], capture_output=True).returncode:
            pytest.skip(f"{LACKING}no small file system can be mounted here (it takes root)")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "-l", name], check=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def on_small_disk(request: pytest.FixtureRequest) -> Iterator[tuple[Path, str]]:
    """A file system that is full soon, and a database on it."""
    if request.param == "sqlite":
        with small_disk("1m") as folder:
            yield folder, f"sqlite:///{folder / 'games.db'}"
        return
    try:
        with small_disk("80m") as folder, services.postgres(folder) as url:
            yield folder, url
    except services.Missing as missing:
        pytest.skip(f"{LACKING}{missing}")


async def test_a_full_disk_is_noticed_at_once_and_said_once(
    on_small_disk: tuple[Path, str], caplog: pytest.LogCaptureFixture
) -> None:
    disk, url = on_small_disk
    async with running_hub(Config(url, speed=50.0)) as hub:
        table = await open_table(hub, "denkste", 2)
        async with hub.acquire(table) as live, asyncio.timeout(TIMEOUT):
            anna = RecordingSubscriber("anna")
            await live.subscribe(anna, 0)
            fill(disk / "something else")
            told = 0
            while isinstance(answer := await ask(hub, live, "anna", WISH, f"fits-{told}"), Ack):
                told += 1
            assert answer.refusal.code == "database-full"
            for number in range(20):
                await assert_refused(hub, live, "database-full", f"full-{number}")
            with pytest.raises(DatabaseUnavailable):
                await hub.check_database()
            assert lines(caplog) == ["the database has no space left"]
            assert (await hub.lobby(table))["phase"] == "running", "what is there can be read"
            (disk / "something else").unlink()
            await until_it_works(hub)
            for number in range(20):
                assert isinstance(await ask(hub, live, "anna", WISH, f"full-{number}"), Ack)
            await assert_once(hub, table, *(f"fits-{number}" for number in range(told)), "full-0", "full-19")
            assert anna.bye is None
    assert lines(caplog) == ["the database has no space left", "the database works again"]


def fill(path: Path) -> None:
    """Until nothing more fits."""
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(512))


async def test_a_clock_that_is_set_back_changes_nothing(tmp_path: Path) -> None:
    time = ManualTime(100_000.0)
    async with running_hub(Config(f"sqlite:///{tmp_path / 'games.db'}"), time) as hub:
        table = await open_table(hub, "denkste", 2, move_seconds=60.0)
        async with hub.acquire(table) as live:
            await live.subscribe(RecordingSubscriber("anna"), 0)
            for moment in (100_010.0, 50.0, 60.0):
                time.moment = moment
                assert isinstance(await ask(hub, live, "anna", WISH), Ack)
        moments = [entry.at for entry in await hub._store.entries(table)]
        assert moments == sorted(moments) and moments[-1] <= 100_020.0
        async with hub.acquire(table) as live:
            await retention.sweep(hub)
            assert live.table.version == len(moments)
