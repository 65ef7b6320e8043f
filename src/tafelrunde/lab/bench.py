"""How fast random complete games are played, beside the nearest game of OpenSpiel in C++, in the same run."""

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.game import Game


@dataclass(frozen=True)
class Peer:
    """A game of OpenSpiel that is near to one of ours."""

    name: str
    text: str


PEERS = {
    "beam-me-up": Peer("yacht", "yacht"),
    "biberbande": Peer("go fish", "go_fish"),
    "biesti-boys": Peer("crazy eights", "crazy_eights"),
    "denkste": Peer("goofspiel", "goofspiel"),
    "dog": Peer("Mensch ärgere dich nicht", "maedn(players=4,twoPlayersOpposite=true)"),
}
SECONDS = 2.0


@dataclass(frozen=True)
class Line:
    """Decisions a second: ours with one and two threads, and the peer's (None if OpenSpiel is not installed)."""

    game: str
    one: float
    two: float
    peer: str
    peers: float | None


def measure(name: str, seconds: float = SECONDS) -> Line:
    """Measure one game; the figures alternate, so that a noisy machine disturbs all of them alike."""
    game = tr.load(name)
    games = _games_for(game, seconds / 4)
    ours: dict[int, list[float]] = {1: [], 2: []}
    theirs: list[float] = []
    peer = _peer(PEERS[name].text)
    for _ in range(4):
        for threads in (1, 2):
            played = game.playouts(games=games * threads, seed=len(theirs), threads=threads)
            ours[threads].append(played.decisions / played.seconds)
        if peer is not None:
            theirs.append(peer(seconds / 4))
    return Line(name, max(ours[1]), max(ours[2]), PEERS[name].name, max(theirs) if theirs else None)


def _games_for(game: Game, seconds: float) -> int:
    """How many games take about that long, once the machine code is loaded."""
    game.playouts(games=1, threads=2)
    games = 1
    while True:
        played = game.playouts(games=games)
        if played.seconds > seconds / 8:
            return max(1, int(games * seconds / played.seconds))
        games *= 4


def _peer(text: str) -> Callable[[float], float] | None:
    """A function that plays OpenSpiel's random bots for some seconds and answers with decisions a second."""
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
