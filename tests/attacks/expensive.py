"""Attacks with what costs the server much and the attacker little, and what honest players notice of each."""

from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.attacks import honest
from tests.attacks.honest import Found

LENGTH = 1_000
"""Moves of the game that attackers ask for."""
SPEED = 12.0
"""How fast time runs at the tables: bots pause less, so they are measured sooner."""


@dataclass(frozen=True)
class Attack:
    """How many attackers of a kind there are, and what is measured of honest players."""

    kind: str
    number: int
    measure: Callable[[str], Awaitable[list[float]]] = honest.moves


QUICK, LONG = (partial(honest.bot_moves, game="dog", level=level) for level in ("good", "strongest"))
ATTACKS = {
    "qr": Attack("qr", 500),
    "steps": Attack("steps", 300),
    "garbage": Attack("garbage", 100),
    "hello": Attack("hello", 50),
    "sockets": Attack("moves", 16),
    "crowd": Attack("crowd", 1_000),
    "sent": Attack("sent", 8),
    "bots": Attack("bots", 150),
    "bots, quick bots": Attack("bots", 150, QUICK),
    "bots, strongest bots": Attack("bots", 150, LONG),
}


@asynccontextmanager
async def attacked(folder: Path, length: int = LENGTH) -> AsyncIterator[tuple[str, Process]]:
    """The address of a server with a long game, and attackers who wait for orders."""
    database = f"sqlite:///{folder / 'games.db'}"
    target = await honest.long_game(database, length)
    async with (
        honest.attacked_server(database, SPEED) as (_, address),
        honest.attackers(address, target) as orders,
    ):
        yield address, orders


async def measured(name: str, folder: Path) -> Found:
    """What honest players notice of an attack."""
    attack = ATTACKS[name]
    async with attacked(folder) as (address, orders):
        measure = partial(attack.measure, address)
        await measure()  # what is slow the first time only
        return await honest.compare(measure, orders, f"{attack.kind}={attack.number}")
