"""The operator's commands on a database with a running game, and nothing but the database."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from tafelrunde.server.http import sessions
from tafelrunde.server.log_check import examine
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.table import wishes
from tafelrunde.table.acts import Place, Settings
from tests.cli.test_commands import run
from tests.server.support.hubs import ask, running_hub

OWN, NAMES = ("annas-own-id", "bens-own-id"), ("Annegret", "Bartholomaeus")


async def begin(url: str) -> tuple[str, list[str]]:
    """A game that has started, and is not over; the table, and its people's ids there."""
    async with running_hub(Config(url)) as hub:
        id = hub.new_id()
        host, guest = people = [sessions.at_table(own, id) for own in OWN]
        places = [Place("person", host), Place(), Place("empty"), Place("empty")]
        assert await hub.create(host, NAMES[0], Settings("denkste", {}, public=True), places, "", id) == id
        async with hub.acquire(id) as live:
            for person, wish in (
                (guest, wishes.Join(NAMES[1], "")),
                (guest, wishes.Sit(1)),
                (host, wishes.Start()),
                (host, wishes.Play(0, "go 4")),
            ):
                assert isinstance(await ask(hub, live, person, wish), Ack)
        for own in OWN:
            await hub.remember_visit(own, id)
    return id, people


async def phase(url: str, table: str) -> str | None:
    async with running_hub(Config(url)) as hub:
        summary = await hub.store.summary(table)
    return None if summary is None else json.loads(summary)["phase"]


def test_every_command_does_what_it_says(database_url: str, tmp_path: Path) -> None:
    table, (host, guest) = asyncio.run(begin(database_url))
    at = ("--database", database_url)

    # What there is.
    assert table in run("admin", "tables", *at) and NAMES[0] in run("admin", "tables", *at, lang="de")
    shown = run("admin", "people", table, *at)
    assert all(text in shown for text in (host, guest, *OWN, *NAMES))
    assert "no table" in run("admin", "people", "nothing", *at, code=1)

    # Orders, which stand until they are withdrawn.
    assert "203.0.113.7 is banned" in run("admin", "ban", "203.0.113.7", "--days", "2", *at)
    assert OWN[1] in run("admin", "ban", f"{table}:{guest}", *at)
    assert "nobody" in run("admin", "ban", f"{table}:nobody", *at, code=1)
    run("admin", "read-only", *at)
    assert "Noon" in run("admin", "announce", "Noon", *at)
    standing = run("admin", "orders", *at)
    assert all(text in standing for text in ("ban 203.0.113.7", f"ban {OWN[1]}", "read-only", "notice"))
    assert "may come in again" in run("admin", "unban", "203.0.113.7", *at)
    assert "was not banned" in run("admin", "unban", "203.0.113.7", *at)
    run("admin", "read-only", "--off", *at)
    standing = run("admin", "orders", *at)
    assert "203.0.113.7" not in standing and "read-only" not in standing

    # A copy, with everything as it is.
    copy = tmp_path / "copies" / "backup.db"
    assert "backed up" in run("backup", str(copy), *at)
    assert "exists already" in run("backup", str(copy), *at, code=1)

    # Somebody is forgotten, by the id that others see; the table plays on.
    assert "at 1 table" in run("forget", f"{table}:{guest}", *at)
    shown = run("admin", "people", table, *at)
    assert NAMES[1] not in shown and OWN[1] not in shown and NAMES[0] in shown
    assert asyncio.run(phase(database_url, table)) == "running"
    report = asyncio.run(examine(database_url))
    assert report.problems == [] and report.redacted == 1

    # The table goes, and comes back from the copy.
    assert "is closed and deleted" in run("admin", "close", table, *at)
    assert "no table" in run("admin", "close", table, *at)
    assert asyncio.run(phase(database_url, table)) is None
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert "restored" in run("restore", str(copy), "--database", other)
    assert "already" in run("restore", str(copy), "--database", other, code=1)
    assert NAMES[1] in run("admin", "people", table, "--database", other)


def test_without_a_database_one_line_says_so(tmp_path: Path) -> None:
    at = ("--database", f"sqlite:///{tmp_path / 'nothing.db'}")
    for words in (("admin", "tables"), ("forget", "somebody"), ("backup", str(tmp_path / "copy.db"))):
        assert len(run(*words, *at, code=1).strip().splitlines()) == 1
    file = tmp_path / "no-backup.db"
    file.write_text("nonsense")
    run("restore", str(file), *at, code=1)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(file).execute("SELECT * FROM tables")
