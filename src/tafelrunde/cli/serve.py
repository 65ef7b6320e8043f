"""The command `tafelrunde serve`."""

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from tafelrunde.cli.common import TEXTS, fail
from tafelrunde.cli.parameters import Language, explain

MOST_WORKERS = 64


def setting(name: str, **more: Any) -> Any:
    """An option of the server that the environment may set, too."""
    return typer.Option(envvar=f"TAFELRUNDE_{name.upper()}", help=explain(f"serve-{name}"), **more)


def serve(
    lang: Language,
    host: Annotated[str, setting("host")] = "0.0.0.0",
    port: Annotated[int | None, setting("port", min=0, max=65535)] = None,
    data: Annotated[Path | None, setting("data")] = None,
    database: Annotated[str | None, setting("database")] = None,
    redis: Annotated[str | None, setting("redis")] = None,
    workers: Annotated[int, setting("workers", min=1, max=MOST_WORKERS)] = 1,
) -> None:
    """Host tables for people and programs on the network until you press Ctrl-C."""
    from tafelrunde.server.process import serving, startup
    from tafelrunde.server.process import workers as processes
    from tafelrunde.server.storage import database as databases
    from tafelrunde.server.tables import bus

    url = database_url(database, data)
    _check_workers(workers, url, redis, lang)
    try:
        config = replace(startup.config(url, os.environ, redis), workers=workers)
        asyncio.run(databases.migrate(url))
        asyncio.run(bus.check(config.redis))
        listening = startup.listen(host, port)
    except startup.BadSetting as bad:
        fail(TEXTS.say("serve", "bad-setting", lang, name=bad.name, value=bad.value))
    except bus.BusUnavailable as error:
        fail(TEXTS.say("serve", "no-redis", lang, reason=error))
    except (ConnectionError, ValueError) as error:
        fail(TEXTS.say("serve", "no-database", lang, reason=error))
    except OSError as error:
        named = startup.DEFAULT_PORT if port is None else port
        fail(TEXTS.say("serve", "no-port", lang, host=host, port=named, reason=error.strerror))
    found = listening.getsockname()[1]
    if port is None and found != startup.DEFAULT_PORT:
        Console(highlight=False).print(TEXTS.say("serve", "moved", lang, usual=startup.DEFAULT_PORT, port=found))
    _print_addresses(host, found, url if database is None else None, lang)
    nearby = config.address or startup.network_url(host, found) or ""
    config = replace(config, address=nearby)
    if workers > 1:
        processes.run(config, processes.listen(listening, workers))
    else:
        server = serving.DedicatedServer(config)
        with suppress(KeyboardInterrupt):  # uvicorn passes Ctrl-C on after its end, unless the shell has it ignored
            server.run(sockets=[listening])
        if not server.started:
            raise typer.Exit(1)
    Console(highlight=False).print(TEXTS.say("serve", "bye", lang))


def _check_workers(workers: int, database: str, redis: str | None, lang: str) -> None:
    """Say what several workers lack."""
    if workers == 1:
        return
    if sys.platform == "win32":
        fail(TEXTS.say("serve", "no-workers", lang))
    lacks_database, lacks_redis = not database.startswith("postgresql"), not redis
    if lacks_database or lacks_redis:
        missing = "both" if lacks_database and lacks_redis else "database" if lacks_database else "redis"
        fail(TEXTS.say("serve", f"workers-lack-{missing}", lang))


def database_url(database: str | None, data: Path | None = None) -> str:
    """The database that is used: a given one, or the file in the data folder."""
    from tafelrunde.server.process import startup

    folder = data or Path(os.environ.get("TAFELRUNDE_DATA") or startup.data_folder())
    return database or f"sqlite:///{folder.absolute() / 'games.db'}"


def _print_addresses(host: str, port: int, file: str | None, lang: str) -> None:
    """Print the server's address for this machine and for the network, with a QR code."""
    from tafelrunde.server.process import startup

    console = Console(highlight=False, soft_wrap=True)
    console.print(TEXTS.say("serve", "here", lang, address=startup.local_url(host, port)))
    nearby = startup.network_url(host, port)
    if nearby is not None:
        console.print(TEXTS.say("serve", "nearby", lang, address=nearby))
        if console.encoding.startswith("utf"):
            console.print(startup.qr_code(nearby), style="white on black", markup=False)
    if file is not None:
        console.print(TEXTS.say("serve", "data", lang, path=file.removeprefix("sqlite:///")), markup=False)
    console.print(TEXTS.say("serve", "stop", lang))
    console.file.flush()
