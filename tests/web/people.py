"""People without a browser, who prepare tables for those who have one; they wait, as tests with a browser do."""

import asyncio
import json
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tests import protocol_client
from tests.protocol_client import EMPTY, MINE, Message

__all__ = ["BOT", "EMPTY", "Message", "Person"]

BOT = {"kind": "bot", "level": "random"}
SHORT = {"denkste": {"rings": [4, 4, 4]}}
"""Options with which a game is short."""

T = TypeVar("T")


class Person:
    """Somebody with a session at a server."""

    def __init__(self, site: str, name: str = "Anna") -> None:
        self._person = _wait(protocol_client.Person.register(site, name))

    def move_to(self, site: str) -> None:
        """Go on at another server with the same database."""
        self._person.address = site

    def open_table(self, game: str, places: Sequence[Message | None], **settings: Any) -> str:
        """Open a table; its id. None is a place of one's own. Its bots are fast."""
        seated = [MINE if place is None else place for place in places]
        settings = {"options": SHORT.get(game, {}), "tempo": "fast"} | settings
        return _wait(self._person.open_table(game, seated, **settings))

    def play(self, table: str, moves: int = 10**6, others: int = 0) -> None:
        """Start the game if it has not begun, and play at random until it is over or so many moves are made.

        With `others`, until it is one's turn again after at least so many moves of others.
        """
        _wait(self._play(table, moves, others))

    async def _play(self, table: str, moves: int, others: int) -> None:
        async with self._person.connect(table) as client:
            if client.phase == "open":
                await client.do("start")
            while client.phase != "over" and (moves > 0 or others):
                ready = client.ready_seats()
                if not ready:
                    await client.receive()
                    continue
                if moves <= 0 and _moves_of_others(client.events[ready[0]], ready[0]) >= others:
                    return
                perspective = client.seats[ready[0]]
                await asyncio.sleep(perspective["wait"])
                await client.ask("play", seat=int(ready[0]), move=client.random.choice(perspective["moves"]))
                moves -= 1

    def blunder(self, table: str, times: int) -> list[tuple[Message, Message]]:
        """Start a game and make the worst move of a piece so many times; each time what was best, and what was made."""
        return _wait(self._blunder(table, times))

    async def _blunder(self, table: str, times: int) -> list[tuple[Message, Message]]:
        made: list[tuple[Message, Message]] = []
        async with self._person.connect(table) as client:
            await client.do("start")
            while len(made) < times:
                if not (ready := client.ready_seats()):
                    await client.receive()
                    continue
                wait, advice = client.seats[ready[0]]["wait"], (await client.hint(int(ready[0])))["moves"]
                best, worst = advice[0], min(advice, key=lambda each: float(each["win"]))
                await asyncio.sleep(wait)  # so long the table accepts no move
                version = await client.do("play", seat=int(ready[0]), move=worst["move"])
                while client.version < version:
                    await client.receive()
                if best is not worst and not worst["move"].startswith("give "):
                    made.append((best, worst))
        return made

    def session_script(self) -> str:
        """A script that gives a browser this person's session."""
        session = {"token": self._person.token, "person": self._person.id, "name": self._person.name}
        return f"localStorage.setItem('tafelrunde.me', {json.dumps(json.dumps(session))})"


def _moves_of_others(events: Sequence[Message], seat: str) -> int:
    """How often others have moved since the last move of a seat."""
    moved = [str(event["seat"]) for event in events if "seat" in event]
    return next((n for n, one in enumerate(reversed(moved)) if one == seat), len(moved))


def _wait(work: Coroutine[Any, Any, T]) -> T:
    """The result of asynchronous work; in a thread, as Playwright runs a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
