"""What a move costs inside the server: decided, written, applied, and told to everybody; without sockets.

Usage: python -m benchmarks.moves [--tables 50] [--moves 200] [--games dog ...] [--profile]

Four people at every table; all tables move at the same time, so that they share transactions. Processor time of the
whole process, threads included, less what it takes to choose the moves; and how much everybody is told of a move.
"""

import argparse
import asyncio
import contextlib
import cProfile
import gc
import itertools
import pstats
import random
import tempfile
import time

from tests.server.support.hubs import open_table

import tafelrunde as tr
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.frames import Told
from tafelrunde.server.sockets.messages import Ack, Ask
from tafelrunde.server.storage.store import Store
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.table import wishes

PEOPLE = ("anna", "ben", "carla", "dora")


class Listener:
    """A subscriber that counts what it is sent."""

    def __init__(self, person: str) -> None:
        self.person, self.bytes, self.updates = person, 0, 0
        self.told: Told | None = None
        self.payer = "127.0.0.1", person

    def send(self, frame: bytes) -> None:
        self.bytes += len(frame)

    def close(self, reason: str) -> None:
        pass


class Player:
    """Random moves at one table."""

    def __init__(self, live: LiveTable, seed: int) -> None:
        self.live, self.listeners = live, [Listener(person) for person in PEOPLE]
        self.moves, self.choosing = 0, 0.0
        self._random, self._ids = random.Random(seed), itertools.count()

    async def play(self, hub: Hub, count: int) -> None:
        """So many moves, or until the game is over."""
        for _ in range(count):
            began = time.thread_time()
            chosen = self._choose()
            self.choosing += time.thread_time() - began
            if chosen is None:
                return
            seat, move = chosen
            ask = Ask(f"w{next(self._ids)}", self.live.table.version, wishes.Play(seat, move))
            person = self.live.table.person_at(seat) or ""
            answer = await self.live.carry_out(person, ask, hub.time.now())
            self.moves += isinstance(answer, Ack)

    def _choose(self) -> tuple[int, str] | None:
        match = self.live.table.match
        assert match is not None
        actors = match.actors()
        if not actors:
            return None
        seat = self._random.choice(actors)
        return seat, match.game.write(self._random.choice(match.actions(seat)))


async def measure(game: str, tables: int, count: int, profile: cProfile.Profile | None) -> None:
    """Play one game at so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        tables_open = contextlib.AsyncExitStack()
        store = await Store.open(f"sqlite:///{folder}/moves.db")
        hub = Hub(store, Config("", speed=1000.0))
        await hub.open()
        for each in tr.games():
            await hub.preparation.wait(each, "bots")
        players = []
        for number in range(tables):
            live = await tables_open.enter_async_context(hub.acquire(await open_table(hub, game, len(PEOPLE))))
            players.append(Player(live, number))
            for listener in players[-1].listeners:
                await live.subscribe(listener, 0)
        for player in players:
            for listener in player.listeners:
                listener.bytes = 0
        gc.collect()
        gc.freeze()
        if profile:
            profile.enable()
        began = time.process_time()
        await asyncio.gather(*(player.play(hub, count) for player in players))
        cpu = time.process_time() - began - sum(player.choosing for player in players)
        if profile:
            profile.disable()
        moves = sum(player.moves for player in players)
        told = sum(listener.bytes for player in players for listener in player.listeners)
        print(f"{game:12} {cpu / moves * 1e3:.3f} ms and {told / moves:,.0f} bytes a move, {moves:,} moves")
        await tables_open.aclose()
        await hub.close()
        await store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=200, help="at each table")
    parser.add_argument("--games", nargs="*", default=tr.games())
    parser.add_argument("--profile", action="store_true", help="where the time goes")
    options = parser.parse_args()
    for game in options.games:
        profile = cProfile.Profile() if options.profile else None
        asyncio.run(measure(game, options.tables, options.moves, profile))
        if profile:
            pstats.Stats(profile).sort_stats("tottime").print_stats(45)


if __name__ == "__main__":
    main()
