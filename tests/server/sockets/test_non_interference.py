"""Nothing leaks: two matches that differ only in what a seat cannot know send it the same bytes.

Two servers host the same table. In the second one, everything that a seat cannot know is redrawn after every move. Then
the same happens at both, and every frame that the seat or an onlooker receives is compared.
"""

import asyncio
import contextlib
import functools
import random
import re
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.targets import arrays
from tafelrunde.server.http import sessions
from tafelrunde.server.process.config import Config
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.server.tables.table_log import TableLog
from tafelrunde.table import acts, permissions
from tafelrunde.table.acts import Place, Settings
from tests.protocol_client import Client, Person
from tests.server.support.hubs import ManualTime
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

SECRET = "0123456789abcdef" * 2
TOKENS = {"viewer": "v" * 32, "others": "o" * 32, "onlooker": "z" * 32}
SERIES = "worlds"
VIEWER, OTHERS = (sessions.at_table(sessions.person(TOKENS[name]) or "", SERIES) for name in ("viewer", "others"))
BEGIN = 1_000_000.0
STEPS = 24
CASES = [
    ("beam-me-up", 0, False),
    ("biberbande", 0, False),
    ("biberbande", None, False),
    ("biberbande", 1, True),
    ("biberbande", None, True),
    ("biesti-boys", 0, False),
    ("biesti-boys", None, False),
    ("denkste", 0, False),
    ("denkste", 1, False),
    ("denkste", None, False),
    ("dog", 0, False),
    ("dog", 3, False),
    ("dog", None, False),
]
WATCHED = ("viewer", "onlooker")


class Redrawn(Match):
    """A match that follows the true one; what a seat cannot know is redrawn after every move."""

    def __init__(self, truth: Match, seat: int | None, chance: random.Random) -> None:
        self._truth, self._viewer, self._chance = truth.copy(), seat, chance
        self.redraw()

    def play(self, seat: int | None, move: str) -> None:
        self._truth.play(seat, move)
        self.redraw()

    def redraw(self) -> None:
        vars(self).update(vars(self._truth.resample(self._viewer, self._chance.getrandbits(128))))

    def differs(self) -> bool:
        """Whether something hidden really differs."""
        game = self.game
        return game.position(arrays.plain(self.states)) != game.position(arrays.plain(self._truth.states))


class World:
    """One of the two servers: its table, and the people at it."""

    def __init__(self, server: "Host", table: LiveTable) -> None:
        self.id, self.table, self.time = table.table.id, table, server.time
        self.address, self._http = server.address, server.http
        self.clients: dict[str, Client] = {}
        self.fetched: list[bytes] = []

    def heard(self) -> dict[str, Any]:
        """Every byte that the observed clients received, except for what is random in every log."""
        return {name: list(map(unmarked, self.clients[name].frames)) for name in WATCHED} | {"http": self.fetched}

    async def listen(self) -> None:
        """Receive everything that was sent so far."""
        for name in WATCHED:
            await self.clients[name].send(type="ping")
            await self.clients[name].until_message("pong")

    async def fetch(self) -> None:
        """What HTTP says about the table, and about its record while the game is running."""
        for path, status in ((f"tables/{self.id}", 200), (f"records/{self.id}", 409), ("tables", 200)):
            answer = await self._http.get(f"/api/{path}")
            assert answer.status_code == status or self.table.table.phase == "over"
            self.fetched.append(answer.content)

    async def catch_up(self, name: str, after: int) -> None:
        """Another connection of the same person, which has missed something."""
        async with self.clients[name].person.connect(self.id, after) as again:
            await again.until_message("presence")
            self.clients[name].frames += again.frames

    async def let_happen(self, seat: int, move: str) -> None:
        """Make a move that only one of the two matches would accept."""
        async with self.table.lock:
            await self.table.commit([acts.Moved(seat, move, "person")], self.time.moment)

    async def ring(self) -> None:
        """Let happen what is due by now."""
        self.table.scheduler.wake()
        await self.table.tasks.finish()


def person(address: str, name: str) -> Person:
    return Person(address, name, TOKENS[name])


def log(game: str, seat: int | None, settings: dict[str, Any]) -> list[acts.AnyAct]:
    """A table at which the viewer has this seat (None: only watches) and somebody else has all the others."""
    players = min(tr.load(game).OPTIONS[0].choices)
    opened = permissions.created(OTHERS, "Otto", Settings(game, {}, **settings), None, None)
    assert isinstance(opened, acts.Created)
    holders = [VIEWER if number == seat else OTHERS for number in range(players)]
    places = [Place("person", holder) for holder in holders]
    places += [Place("empty")] * (len(opened.places) - players)
    opened = replace(opened, secret=SECRET, places=places, series=SERIES)
    locked = acts.Locked(OTHERS, list(range(players)), SECRET, [])
    return [opened, acts.Joined(VIEWER, "Vera", ""), locked, acts.Started(OTHERS)]


@functools.cache
def unmarked(frame: str) -> str:
    """A frame without the mark of its version, which is keyed with something random."""
    return re.sub('"mark":"[0-9a-f]{16}"', "", frame, count=1)


class Host:
    """A server, its time, and an HTTP client."""

    def __init__(self, address: str, hub: Hub, http: httpx.AsyncClient) -> None:
        self.address, self.hub, self.http = address, hub, http
        hub.time = self.time = ManualTime(BEGIN)

    async def open(self, table: str, happened: list[acts.AnyAct]) -> None:
        """Write a table with its log."""
        created, *rest = happened
        assert isinstance(created, acts.Created)
        self.time.moment = BEGIN
        await table_log.create_table(self.hub._store, table, created, BEGIN)
        log = TableLog(table, self.hub._store)
        await log.read()
        await log.append(rest, "", BEGIN, None)


@contextlib.asynccontextmanager
async def host(database: Path) -> AsyncIterator[Host]:
    config = Config(f"sqlite:///{database}", rate=10_000, burst=10_000)
    async with running_server(config) as (address, server), httpx.AsyncClient(base_url=address) as http:
        yield Host(address, server._app.state.hub, http)


@pytest.fixture(scope="module")
async def hosts(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Host, Host]]:
    """Two servers, each with a database of its own."""
    folder = tmp_path_factory.mktemp("twins")
    async with host(folder / "true.db") as true, host(folder / "twin.db") as twin:
        yield true, twin


@contextlib.asynccontextmanager
async def everybody_at(*worlds: World) -> AsyncIterator[None]:
    """Everybody connects, in the same order at each."""
    async with contextlib.AsyncExitStack() as stack:
        for each in worlds:
            for name in ("others", "onlooker", "viewer"):
                client = await stack.enter_async_context(person(each.address, name).connect(each.id))
                await client.until_message("presence")
                each.clients[name] = client
        yield


class Twins:
    """The true table and its twin."""

    def __init__(self, true: World, twin: World, seat: int | None) -> None:
        self.true, self.twin, self.seat = true, twin, seat
        self.chance = random.Random(7)
        assert true.table.table.match is not None
        self.match = true.table.table.match
        self.redrawn = Redrawn(self.match, seat, self.chance)
        twin.table.table.match = self.redrawn
        self.different = 0

    async def both(self, what: Callable[[World], Coroutine[Any, Any, Any]]) -> None:
        """Do the same at both tables; what is received must be the same, too."""
        self.different += self.redrawn.differs()
        await asyncio.gather(*(self._one(each, what) for each in (self.true, self.twin)))
        assert self.twin.heard() == self.true.heard()

    async def _one(self, each: World, what: Callable[[World], Coroutine[Any, Any, Any]]) -> None:
        await what(each)
        await each.listen()

    async def ask(self, who: str, wish: str, **fields: Any) -> None:
        await self.both(lambda each: each.clients[who].ask(wish, **fields))

    async def step(self) -> bool:
        """A move by somebody who may act; False if nobody may."""
        actors = self.match.actors()
        if not actors:
            return False
        seat = self.chance.choice(actors)
        if seat == self.seat:
            moves = self.true.clients["viewer"].seats[str(seat)]["moves"]
            await self.ask("viewer", "play", seat=seat, move=self._some(moves))
            return True
        moves = self.match.moves(seat)
        common = [move for move in moves if move in self.redrawn.moves(seat)]
        if common:
            await self.ask("others", "play", seat=seat, move=self._some(common))
        else:
            move = self._some(moves)
            await self.both(lambda each: each.let_happen(seat, move))
        return True

    def _some(self, moves: list[str]) -> str:
        """A move, preferably one that does not end a round early."""
        return self.chance.choice([move for move in moves if move != "knock"] or moves)

    async def try_much(self) -> None:
        """Wishes that are mostly refused, some of them with an old version."""
        game, seat = self.match.game, self.seat or 0
        texts = [game.write(self.chance.randrange(game.ACTIONS)) for _ in range(5)]
        for text in [*texts, "xyzzy"]:
            seen = max(0, self.true.table.table.version - self.chance.randrange(4))
            legal = self.seat is not None and self.match.explain(seat, text) is None
            if not legal:
                await self.ask("viewer", "play", seat=seat, move=text, version=seen)
            await self.ask("onlooker", "play", seat=seat, move=text, version=seen)
        await self.ask("viewer", "play", seat=1 if self.seat == 0 else 0, move=texts[0])
        await self.ask("viewer", "rematch")
        await self.ask("viewer", "say", phrase="hello")

    async def look_again(self) -> None:
        """Reconnect from some version, and fetch what HTTP says."""
        after = self.chance.randrange(self.true.table.table.version + 2)
        for name in WATCHED:
            await self.both(functools.partial(World.catch_up, name=name, after=after))
        await self.both(World.fetch)

    async def wait(self) -> None:
        """Time passes."""
        seconds = self.chance.choice((0.4, 2.0, 6.0))
        for each in (self.true, self.twin):
            each.time.moment += seconds
        await self.both(World.ring)


@contextlib.asynccontextmanager
async def worlds(
    hosts: tuple[Host, Host], game: str, seat: int | None, **settings: Any
) -> AsyncIterator[tuple[World, World]]:
    """The same table at both servers."""
    happened, table = log(game, seat, settings), secrets.token_hex(8)
    async with contextlib.AsyncExitStack() as stack:
        found = []
        for each in hosts:
            await each.open(table, happened)
            found.append(World(each, await stack.enter_async_context(each.hub.acquire(table))))
        yield found[0], found[1]


@contextlib.asynccontextmanager
async def twins(hosts: tuple[Host, Host], game: str, seat: int | None, **settings: Any) -> AsyncIterator[Twins]:
    """Both tables with everybody connected; what is hidden differs between them."""
    async with worlds(hosts, game, seat, **settings) as (true, twin):
        pair = Twins(true, twin, seat)
        async with everybody_at(true, twin):
            yield pair


@pytest.mark.parametrize(("game", "seat", "memory_aid"), CASES)
async def test_what_a_seat_receives_does_not_depend_on_what_it_cannot_know(
    game: str, seat: int | None, memory_aid: bool, hosts: tuple[Host, Host]
) -> None:
    async with twins(hosts, game, seat, memory_aid=memory_aid) as pair:
        await pair.try_much()
        for number in range(STEPS):
            await pair.wait()
            if not await pair.step():
                break
            if number % 8 == 0:
                await pair.try_much()
            if number % 4 == 0:
                await pair.look_again()
        assert pair.true.clients["viewer"].version > STEPS // 2
    assert pair.different > STEPS // 2 or game == "beam-me-up", "something is hidden, but in Beam me up"


@pytest.mark.parametrize("game", [game for game in tr.games() if not tr.load(game).facts.simultaneous])
async def test_a_hint_does_not_depend_on_what_a_seat_cannot_know(game: str, hosts: tuple[Host, Host]) -> None:
    hints = 0
    async with twins(hosts, game, 0, hints=True) as pair:
        while hints < 2:
            await pair.wait()
            true, twin = [await each.clients["viewer"].hint(0) for each in (pair.true, pair.twin)]
            assert true | {"id": ""} == twin | {"id": ""}
            hints += true["type"] == "hints"
            assert await pair.step()


@pytest.mark.parametrize("game", tr.games())
async def test_a_preview_does_not_depend_on_what_a_seat_cannot_know(game: str, hosts: tuple[Host, Host]) -> None:
    tried = 0
    async with twins(hosts, game, 0, memory_aid=True) as pair:
        while tried < 4:
            await pair.wait()
            moves = pair.true.clients["viewer"].seats["0"]["moves"]
            first = [pair.chance.choice(moves)] if moves else []
            for line in ([], first, [*first, "xyzzy"]):
                true, twin = [await each.clients["viewer"].preview(0, *line) for each in (pair.true, pair.twin)]
                assert true | {"id": ""} == twin | {"id": ""}
                tried += true["type"] == "tried"
            assert await pair.step()


@pytest.mark.parametrize(
    ("game", "seat", "mover", "moves"),
    [
        ("denkste", 1, 0, ("go 2", "go 5")),
        ("denkste", None, 0, ("go 2", "go 5")),
        ("dog", 0, 1, None),
        ("dog", None, 1, None),
    ],
)
async def test_somebody_elses_sealed_choice_is_not_sent(
    game: str, seat: int | None, mover: int, moves: tuple[str, str] | None, hosts: tuple[Host, Host]
) -> None:
    """The same match at both tables, but somebody chooses differently."""
    async with worlds(hosts, game, seat) as both, everybody_at(*both):
        match = both[0].table.table.match
        assert match is not None
        chosen = moves or (match.moves(mover)[0], match.moves(mover)[-1])
        assert chosen[0] != chosen[1]
        for each, move in zip(both, chosen, strict=True):
            await each.clients["others"].do("play", seat=mover, move=move)
            await each.listen()
            for name in WATCHED:
                await each.catch_up(name, 0)
        assert both[0].heard() == both[1].heard()
        assert both[0].clients["others"].frames != both[1].clients["others"].frames
