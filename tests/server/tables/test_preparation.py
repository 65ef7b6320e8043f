"""On a machine that has never compiled: games become ready one by one, what is waited for first."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import httpx
import pytest

import tafelrunde as tr
from tafelrunde.bots import warm_up
from tafelrunde.server.tables import preparation
from tafelrunde.server.tables.preparation import Preparation
from tests.protocol_client import TIMEOUT

pytestmark = pytest.mark.anyio


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is compiled, in order; each takes its time, on one core."""
    done: list[tuple[str, str]] = []

    async def compile(game: str, part: str) -> None:
        await asyncio.sleep(0.01)
        done.append((game, part))

    monkeypatch.setattr(preparation, "_compile", compile)
    monkeypatch.setattr(preparation, "_load", lambda game: None)
    monkeypatch.setattr(warm_up, "is_warm", lambda game, part: False)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    return done


async def test_what_is_waited_for_comes_first_and_bots_right_after_their_rules(compiled: Any) -> None:
    games = ["a", "b", "c", "d"]
    preparing = Preparation(games)
    preparing.start()
    called: list[str] = []
    await asyncio.sleep(0)  # a begins
    preparing.when_ready("d", "bots", lambda: called.append("d"))
    await preparing.wait("c", "rules")
    assert compiled[:2] == [("a", "rules"), ("c", "rules")]
    assert preparing.ready("c") == ["rules"] and preparing.ready("b") == []
    for game in reversed(games):
        await preparing.wait(game, "bots")
    assert compiled[2:4] == [("c", "bots"), ("d", "rules")] and called == ["d"]
    assert sorted(compiled) == [(game, part) for game in games for part in ("bots", "rules")]
    preparing.close()


async def test_what_cannot_be_compiled_holds_nobody_up(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(game: str, part: str) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(preparation, "_compile", fail)
    preparing = Preparation(["a"])
    preparing.start()
    await preparing.wait("a", "bots")
    preparing.close()


async def test_a_machine_that_has_never_compiled_answers_at_once(tmp_path: Path) -> None:
    command = ("-m", "tafelrunde.server", "0", f"sqlite:///{tmp_path / 'games.db'}")
    bare = {**os.environ, "TAFELRUNDE_CACHE": str(tmp_path / "cache")}
    server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE, env=bare)
    try:
        assert server.stdout is not None
        address = (await server.stdout.readline()).decode().strip()
        async with httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http:
            games = (await http.get("/api/games")).json()["games"]
        assert [game["name"] for game in games] == tr.games()
        assert not any("bots" in game["ready"] for game in games), "nothing can be compiled so quickly"
    finally:
        server.terminate()
        await server.wait()
