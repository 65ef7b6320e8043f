"""Somebody who makes up many people, at one address: they come to a table, ask to be let in, come and go. There is room
for those of other addresses all the same. And whoever the host has not let in does not hear what is said."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tafelrunde.server.people import newcomers
from tafelrunde.server.process.config import Config
from tests.protocol_client import EMPTY, MINE, OPEN, Client, Message, Person
from tests.server.support.servers import running_server

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="addresses of Linux"),
]

ATTACKER, HOME, ELSEWHERE = "127.0.9.1", "127.0.9.2", "127.0.9.3"
PLACES = [MINE, OPEN, EMPTY, EMPTY]


class Table:
    """A table of Anna's, and people who come to it."""

    def __init__(self, address: str, id: str, stack: contextlib.AsyncExitStack) -> None:
        self._address, self.id, self._stack = address, id, stack

    async def visitor(self, name: str, source: str) -> Client:
        person = Person(self._address, name, source=source)
        return await self._stack.enter_async_context(person.connect(self.id))

    async def coming(self, name: str, source: str) -> tuple[Client, Message]:
        """Somebody who wants to come, and the answer."""
        visitor = await self.visitor(name, source)
        return visitor, await come(visitor)


async def come(visitor: Client) -> Message:
    return await visitor.ask("join", name=visitor.person.name, commitment="")


def code_of(answer: Message) -> str:
    return str(answer["refusal"]["code"]) if answer["type"] == "refused" else "done"


@contextlib.asynccontextmanager
async def annas_table(folder: Path, **settings: Any) -> AsyncIterator[tuple[Table, Client]]:
    """A table of Anna's, and Anna at it."""
    config = Config(f"sqlite:///{folder / 'games.db'}", rate=10_000, burst=10_000)
    async with running_server(config) as (address, _), contextlib.AsyncExitStack() as stack:
        anna = Person(address, "Anna", source=HOME)
        table = Table(address, await anna.open_table("denkste", PLACES, **settings), stack)
        yield table, await stack.enter_async_context(anna.connect(table.id))


async def test_one_address_does_not_fill_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "PEOPLE_OF_ADDRESS", 5)
    async with annas_table(tmp_path) as (table, _):
        crowd = await asyncio.gather(*(table.coming(f"Eve {letter}", ATTACKER) for letter in "abcdefgh"))
        assert sorted(code_of(answer) for _, answer in crowd) == ["crowded-address"] * 3 + ["done"] * 5
        assert all("fr" in answer["refusal"]["texts"] for _, answer in crowd if answer["type"] == "refused")
        assert code_of((await table.coming("Ben", ELSEWHERE))[1]) == "done"
        inside = next(eve for eve, answer in crowd if answer["type"] == "ack")
        assert code_of(await come(inside)) == "done", "whoever is at the table may come again, from a second window"


async def test_one_address_does_not_take_all_the_waiting_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "REQUESTS_OF_ADDRESS", 2)
    async with annas_table(tmp_path, entry="approve") as (table, anna):
        crowd = [await table.coming(f"Eve {letter}", ATTACKER) for letter in "abc"]
        assert [code_of(answer) for _, answer in crowd] == ["done", "done", "crowded-address"]
        ben, answer = await table.coming("Ben", ELSEWHERE)
        assert code_of(answer) == "done"
        await anna.do("admit", person=crowd[0][0].id, admit=False)
        assert code_of((await table.coming("Eve d", ATTACKER))[1]) == "done", "who is declined makes room"
        await anna.do("admit", person=ben.id)


async def test_coming_and_going_uses_up_the_share_of_an_address_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newcomers, "COMINGS_OF_ADDRESS", 6)
    async with annas_table(tmp_path) as (table, _):
        codes = []
        for number in range(8):
            eve, answer = await table.coming(f"Eve {number % 2}", ATTACKER)
            codes.append(code_of(answer))
            await eve.send(type="ask", id="l", version=eve.version, wish={"wish": "leave"})
            await eve.until_closed() if answer["type"] == "ack" else await eve.receive()
        assert codes == ["done"] * 6 + ["crowded-address"] * 2
        assert code_of((await table.coming("Ben", ELSEWHERE))[1]) == "done"


async def test_who_is_not_let_in_does_not_hear_what_is_said(tmp_path: Path) -> None:
    async with annas_table(tmp_path, entry="approve") as (table, anna):
        await anna.do("say", phrase="hello")
        ben, _ = await table.coming("Ben", ELSEWHERE)
        assert ben.lobby["said"] == [], "waiting is not being there"
        await anna.do("say", phrase="thanks")
        await anna.do("admit", person=ben.id)
        await ben.until(lambda: ben.id in [person["id"] for person in ben.lobby["people"]])
        assert [said["phrase"] for said in ben.lobby["said"]] == ["hello", "thanks"]
        eve = await table.visitor("Eve", ATTACKER)
        await ben.do("say", phrase="hello")
        await anna.do("entry", entry="open")
        await eve.until(lambda: eve.lobby["settings"]["entry"] == "open")
        assert len(eve.lobby["said"]) == 3, "where everybody may come, everybody hears"
        assert not any('"phrase":"hello"' in frame for frame in eve.frames[:-1])
