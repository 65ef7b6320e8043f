"""The databases themselves: settings, migrations, URLs, crashes, lost connections, several processes."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import asyncpg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tafelrunde.server.storage import database as databases
from tafelrunde.server.storage.entries import DuplicateWish
from tafelrunde.server.storage.schema import metadata
from tafelrunde.server.storage.store import Store
from tafelrunde.server.storage.transaction import Job, Outcome
from tafelrunde.server.storage.writer import Writer
from tests.server.support.chains import Chains

pytestmark = pytest.mark.anyio


def writer(*words: str) -> subprocess.Popen[str]:
    """A process of tests/server/support/writers.py."""
    command = [sys.executable, "-m", "tests.server.support.writers", *words]
    root = Path(__file__).parents[3]
    return subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def at_once(*processes: subprocess.Popen[str]) -> list[str]:
    """Let processes continue together when all are ready; what they print after that."""
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate(timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes)
    return said


# migrations


async def test_the_migrations_lead_to_the_schema(database_url: str) -> None:
    await databases.migrate(database_url)
    database = databases.connect(database_url)
    async with database.writing.connect() as connection:
        assert await connection.run_sync(_differences) == []
    await database.close()


def _differences(connection: sa.Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), metadata)


async def test_opening_again_changes_nothing(database_url: str) -> None:
    for number in range(3):
        store = await Store.open(database_url)
        await store.create(f"t{number}", b"{}", True, 0.0)
        assert len(await store.summaries()) == number + 1
        await store.close()


async def test_several_stores_of_one_process_open_at_once(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(3)))
    await stores[0].create("a", b"{}", True, 0.0)
    assert [await store.summary("a") for store in stores] == [b"{}"] * 3
    for store in stores:
        await store.close()


async def test_several_processes_migrate_at_once(database_url: str) -> None:
    at_once(*(writer("open", database_url) for _ in range(3)))
    store = await Store.open(database_url)
    assert len(await store.summaries()) == 3
    await store.close()


async def test_a_database_of_a_newer_version_is_refused(database_url: str) -> None:
    await databases.migrate(database_url)
    database = databases.connect(database_url)
    async with database.writing.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    with pytest.raises(ConnectionError, match="newer"):
        await Store.open(database_url)


# several processes, and processes that die


async def test_each_wish_is_carried_out_once_by_competing_processes(database_url: str) -> None:
    store = await Store.open(database_url)
    await store.create("t", b"{}", True, 0.0)
    said = at_once(*(writer("carry-out", database_url, "60") for _ in range(2)))
    outcomes = [line.split() for line in "".join(said).splitlines()]
    assert Counter(kind for kind, _, _ in outcomes) == {"done": 60, "again": 60}
    log = await store.entries("t")
    assert [each.version for each in log] == list(range(1, 61))
    assert {(wish, int(version)) for _, wish, version in outcomes} == {(each.client, each.version) for each in log}
    await store.close()


async def test_nothing_acknowledged_is_lost_when_the_process_is_killed(database_url: str) -> None:
    store = await Store.open(database_url)
    for number in range(20):
        await store.create(f"t{number}", b"{}", True, 0.0)
    await store.close()
    acknowledged: Counter[str] = Counter()
    chance = random.Random(5)
    for _ in range(5):
        acknowledged |= _killed_after(chance.randint(50, 800), database_url)
        store = await Store.open(database_url)
        for table, version in acknowledged.items():
            log = await store.entries(table)
            assert [each.version for each in log] == list(range(1, len(log) + 1))
            assert [each.data for each in log] == [b"%d" % each.version for each in log]
            assert version <= len(log) <= version + 1
        await store.close()
    assert len(acknowledged) == 20


def _killed_after(lines: int, url: str) -> Counter[str]:
    """Kill a writer after so many lines; the last version of each table that it reported as written."""
    process = writer("append", url)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(lines)]
    process.kill()
    said += process.stdout.readlines()
    process.communicate()
    whole = [line.split() for line in said if line.endswith("\n")]
    return Counter({table: int(version) for table, version in whole})


# connections that are lost


class AnswerLost(Writer):
    """A writer that loses its connection right after a commit, before it learns of it."""

    lose = 1

    async def _commit(self, jobs: Sequence[Job], find_duplicates: bool, is_retry: bool) -> list[Outcome]:
        outcomes = await super()._commit(jobs, find_duplicates, is_retry)
        if self.lose:
            self.lose -= 1
            raise ConnectionResetError
        return outcomes


async def test_after_a_lost_answer_nothing_is_written_twice(database_url: str) -> None:
    store = await Store.open(database_url)
    store._writer = writer = AnswerLost(store.database, store.health)
    await store.create("a", b"{}", True, 0.0)
    await store.create("b", b"{}", True, 0.0)
    writer.lose = 1
    entry = Chains().entry
    wishes = [entry("a", 1, "x", b"1"), entry("a", 2, None, b"2"), entry("b", 1, "x", b"3")]
    await asyncio.gather(*map(store.append, wishes))
    assert await store.entries("a") + await store.entries("b") == wishes
    with pytest.raises(DuplicateWish):
        await store.append(wishes[0])
    await store.close()


async def test_the_store_works_after_its_connections_were_cut(fresh_postgres: str) -> None:
    store = await Store.open(fresh_postgres)
    await store.create("a", b"{}", True, 0.0)
    admin = await asyncpg.connect(fresh_postgres)
    entry = Chains().entry
    for version in range(1, 4):
        await store.append(entry("a", version))
        cut = await admin.fetch(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cut
    assert len(await store.entries("a")) == 3
    await admin.close()
    await store.close()


async def test_every_caller_is_told_when_the_database_stays_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh_postgres: str
) -> None:
    monkeypatch.setattr(databases, "RETRY_DELAYS", (0.0, 0.01))
    gone = sa.make_url(fresh_postgres).set(port=1).render_as_string()
    store = Store(databases.connect(gone))
    outcomes = await asyncio.gather(*(store.create(id, b"", True, 0.0) for id in "abc"), return_exceptions=True)
    assert [isinstance(outcome, OSError) for outcome in outcomes] == [True] * 3
    await store.close()


async def test_a_concurrent_entry_keeps_its_table(fresh_postgres: str) -> None:
    store = await Store.open(fresh_postgres)
    await store.create("a", b"{}", True, 1.0)
    other, admin = await asyncpg.connect(fresh_postgres), await asyncpg.connect(fresh_postgres)
    transaction = other.transaction()
    await transaction.start()
    entry = Chains().entry("a", 1, at=9.0)
    places = ", ".join(f"${number}" for number in range(1, len(entry) + 1))
    await other.execute(f"INSERT INTO log VALUES ({places})", *entry)
    deleting = asyncio.create_task(store.delete_idle(before=5.0))
    while not await admin.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        await asyncio.sleep(0.01)
    await transaction.commit()
    assert await deleting == 0
    assert len(await store.entries("a")) == 1
    await other.close()
    await admin.close()
    await store.close()


# settings and addresses


async def test_sqlite_is_durable(tmp_path: Path) -> None:
    path = tmp_path / "in" / "a folder" / "games.db"
    store = await Store.open(f"sqlite:///{path}")

    def told(connection: sa.Connection) -> list[object]:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.execute(sa.text(f"PRAGMA {name}")).scalar() for name in asked]

    async with store.database.writing.connect() as connection:
        assert await connection.run_sync(told) == ["wal", 2, 1, databases.LOCKED_MILLISECONDS]
    for run in (store.database.transact, store.database.read):
        assert await run(told) == ["wal", 2, 1, databases.LOCKED_MILLISECONDS]
    assert path.stat().st_mode & 0o777 == 0o600
    await store.close()


async def test_postgresql_is_durable(fresh_postgres: str) -> None:
    store = await Store.open(fresh_postgres)
    async with store.database.writing.connect() as connection:
        asked = ("synchronous_commit", "fsync", "transaction_isolation")
        told = [(await connection.execute(sa.text(f"SHOW {name}"))).scalar() for name in asked]
    assert told == ["on", "on", "read committed"]
    await store.close()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+asyncpg"])
async def test_postgresql_has_several_names(fresh_postgres: str, scheme: str) -> None:
    store = await Store.open(scheme + fresh_postgres.removeprefix("postgresql") + "?sslmode=disable")
    assert await store.summaries() == []
    await store.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "games.db",
        "mysql://u:secret@h/d",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://u:secret@h",
        "http://x:y/z",
    ],
)
async def test_an_invalid_url_is_refused_with_what_is_allowed(url: str) -> None:
    with pytest.raises(ValueError, match=databases.EXAMPLES) as error:
        await Store.open(url)
    assert "secret" not in str(error.value)


async def test_a_missing_database_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError, match=r"cannot open the database postgresql.*127.0.0.1:1/") as error:
        await Store.open("postgresql://u:secret@127.0.0.1:1/d")
    assert "secret" not in str(error.value)
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(ConnectionError, match="cannot open the database sqlite"):
        await Store.open(f"sqlite:///{tmp_path}/file/games.db")
    (tmp_path / "text.db").write_text("no database at all, but long enough to look at " * 100)
    with pytest.raises(ConnectionError, match="not a database"):
        await Store.open(f"sqlite:///{tmp_path}/text.db")
