"""The example that plays what was learned, as a process of its own, on a real server."""

import asyncio
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from examples.agent import Agent
from examples.play_trained import match_of

import tafelrunde as tr
from tafelrunde.server.process.config import Config
from tests.protocol_client import BOT, EMPTY, TIMEOUT, Person
from tests.server.support.servers import running_server

ROOT = Path(__file__).parents[2]
GAME = tr.load("beam-me-up")
SPEED = 100
# As a person starts it, in a time that goes as fast as the server's.
QUICK = f"""
import runpy, sys, time
sleep = time.sleep
time.sleep = lambda seconds: sleep(seconds / {SPEED})
runpy.run_module("examples.play_trained", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """An agent that has learned nothing, but has its likings; in a file."""
    chance, spec = np.random.default_rng(1), GAME.batch(1).spec
    sizes = (spec.width, 16, spec.actions + 1)
    agent = Agent([(chance.normal(0, 1, (a, b)).astype("f4"), np.zeros(b, "f4")) for a, b in pairwise(sizes)])
    agent.save(tmp_path / "agent.npz")
    return agent


async def start(agent: Path, *words: str) -> asyncio.subprocess.Process:
    command = (sys.executable, "-c", QUICK, *words, "--agent", str(agent))
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=pipe, stdout=pipe)


def check_that_it_has_chosen(agent: Agent, record: dict[str, Any]) -> None:
    """Every move of seat 0 is what the agent chooses in the true match, of which the program saw only views."""
    match = tr.load("beam-me-up", **record["options"]).new(record["seed"])
    own = 0
    for seat, move in record["moves"]:
        if seat == 0:
            assert agent.choose(match, 0) == move
            own += 1
        match.play(seat, move)
    assert own > 10 and match.result == record["result"]


@pytest.mark.anyio
async def test_it_sits_down_at_a_table_and_plays_what_it_has_learned(agent: Agent, tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", speed=SPEED, rate=10_000, burst=10_000)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        anna = await Person.register(address, "Anna")
        table = await anna.open_table("beam-me-up", [{"kind": "open"}, BOT, EMPTY, EMPTY])
        async with anna.connect(table) as host:
            program = await start(tmp_path / "agent.npz", f"{address}/t/{table}")
            await host.until(lambda: host.lobby["places"][0].get("person") is not None)
            await host.do("start")
            await host.until(lambda: host.phase == "over")
            said, _ = await asyncio.wait_for(program.communicate(), TIMEOUT)
        record = (await http.get(f"/api/records/{table}")).json()
    assert said.decode().strip() == str(record["result"]) and record["names"][0] == "PPO"
    check_that_it_has_chosen(agent, record)


@pytest.mark.anyio
async def test_it_opens_a_table_to_be_watched_against_a_bot(agent: Agent, tmp_path: Path) -> None:
    config = Config(f"sqlite:///{tmp_path / 'games.db'}", speed=SPEED, rate=10_000, burst=10_000)
    async with running_server(config) as (address, _), httpx.AsyncClient(base_url=address) as http:
        program = await start(tmp_path / "agent.npz", address, "--against", "greedy")
        assert program.stdout is not None
        told = (await asyncio.wait_for(program.stdout.readuntil(b"Enter here."), TIMEOUT)).decode()
        table = told.split("/t/")[1].split()[0]
        assert f"{address}/t/{table}" in told
        async with (await Person.register(address, "Ben")).connect(table) as onlooker:
            said, _ = await asyncio.wait_for(program.communicate(b"\n"), TIMEOUT)
            await onlooker.until(lambda: onlooker.phase == "over")
        record = (await http.get(f"/api/records/{table}")).json()
    assert program.returncode == 0 and said.decode().strip() == str(record["result"])
    assert onlooker.events["public"][-1]["type"] == "over"
    check_that_it_has_chosen(agent, record)


def test_a_view_is_enough_for_what_the_seat_observes() -> None:
    batch = tr.load("beam-me-up", players=3, boards="random").batch(8, seed=3)
    for _ in range(300):
        batch.step(batch.sample())
        for number in np.flatnonzero(~batch.done).tolist():
            match, seat = batch.match(number), int(batch.actor[number])
            again = match_of(match.view(seat))
            assert again.states["stones"].tolist() == match.states["stones"].tolist()
            assert again.moves(seat) == match.moves(seat) and again.view(seat) == match.view(seat)
