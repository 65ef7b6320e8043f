"""The log keeps what it has acknowledged, once and in order, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
import sqlalchemy as sa

from tafelrunde.server.storage.entries import CodeTaken, DuplicateWish, Entry, TableNotFound, VersionConflict, chained
from tafelrunde.server.storage.store import Store
from tests.server.support.chains import START, Chains

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    store = await Store.open(database_url)
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def fresh_chains() -> None:
    """Each test has tables of its own."""
    global entry
    entry = Chains().entry


entry = Chains().entry


async def create(store: Store, *ids: str, at: float = 1.0) -> None:
    await together(*(store.create(id, b"{}", True, at) for id in ids))


async def together(*writes: Awaitable[None]) -> list[Any]:
    """The outcome of writes that go into the queue at the same time: None or the exception."""
    return await asyncio.gather(*writes, return_exceptions=True)


def commits(store: Store) -> list[object]:
    """Grows by one with every transaction that is committed."""
    seen: list[object] = []
    sa.event.listen(store.database.writer, "commit", seen.append)
    return seen


# what goes in comes out


async def test_what_is_written_is_read(store: Store) -> None:
    await create(store, "a")
    first = chained(START, "a", 1, "wish", b'{"text": "\xc3\xa4\x00"}', 1234567890.123456, "dog 1")
    second = chained(first.hash, "a", 2, None, bytes(range(256)), 0.1, "dog 2")
    await store.append(first)
    await store.append(second)
    assert await store.entries("a") == [first, second]
    assert await store.entries("a", after=1) == [second]
    assert await store.entries("a", after=2) == []
    assert await store.entries("b") == []


async def test_entries_of_one_table_keep_their_order(store: Store) -> None:
    await create(store, "a", "b")
    outcomes = await together(*(store.append(entry(table, version)) for version in range(1, 12) for table in "ab"))
    assert outcomes == [None] * 22
    for table in "ab":
        assert [each.version for each in await store.entries(table)] == list(range(1, 12))
    assert [each.version for each in await store.entries("a", after=8)] == [9, 10, 11]


async def test_entries_of_the_table_itself_are_never_duplicates(store: Store) -> None:
    await create(store, "a")
    assert await together(*(store.append(entry("a", version)) for version in (1, 2, 3))) == [None] * 3


async def test_summaries_are_listed_by_public_and_open(store: Store) -> None:
    for at, id in enumerate(("old", "new", "started", "secret")):
        await store.create(id, id.encode(), id != "secret", float(at))
    await store.update_summary("started", b"on its way", public=True, open=False)
    assert await store.summaries(public_only=True) == [
        ("new", b"new", 1.0),
        ("old", b"old", 0.0),
        ("started", b"on its way", 2.0),
    ]
    assert [id for id, _, _ in await store.summaries(public_only=False)] == ["secret", "new", "old", "started"]
    assert [id for id, _, _ in await store.summaries(public_only=True, limit=1, offset=1)] == ["old"]
    assert await store.summary("secret") == b"secret"
    assert await store.summary("nobody") is None


async def test_the_last_summary_of_a_table_counts(store: Store) -> None:
    await create(store, "a")
    await together(*(store.update_summary("a", b"%d" % number, number % 2 == 0, True) for number in range(10)))
    assert await store.summary("a") == b"9"
    assert await store.summaries(public_only=True) == []


async def test_a_code_leads_to_one_open_table(store: Store) -> None:
    await store.create("a", b"{}", True, 1.0, "xyzzy")
    outcomes = await together(
        store.create("b", b"{}", True, 9.0, "xyzzy"), store.create("c", b"{}", True, 9.0, "kkkkk")
    )
    assert isinstance(outcomes[0], CodeTaken) and outcomes[1] is None
    assert isinstance((await together(store.append(entry("b", 1))))[0], TableNotFound)
    assert [await store.table_with_code(code) for code in ("xyzzy", "kkkkk", "nobody")] == ["a", "c", None]
    await store.update_summary("a", b"{}", public=True, open=True)
    assert await store.table_with_code("xyzzy") == "a"
    await store.update_summary("a", b"{}", public=True, open=False)
    assert await store.table_with_code("xyzzy") is None, "the game has started"
    await store.create("b", b"{}", True, 1.0, "xyzzy")
    assert await store.delete_idle(before=5.0) == 1
    await store.create("d", b"{}", True, 9.0, "xyzzy")
    assert await store.table_with_code("xyzzy") == "d"


async def test_two_processes_never_give_out_the_same_code(store: Store, database_url: str) -> None:
    others = [await Store.open(database_url) for _ in range(3)]
    outcomes = await together(*(other.create(str(id(other)), b"{}", True, 1.0, "xyzzy") for other in others))
    assert outcomes.count(None) == 1 and sum(isinstance(outcome, CodeTaken) for outcome in outcomes) == 2
    for other in others:
        await other.close()


# what cannot be written


async def test_a_version_is_written_once(store: Store) -> None:
    await create(store, "a")
    await store.append(entry("a", 1, "mine"))
    with pytest.raises(VersionConflict) as conflict:
        await store.append(entry("a", 1, "yours"))
    assert (conflict.value.table, conflict.value.version) == ("a", 1)
    assert [each.client for each in await store.entries("a")] == ["mine"]


async def test_no_version_is_left_out(store: Store) -> None:
    await create(store, "a")
    for version in (0, 2, -1):
        with pytest.raises(VersionConflict):
            await store.append(entry("a", version))
    assert await store.entries("a") == []


@pytest.mark.parametrize("version", [1, 2, 3, 7])
async def test_a_wish_is_written_once_whatever_version_it_asks_for(store: Store, version: int) -> None:
    await create(store, "a", "b")
    await store.append(entry("a", 1))
    await store.append(entry("a", 2, "wish"))
    with pytest.raises(DuplicateWish) as duplicate:
        await store.append(entry("a", version, "wish"))
    assert (duplicate.value.table, duplicate.value.client, duplicate.value.version) == ("a", "wish", 2)
    await store.append(entry("b", 1, "wish"))
    assert len(await store.entries("a")) == 2


async def test_conflicts_and_duplicates_within_one_batch(store: Store) -> None:
    await create(store, "a", "b")
    seen = commits(store)
    outcomes = await together(
        store.append(entry("a", 1, "one")),
        store.append(entry("a", 1, "two")),
        store.append(entry("a", 2, "one")),
        store.append(entry("b", 1, "one")),
        store.append(entry("a", 2, "three")),
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        VersionConflict,
        DuplicateWish,
        type(None),
        type(None),
    ]
    assert outcomes[2].version == 1
    assert [each.client for each in await store.entries("a")] == ["one", "three"]
    assert len(seen) == 1


async def test_what_builds_on_a_refused_entry_is_refused(store: Store) -> None:
    await create(store, "a")
    await store.append(entry("a", 1, "wish"))
    outcomes = await together(store.append(entry("a", 2, "wish")), store.append(entry("a", 3, "next")))
    assert [type(outcome) for outcome in outcomes] == [DuplicateWish, VersionConflict]


async def test_a_table_must_exist_and_be_created_once(store: Store) -> None:
    with pytest.raises(TableNotFound):
        await store.append(entry("a", 1))
    with pytest.raises(TableNotFound):
        await store.update_summary("a", b"", True, True)
    await create(store, "a")
    with pytest.raises(VersionConflict):
        await store.create("a", b"other", False, 1.0)
    assert await store.summary("a") == b"{}"


async def test_two_stores_on_one_database_see_each_other(store: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    await create(store, "a")
    await other.append(entry("a", 1, "wish"))
    with pytest.raises(DuplicateWish):
        await store.append(entry("a", 2, "wish"))
    with pytest.raises(VersionConflict):
        await store.append(entry("a", 1, "other"))
    await store.append(entry("a", 2, "other"))
    assert await other.entries("a") == await store.entries("a")
    await other.close()


async def test_what_a_store_remembers_of_a_table_may_be_out_of_date(store: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    await create(store, "a", "gone")
    await store.append(entry("a", 1))
    await other.append(entry("a", 2))
    with pytest.raises(VersionConflict):
        await store.append(entry("a", 2))
    await other.append(entry("a", 3))
    await store.append(entry("a", 4))
    assert [written.version for written in await other.entries("a")] == [1, 2, 3, 4]
    assert await other.delete_idle(before=2.0) == 1
    with pytest.raises(TableNotFound):
        await store.append(entry("gone", 1))
    await other.close()


# one transaction for many


async def test_two_hundred_appends_share_a_few_transactions(store: Store) -> None:
    ids = [f"t{number}" for number in range(200)]
    await create(store, *ids)
    seen = commits(store)

    async def play(table: str) -> None:
        for version in range(1, 6):
            await store.append(entry(table, version, f"wish-{version}"))

    assert await together(*(play(table) for table in ids)) == [None] * 200
    assert 5 <= len(seen) <= 25
    assert sum([len(await store.entries(table)) for table in ids]) == 1000


async def test_a_single_append_does_not_wait_for_others(store: Store) -> None:
    await create(store, "a")
    seen = commits(store)
    for version in range(1, 6):
        await store.append(entry("a", version))
        assert len(seen) == version


BAD: dict[str, dict[str, Any]] = {
    "a wish": {"client": "\x00\ud800"},
    "a version": {"version": 2**70},
    "data": {"data": object()},
    "a time": {"at": "yesterday"},
}
REST: dict[str, Any] = {"rules": "", "previous": START, "hash": START}


@pytest.mark.parametrize("what", BAD)
async def test_a_bad_entry_fails_alone(store: Store, what: str) -> None:
    ids = [f"t{number}" for number in range(64)]
    await create(store, *ids, "bad")
    seen = commits(store)
    fields: dict[str, Any] = {"table": "bad", "version": 1, "client": "wish", "data": b"{}", "at": 2.0} | BAD[what]
    writes = [store.append(entry(table, 1, "wish")) for table in ids]
    *outcomes, bad = await together(*writes[:40], *writes[40:], store.append(Entry(**fields, **REST)))
    assert outcomes == [None] * 64
    assert isinstance(bad, Exception)
    assert [len(await store.entries(table)) for table in ids] == [1] * 64
    assert await store.entries("bad") == []
    assert len(seen) <= 8
    await store.append(entry("bad", 1))


async def test_a_cancelled_caller_does_not_affect_others(store: Store) -> None:
    await create(store, "a", "b")
    given_up = asyncio.create_task(store.append(entry("a", 1)))
    other = asyncio.create_task(store.append(entry("b", 1)))
    await asyncio.sleep(0)
    given_up.cancel()
    await other
    written = await store.entries("a")
    await store.append(entry("a", len(written) + 1))
    assert len(await store.entries("b")) == 1


# tables that nobody wants


async def test_tables_that_never_started_are_deleted(store: Store) -> None:
    await create(store, "idle", "joined", "talked-at", "started", at=1.0)
    await create(store, "young", at=9.0)
    await store.append(entry("joined", 1, at=2.0))
    await store.append(entry("talked-at", 1, at=8.0))
    await store.update_summary("started", b"{}", public=True, open=False)
    assert await store.delete_idle(before=5.0) == 2
    assert sorted(id for id, _, _ in await store.summaries()) == ["started", "talked-at", "young"]
    assert await store.entries("joined") == []
    assert await store.delete_idle(before=5.0) == 0
    with pytest.raises(TableNotFound):
        await store.append(entry("joined", 2))


async def test_any_number_of_tables_is_deleted(store: Store) -> None:
    await create(store, *(f"t{number}" for number in range(1100)))
    assert await store.delete_idle(before=5.0) == 1100
    assert await store.summaries() == []


# opening and closing


async def test_what_was_written_is_there_after_reopening(database_url: str) -> None:
    store = await Store.open(database_url)
    await create(store, "a")
    await store.append(entry("a", 1, "wish"))
    await store.close()
    store = await Store.open(database_url)
    assert await store.entries("a") == [entry("a", 1, "wish")]
    with pytest.raises(DuplicateWish):
        await store.append(entry("a", 2, "wish"))
    await store.close()


async def test_closing_writes_what_is_queued(database_url: str) -> None:
    store = await Store.open(database_url)
    await create(store, "a")
    waiting = [asyncio.create_task(store.append(entry("a", version))) for version in (1, 2, 3)]
    await asyncio.sleep(0)
    await store.close()
    assert [task.exception() for task in waiting] == [None] * 3
    with pytest.raises(RuntimeError):
        await store.append(entry("a", 4))
    store = await Store.open(database_url)
    assert len(await store.entries("a")) == 3
    await store.close()
