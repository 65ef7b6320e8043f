"""Many people at many tables, who play on whatever happens to the servers, and a comparison of what they were sent."""

import asyncio
import contextlib
import itertools

import httpx

from tests.protocol_client import BOT, EMPTY, MINE, OPEN, TIMEOUT, Message, Person
from tests.reconnecting_player import ReconnectingPlayer
from tests.server.support import agreement
from tests.server.support.servers import FAST

TABLES: list[tuple[str, list[Message], Message]] = [
    ("beam-me-up", [MINE, OPEN, EMPTY, EMPTY], {}),
    ("biberbande", [MINE, OPEN, BOT, EMPTY, EMPTY, EMPTY], {"memory_aid": True}),
    ("biesti-boys", [MINE, OPEN, BOT, EMPTY], {}),
    ("denkste", [MINE, OPEN, EMPTY, EMPTY], {"options": {"rings": [4, 4, 4]}}),
    ("dog", [MINE, OPEN, BOT, MINE], {}),
    ("dog", [MINE, OPEN, OPEN, BOT], {}),
]


class Crowd:
    """People at many tables, who open another one when a game is over; they use different servers."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.tables: dict[str, list[ReconnectingPlayer]] = {}
        self._acknowledged = self._goal = 0
        self._reached = asyncio.Event()
        self._enough = False

    async def answers(self, count: int) -> None:
        """Returns when so many more wishes have been acknowledged."""
        self._goal = self._acknowledged + count
        self._reached.clear()
        await self._reached.wait()

    def _heard(self) -> None:
        self._acknowledged += 1
        if self._acknowledged >= self._goal:
            self._reached.set()

    def stop(self) -> None:
        """No more wishes."""
        self._enough = True
        for player in itertools.chain(*self.tables.values()):
            player.stop()

    async def play(self, number: int) -> None:
        """At one table after the other."""
        game, places, settings = TABLES[number % len(TABLES)]
        for turn in itertools.count():
            names = ["Anna", "Ben", "Cleo"][: 1 + places.count(OPEN)]
            people = [Person(self.addresses[0], f"{name} {number}-{turn}") for name in names]
            table = await _opened(people[0], game, places, settings)
            if self._enough:
                return
            players = [
                ReconnectingPlayer(self._addresses_from(number), person, table, speed=FAST, on_ack=self._heard)
                for number, person in enumerate(people)
            ]
            self.tables[table] = players
            await asyncio.gather(*(player.run() for player in players))

    def _addresses_from(self, number: int) -> list[str]:
        """All servers, each person's own first."""
        first = number % len(self.addresses)
        return [*self.addresses[first:], *self.addresses[:first]]


async def _opened(host: Person, game: str, places: list[Message], settings: Message) -> str:
    while True:
        with contextlib.suppress(httpx.TransportError):
            return await host.open_table(game, places, **settings)
        await asyncio.sleep(0.02)


async def _prepared(address: str) -> None:
    """Returns when the games of a server are ready: what its tables have put off until then is done."""
    async with httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http:
        while not all("bots" in game["ready"] for game in (await http.get("/api/games")).json()["games"]):
            await asyncio.sleep(0.02)


async def compare(database: str, crowd: Crowd) -> None:
    """The log, the clients and what a new client is sent agree."""
    await _prepared(crowd.addresses[0])
    logs = await agreement.logs(database, crowd.tables)
    for table, players in crowd.tables.items():
        assert not agreement.assert_once(logs[table], players), "what happened has been acknowledged"
        for player in players:
            await player.catch_up()
            await agreement.assert_told(player, logs[table])
