"""How fast complete random games are played, beside the nearest game of OpenSpiel (C++), in the same run."""

import importlib
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.game import Game

SECONDS = 2.0


@dataclass(frozen=True)
class Speed:
    """Decisions a second: ours with one and two threads, and the peer's (None without a peer or without OpenSpiel)."""

    game: str
    one: float
    two: float
    peer: str
    peers: float | None


def measure(name: str, seconds: float = SECONDS) -> Speed:
    """Measure one game; the runs alternate, so that a noisy machine disturbs all of them alike."""
    game = tr.load(name)
    games = _games_for(game, seconds / 4)
    ours: dict[int, list[float]] = {1: [], 2: []}
    theirs: list[float] = []
    near = _peers().get(name)
    peer = None if near is None else _peer(near["load"])
    for _ in range(4):
        for threads in (1, 2):
            played = game.playouts(games=games * threads, seed=len(theirs), threads=threads)
            ours[threads].append(played.decisions / played.seconds)
        if peer is not None:
            theirs.append(peer(seconds / 4))
    name_of_peer = "" if near is None else near["name"]
    return Speed(name, max(ours[1]), max(ours[2]), name_of_peer, max(theirs) if theirs else None)


def _games_for(game: Game, seconds: float) -> int:
    """How many games take about that long, once the machine code is loaded."""
    game.playouts(games=1, threads=2)
    games = 1
    while True:
        played = game.playouts(games=games)
        if played.seconds > seconds / 8:
            return max(1, int(games * seconds / played.seconds))
        games *= 4


def _peers() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("peers.toml").read_text(encoding="utf-8"))


def _peer(text: str) -> Callable[[float], float] | None:
    """A function that lets OpenSpiel's random bots play for some seconds and returns decisions a second."""
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(text)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def play(seconds: float) -> float:
        decisions, spent, seed = 0, 0.0, 0
        while spent < seconds:
            seed += 1
            state = game.new_initial_state()
            began = time.perf_counter()
            pyspiel.evaluate_bots(state, bots, seed)
            spent += time.perf_counter() - began
            decisions += sum(action.player >= 0 for action in state.full_history())
        return decisions / spent

    return play
