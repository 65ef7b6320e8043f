"""An honest player measured beside an attack: how long the slowest hundredth of their moves takes, attacked and quiet.

    async with attacked_server(database) as (server, address):
        async with attackers(address, target) as orders:
            found = await compare(partial(moves, address), orders, "steps=20")
            assert found.ratio <= MOST_RATIO

Attackers are in a process of their own (`tests.attacks.attackers`) and connect from another address. Rounds alternate,
and the best of each counts: what else runs on the machine makes single rounds slow, an attack all of them.
"""

import asyncio
import contextlib
import itertools
import os
import random
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import httpx

from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables import table_log
from tafelrunde.server.tables.summary import summarize
from tafelrunde.table import acts
from tafelrunde.table.wishes import End
from tests.protocol_client import EMPTY, MINE, TIMEOUT, Client, Person
from tests.table.sessions import GUEST, HOST, Session

MOST_RATIO = 3.0
"""How many times as long as in quiet the slowest hundredth of honest moves may take under attack."""
TABLES, SAMPLES, PACE = 12, 20, 0.06
"""Tables with an honest player, moves of each in a round, and seconds between two of them."""
LONG_RINGS = {"rings": [16, 16, 16]}
"""Options of a game that does not end while it is measured."""

Measure = Callable[[], Awaitable[list[float]]]


@dataclass
class Found:
    """The p99 of each round, quiet and attacked, in seconds."""

    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        """How many times as long it takes under attack."""
        return min(self.attacked) / min(self.quiet)

    def __str__(self) -> str:
        quiet, attacked = min(self.quiet) * 1000, min(self.attacked) * 1000
        return f"quiet {quiet:.1f} ms, attacked {attacked:.1f} ms, {self.ratio:.1f} ×"


@contextlib.asynccontextmanager
async def process(*arguments: str, **environment: str) -> AsyncIterator[Process]:
    """A Python process with these arguments, until the block ends."""
    command = (sys.executable, "-m", *arguments)
    started = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=os.environ | environment)
    try:
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.terminate()
        await started.wait()


@contextlib.asynccontextmanager
async def attacked_server(database: str, speed: float = 1.0, **limits: str) -> AsyncIterator[tuple[Process, str]]:
    """A server process as it is shipped, and its address; `limits` are environment variables."""
    async with process("tafelrunde.server", "0", database, str(speed), **limits) as server:
        address = await line(server)
        async with httpx.AsyncClient(base_url=address) as http:
            assert (await http.get("/healthz", timeout=4 * TIMEOUT)).status_code == 200
        yield server, address


@contextlib.asynccontextmanager
async def attackers(address: str, target: str) -> AsyncIterator[Process]:
    """Attackers who wait for orders; `target` is the table they know."""
    async with process("tests.attacks.attackers", address, target) as started:
        yield started


async def line(of: Process) -> str:
    """The next line that a process prints."""
    assert of.stdout is not None
    async with asyncio.timeout(4 * TIMEOUT):  # attackers come last when the machine is busy
        return (await of.stdout.readline()).decode().strip()


async def tell(orders: Process, order: str) -> None:
    """Give attackers an order, like `go steps=20` or `stop`; returns when it is carried out."""
    assert orders.stdin is not None
    orders.stdin.write(f"{order}\n".encode())
    assert await line(orders) == order


async def compare(measure: Measure, orders: Process, kinds: str, rounds: int = 3, most: int = 9) -> Found:
    """Measure in quiet and beside these attackers, in turn, until the ratio is fine; at most so many rounds."""
    found = Found()
    while len(found.quiet) < rounds or (len(found.quiet) < most and found.ratio > MOST_RATIO):
        found.quiet.append(p99(await measure()))
        await tell(orders, f"go {kinds}")
        found.attacked.append(p99(await measure()))
        await tell(orders, "stop")
    return found


def p99(measured: list[float]) -> float:
    """What all but the slowest hundredth take at most."""
    return sorted(measured)[int(len(measured) * 0.99)]


# what is measured


async def moves(address: str, tables: int = TABLES, samples: int = SAMPLES) -> list[float]:
    """How long the moves of honest people at so many tables take to be acknowledged; each plays both seats."""
    async with contextlib.AsyncExitStack() as stack:
        clients = []
        for number in range(tables):
            person = Person(address, f"P{number}")
            table = await person.open_table("denkste", [MINE, MINE, EMPTY, EMPTY], options=LONG_RINGS)
            clients.append(await stack.enter_async_context(person.connect(table)))
            await clients[-1].do("start")
        return list(itertools.chain(*await asyncio.gather(*(_moves(client, samples) for client in clients))))


async def _moves(client: Client, samples: int) -> list[float]:
    measured = []
    for _ in range(samples):
        seat = next(seat for seat, seen in client.seats.items() if seen["moves"])
        move = client.random.choice(client.seats[seat]["moves"])
        began = time.perf_counter()
        await client.do("play", seat=int(seat), move=move)
        measured.append(time.perf_counter() - began)
        await asyncio.sleep(PACE)
    return measured


async def bot_moves(address: str, game: str, level: str, tables: int = 2, samples: int = 20) -> list[float]:
    """How long bots take for their moves at so many tables, at which honest people look on."""
    measured = await asyncio.gather(*(_bot_moves(address, game, level, samples) for _ in range(tables)))
    return list(itertools.chain(*measured))


async def _bot_moves(address: str, game: str, level: str, samples: int) -> list[float]:
    person = Person(address, "Honest")
    table = await person.open_table(game, [{"kind": "bot", "level": level}] * 4)
    async with person.connect(table) as client:
        await client.do("start")
        times = [time.perf_counter()]
        while len(times) <= samples:
            before = client.version
            await client.receive()
            if client.version > before:
                times.append(time.perf_counter())
    return [later - sooner for sooner, later in itertools.pairwise(times)]


async def long_game(database: str, length: int) -> str:
    """A table with a game of so many moves that is over, written to a database; its id."""
    id = "attackedgame"
    session = Session("dog", id=id).begin(GUEST, players=4)
    for _ in session.play_on(random.Random(1), most=length):
        pass
    if session.table.phase == "running":
        session.ask(HOST, End())
    store = await Store.open(database)
    try:
        first, rest = session.log[0][0], [act for act, _ in session.log[1:]]
        assert isinstance(first, acts.Created)
        await table_log.create_table(store, id, first, session.now)
        log = table_log.TableLog(id, store)
        await log.read()
        await log.append(rest, table_log.rules_of("dog"), session.now, None)
        await store.update_summary(id, summarize(session.table), public=True, open=False)
    finally:
        await store.close()
    return id
