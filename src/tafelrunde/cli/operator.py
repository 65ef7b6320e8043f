"""The operator's commands: `tafelrunde admin`, `check-log`, `forget`, `backup` and `restore`. They work while servers
run."""

import asyncio
import datetime
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import asdict
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.markup import escape

from tafelrunde.cli.common import TEXTS, fail, new_table, progress
from tafelrunde.cli.parameters import Json, Language, explain
from tafelrunde.cli.serve import database_url
from tafelrunde.kernel.languages import LANGUAGES

if TYPE_CHECKING:
    from tafelrunde.server.tables.hub import Hub

DAY, MINUTE = 86_400.0, 60.0
NEWEST = 50
"""How many tables are listed."""

T = TypeVar("T")
Url = Annotated[
    str | None,
    typer.Option("--database", envvar="TAFELRUNDE_DATABASE", help=explain("check-log-database"), metavar="DATABASE"),
]
Who = Annotated[str, typer.Argument(help=explain("admin-who"), metavar="WHO")]
TableId = Annotated[str, typer.Argument(help=explain("admin-table"), metavar="TABLE")]

admin = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True)


def _command(work: Callable[..., None]) -> Callable[..., None]:
    """A command of `tafelrunde admin`."""
    name = work.__name__.replace("_", "-")
    return admin.command(name, help=explain(f"admin-{name}"))(work)


@_command
def tables(lang: Language, database: Url = None) -> None:
    """The newest tables."""

    async def found(hub: "Hub") -> list[dict[str, Any]]:
        listed = await hub.store.summaries(public_only=False, limit=NEWEST, offset=0)
        return [{"id": id, "at": at} | json.loads(head) for id, head, at in listed]

    shown = new_table(
        "admin", None, ("table", "game", "phase", "host", "people", "opened"), lang, left=("table", "host")
    )
    for one in _run(found, database, lang):
        row = (one["id"], one["game"], one["phase"], one["host"], str(one["people"]), _moment(one["at"]))
        shown.add_row(*map(escape, row))
    Console().print(shown)


@_command
def people(table: TableId, lang: Language, database: Url = None) -> None:
    """Who is or was at a table: under which id there, and under which own id."""
    from tafelrunde.server.http import sessions

    async def found(hub: "Hub") -> list[tuple[str, ...]]:
        async with hub.acquire(table) as live:
            own = {sessions.at_table(one, live.table.series): one for one in await hub.store.people.visitors(table)}
            everybody = live.table.people.values()
            return [(one.id, own.get(one.id, ""), one.name, "✓" if one.here else "") for one in everybody]

    shown = new_table("admin", None, ("id", "own", "name", "here"), lang, left=("id", "own", "name"))
    for row in _run(found, database, lang):
        shown.add_row(*map(escape, row))
    Console().print(shown)


@_command
def close(table: TableId, lang: Language, database: Url = None) -> None:
    """Delete a table and send everybody away from it."""
    from tafelrunde.server.operator import orders

    done = _run(lambda hub: orders.close_table(hub.store, table), database, lang)
    _say("closed" if done else "no-table", lang, table=table)


@_command
def ban(
    who: Who,
    lang: Language,
    days: Annotated[float | None, typer.Option(min=0, help=explain("admin-days"))] = None,
    database: Url = None,
) -> None:
    """Keep an address or a person away."""
    from tafelrunde.server.operator import orders

    async def order(hub: "Hub") -> str:
        name = await _whom(hub, who, lang)
        await orders.give(hub.store, orders.BAN + name, seconds=None if days is None else days * DAY)
        return name

    _say("banned", lang, who=_run(order, database, lang))


@_command
def unban(who: Who, lang: Language, database: Url = None) -> None:
    """Let somebody in again."""
    from tafelrunde.server.operator import orders

    async def order(hub: "Hub") -> bool:
        return await orders.withdraw(hub.store, orders.BAN + await _whom(hub, who, lang))

    _say("unbanned" if _run(order, database, lang) else "not-banned", lang, who=who)


@_command
def read_only(
    lang: Language,
    off: Annotated[bool, typer.Option("--off", help=explain("admin-off"))] = False,
    database: Url = None,
) -> None:
    """Let nothing change at any table, until it is switched off."""
    from tafelrunde.server.operator import orders

    work: Callable[[Hub], Awaitable[Any]] = (
        (lambda hub: orders.withdraw(hub.store, orders.READ_ONLY))
        if off
        else (lambda hub: orders.give(hub.store, orders.READ_ONLY))
    )
    _run(work, database, lang)
    _say("writable" if off else "read-only", lang)


@_command
def announce(
    lang: Language,
    text: Annotated[str, typer.Argument(help=explain("admin-text"), metavar="TEXT")] = "",
    minutes: Annotated[int, typer.Option(min=1, help=explain("admin-minutes"))] = 5,
    database: Url = None,
) -> None:
    """Tell everybody at the tables something; without a text, that the server restarts soon."""
    from tafelrunde.server.operator import orders
    from tafelrunde.server.refusals import TEXTS as SERVER_TEXTS

    own = dict.fromkeys(LANGUAGES, text)
    texts = own if text else SERVER_TEXTS.say_in_all("notice", "restart", minutes=minutes)
    _run(lambda hub: orders.give(hub.store, orders.NOTICE, json.dumps(texts), minutes * MINUTE), database, lang)
    _say("announced", lang, text=texts[lang])


@_command
def orders(lang: Language, database: Url = None) -> None:
    """What the running servers have been told and still obey."""
    from tafelrunde.server.operator import orders

    shown = new_table("admin", None, ("order", "since", "until"), lang, left=("order",))
    for order in _run(lambda hub: orders.standing(hub.store), database, lang):
        shown.add_row(escape(order.key), _moment(order.at), "" if order.until is None else _moment(order.until))
    Console().print(shown)


def forget(who: Who, lang: Language, database: Url = None) -> None:
    """Delete everything that is known of a person."""
    from tafelrunde.server.operator import orders
    from tafelrunde.server.people.forget import Forgotten, forget_person

    async def work(hub: "Hub") -> Forgotten:
        done = await forget_person(hub, await _whom(hub, who, lang), ("operator",))
        for table, id in done.tables:  # servers may have it in memory
            await orders.give(hub.store, f"{orders.FORGET}{table} {id}", seconds=orders.MOMENT)
        return done

    done = _run(work, database, lang)
    _say("forgotten", lang, tables=len(done.tables))
    if done.left:
        fail(TEXTS.say("admin", "not-forgotten", lang, tables=", ".join(done.left)))


def backup(
    file: Annotated[Path, typer.Argument(help=explain("backup-file"), metavar="FILE")],
    lang: Language,
    database: Url = None,
) -> None:
    """Write a copy of everything to a file."""
    from tafelrunde.server.operator import backup as copies

    try:
        rows = asyncio.run(copies.backup(database_url(database), file))
    except FileExistsError:
        fail(TEXTS.say("admin", "exists", lang, path=file))
    except (ConnectionError, OSError, ValueError) as error:
        fail(TEXTS.say("serve", "no-database", lang, reason=error))
    _say("backed-up", lang, path=file, rows=rows)


def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help=explain("restore-file"), metavar="FILE")],
    lang: Language,
    database: Url = None,
) -> None:
    """Write a backup to an empty database."""
    from tafelrunde.server.operator import backup as copies

    try:
        rows = asyncio.run(copies.restore(file, database_url(database)))
    except copies.NotEmpty:
        fail(TEXTS.say("admin", "not-empty", lang))
    except (ConnectionError, OSError, ValueError) as error:
        fail(TEXTS.say("serve", "no-database", lang, reason=error))
    _say("restored", lang, rows=rows)


# what they share


def _run(work: Callable[["Hub"], Awaitable[T]], database: str | None, lang: str) -> T:
    """The result of some work on the database, or one line that says why there is none."""
    from tafelrunde.server.storage.entries import LogDamaged, TableNotFound
    from tafelrunde.table.ending import OldRules

    async def run() -> T:
        async with _hub(database_url(database)) as hub:
            return await work(hub)

    task: Coroutine[Any, Any, T] = run()
    try:
        return asyncio.run(task)
    except TableNotFound as missing:
        fail(TEXTS.say("admin", "no-table", lang, table=missing.table))
    except (LogDamaged, OldRules):
        fail(TEXTS.say("admin", "unreadable", lang))
    except (ConnectionError, ValueError) as error:
        fail(TEXTS.say("serve", "no-database", lang, reason=error))


@asynccontextmanager
async def _hub(url: str) -> AsyncIterator["Hub"]:
    """The tables of a database, without a server."""
    from tafelrunde.server.process.config import Config
    from tafelrunde.server.storage import database as databases
    from tafelrunde.server.storage.store import Store
    from tafelrunde.server.tables.hub import Hub

    await databases.check_schema(url)
    store = Store(databases.connect(url))
    hub = Hub(store, Config(url))
    hub.preparation.skip()
    try:
        yield hub
    finally:
        await hub.close()
        await store.close()


async def _whom(hub: "Hub", who: str, lang: str) -> str:
    """An address (with IPv6 its network), or a person's own id, which may be given as TABLE:ID as others see it."""
    from tafelrunde.server.people.forget import find
    from tafelrunde.server.process.rate_limits import network

    try:
        return network(str(ip_address(who)))
    except ValueError:
        table, colon, id = who.partition(":")
    found = await find(hub, table, id) if colon else who
    return found or fail(TEXTS.say("admin", "nobody", lang, who=who))


def _moment(at: float) -> str:
    return datetime.datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")


def _say(key: str, lang: str, **values: Any) -> None:
    Console(highlight=False, soft_wrap=True).print(escape(TEXTS.say("admin", key, lang, **values)))


def check_log(
    lang: Language,
    database: Annotated[
        str | None, typer.Argument(envvar="TAFELRUNDE_DATABASE", help=explain("check-log-database"), metavar="DATABASE")
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a whole database: every log is a chain without gaps, every move is legal, every deal is true."""
    from tafelrunde.server.log_check import examine

    try:
        with progress(TEXTS.say("check-log", "examining", lang), 1) as on_progress:
            report = asyncio.run(examine(database_url(database), on_progress))
    except (ConnectionError, ValueError) as error:
        fail(TEXTS.say("check-log", "no-database", lang, reason=error), 2)
    if as_json:
        print(json.dumps(asdict(report)))
        raise typer.Exit(1 if report.problems else 0)
    console = Console(highlight=False, soft_wrap=True)
    counts = {"tables": report.tables, "entries": report.entries, "over": report.over}
    console.print(TEXTS.say("check-log", "tables", lang, **counts))
    if report.redacted:
        console.print(TEXTS.say("check-log", "redacted", lang, count=report.redacted))
    for table in report.old:
        console.print(f"[dim]{escape(TEXTS.say('check-log', 'old', lang, table=table))}[/]")
    for problem in report.problems:
        values = {"table": problem.table, "version": problem.version}
        console.print(f"[red]✗ {escape(TEXTS.say('check-log', problem.what, lang, **values))}[/]")
    if report.problems:
        fail(TEXTS.say("check-log", "broken", lang, count=len(report.problems)))
    console.print(f"[green]✓[/] {TEXTS.say('check-log', 'whole', lang)}")
