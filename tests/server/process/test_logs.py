"""The log can be read by machines, and by anybody: it contains no names, chat or secrets."""

import asyncio
import io
import json
import logging
import sqlite3
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tafelrunde.server.process import logs
from tafelrunde.table import fair_deal
from tests.protocol_client import BOT, EMPTY, MINE, TIMEOUT, Person
from tests.server.support import raw_socket

pytestmark = pytest.mark.anyio

NAME, WORDS, PART = "Rumpelstilz", "a word that nobody else may read", fair_deal.random_secret()


def line(logger: str, message: str, *args: object, **more: Any) -> dict[str, Any]:
    """A record as it is logged."""
    record = logging.getLogger(logger).makeRecord(logger, logging.ERROR, __file__, 1, message, args, None, **more)
    read: dict[str, Any] = json.loads(logs.JsonFormatter().format(record))
    return read


def test_a_line_has_time_level_and_event() -> None:
    read = line("tafelrunde.server.tables.live_table", "a table is given up", extra={"fields": {"tables": 3}})
    assert read.pop("time").endswith("+00:00")
    event = {"level": "error", "event": "a table is given up", "from": "tafelrunde.server.tables.live_table"}
    assert read == event | {"tables": 3}


def test_the_arguments_of_a_message_are_left_out() -> None:
    assert NAME not in str(line("uvicorn.error", "%s has come", NAME))


def test_messages_of_other_libraries_are_left_out() -> None:
    assert line("uvicorn.error", f"Traceback\n{NAME}")["event"] == "message"
    assert line("asyncio", f"Task exception was never retrieved: {NAME}")["event"] == "message"


def test_an_error_is_logged_with_its_type_and_place() -> None:
    try:
        try:
            raise KeyError(WORDS)
        except KeyError as error:
            raise ValueError(f"{NAME}: {WORDS}") from error
    except ValueError:
        record = logging.LogRecord("tafelrunde", logging.ERROR, __file__, 1, "failed", None, sys.exc_info())
    text = logs.JsonFormatter().format(record)
    assert WORDS not in text and NAME not in text
    read = json.loads(text)
    assert read["error"] == "ValueError"
    assert read["trace"][-1].startswith("test_logs.py:") and "is_logged" in read["trace"][-1]


def test_lines_that_are_alike_are_counted() -> None:
    """A thousand requests that cannot be read are a few lines, and a number."""
    moment, written = 0.0, io.StringIO()
    handler = logs.SummingHandler(written, lambda: moment)
    handler.setFormatter(logs.JsonFormatter())

    def warn(message: str, *args: object) -> None:
        handler.handle(logging.LogRecord("uvicorn.error", logging.WARNING, __file__, 1, message, args, None))

    for number in range(1000):
        warn("Invalid HTTP request received from %s", number)
    warn("something else")
    assert len(written.getvalue().splitlines()) == logs.MOST_ALIKE + 1
    moment = logs.ALIKE_SECONDS
    warn("something else")
    told = [json.loads(each) for each in written.getvalue().splitlines()]
    assert told[-2]["more"] == 1000 - logs.MOST_ALIKE and told[-2]["event"] == told[0]["event"]
    for _ in range(logs.MOST_ALIKE + 3):
        warn("something else")
    handler.close()
    assert json.loads(written.getvalue().splitlines()[-1])["more"] == 4


async def play(address: str, database: Path) -> list[str]:
    """Let everything go wrong that could; what must not be in the log."""
    anna = await Person.register(address, NAME)
    table = await anna.open_table("denkste", [MINE, BOT, EMPTY, EMPTY], free_text=True)
    async with anna.connect(table) as client:
        anna.parts[fair_deal.part_commitment(PART)] = PART
        await client.do("join", name=NAME, commitment=fair_deal.part_commitment(PART))
        await client.do("start")
        await client.do("say", text=WORDS)
        await client.ask("play", seat=0, move=WORDS)
        await client.socket.send(WORDS)
        await client.until_message("refused")
    for sent in (
        raw_socket.frame(b"\xff" + WORDS.encode()),
        raw_socket.frame(WORDS.encode(), masked=False),
        raw_socket.frame(b"x" * 10**6),
    ):
        _, writer = await raw_socket.socket(address, table)
        writer.write(raw_socket.frame(anna.hello().encode()) + sent)
        writer.close()
    _, writer = await raw_socket.dial(address)
    writer.write(f"{WORDS}\r\n\r\n".encode())
    # Somebody who leaves in the middle of a request, which is no error.
    _, writer = await raw_socket.dial(address)
    head = f"POST /api/session HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n"
    writer.write(f'{head}Content-Length: 99\r\n\r\n{{"name":"{NAME}'.encode())
    await writer.drain()
    async with httpx.AsyncClient(base_url=address, headers=anna.headers) as http:
        await http.get(f"/api/tables/{table}")
        writer.close()
        await http.post("/api/tables", json={"name": WORDS})
        await http.get(f"/api/tables/{table}?{NAME}")
    async with anna.connect(table) as client:
        # An error that tells what it was about to write.
        with sqlite3.connect(database) as connection:
            connection.execute("DROP TABLE log")
        with pytest.raises((AssertionError, ConnectionClosed)):
            await client.do("say", text=WORDS)
    connection.close()
    return [NAME, WORDS, PART, anna.token, anna.id, anna.at(table), table, "127.0.0.1", "go 4"]


async def test_the_log_contains_nothing_personal(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    arguments = ("-m", "tafelrunde.server", "0", f"sqlite:///{database}", "50")
    server = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE, stderr=PIPE)
    assert server.stdout is not None
    async with asyncio.timeout(2 * TIMEOUT):
        secrets = await play((await server.stdout.readline()).decode().strip(), database)
        server.terminate()
        _, heard = await server.communicate()
    text = heard.decode()
    assert not [secret for secret in secrets if secret in text]
    events = [json.loads(each) for each in text.splitlines()]
    assert all({"time", "level", "event", "from"} <= event.keys() for event in events)
    named = [event["event"] for event in events]
    assert named[0] == "the server has started" and named[-1] == "the server has stopped"
    assert "a table was closed after an error" in named
    assert not [event for event in events if event.get("error") == "ClientDisconnect"]
