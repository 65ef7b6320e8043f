"""How fast the general search is, beside OpenSpiel's MCTS (C++) on its nearest game.

Usage: python -m benchmarks.search (needs OpenSpiel: `pip install -e .[bench]`)

Both start from positions with a choice and run the same number of simulations, each a uniformly random game to its end.
They alternate, so that a noisy machine disturbs both alike, and the best of a few rounds counts. Games differ in
length, so the decisions of the simulated games are counted too.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import tafelrunde as tr
from tafelrunde.bots import Seat
from tafelrunde.bots.player import Budget
from tafelrunde.lab.search.search import Tree

PAIRS = {
    "dog": ("maedn(players=4,twoPlayersOpposite=true)", "backgammon"),
    "beam-me-up": ("yacht", "backgammon"),
    "biberbande": ("go_fish",),
    "biesti-boys": ("crazy_eights",),
    "denkste": ("turn_based_simultaneous_game(game=goofspiel(imp_info=false))",),
}
SIMULATIONS, ROUNDS, BEFORE, EXPLORE = 500, 4, 12, 2.0

Figures = tuple[float, float]
"""Simulations a second, and decisions of quick games a second."""


def ours(name: str) -> Callable[[], Figures]:
    match, chance = tr.load(name).new(seed=3), random.Random(1)
    while True:
        seat = chance.choice(match.actors())
        if match.moves_by(seat) >= BEFORE // match.game.players and len(match.moves(seat)) > 2:
            break
        match.play(seat, chance.choice(match.moves(seat)))
    known = Seat.of(match, seat)

    def search() -> Figures:
        tree = Tree(known, 1, SIMULATIONS, plain=True)
        began = time.perf_counter()
        tree.think(Budget(SIMULATIONS))
        seconds = time.perf_counter() - began
        return SIMULATIONS / seconds, tree.decisions / seconds

    search()
    return search


def theirs(text: str) -> Callable[[], Figures]:
    game, chance = pyspiel.load_game(text), random.Random(1)
    state = game.new_initial_state()
    for left in range(10**6, 0, -1):
        if left <= 10**6 - BEFORE and not state.is_chance_node() and len(state.legal_actions()) > 2:
            break
        _step(state, chance)
    length = sum(_random_game(state.clone(), chance) for _ in range(20)) / 20

    def search() -> Figures:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORE, SIMULATIONS, 1000, False, 1, False)
        began = time.perf_counter()
        root = bot.mcts_search(state)
        seconds = time.perf_counter() - began
        assert root.explore_count == SIMULATIONS
        return SIMULATIONS / seconds, SIMULATIONS * length / seconds

    return search


def _step(state: Any, chance: random.Random) -> bool:
    """A random action; whether somebody decided it."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(actions, weights)[0])
        return False
    state.apply_action(chance.choice(state.legal_actions()))
    return True


def _random_game(state: Any, chance: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        decisions += _step(state, chance)
    return decisions


def main() -> None:
    print(f"{'search of':<12} {'simulations/s':>14} {'decisions/s':>12}   {'beside':<14} {'simulations/s':>14} ratio")
    for name, peers in PAIRS.items():
        for text in peers:
            players = ours(name), theirs(text)
            rounds = [[search() for search in players] for _ in range(ROUNDS)]
            own, other = (max(figures) for figures in zip(*rounds, strict=True))
            print(
                f"{name:<12} {own[0]:>14,.0f} {own[1] / 1e6:>10.2f} M   {text.split('(')[0]:<14} {other[0]:>14,.0f} "
                f"{own[0] / other[0]:.1f} ×; by decision {other[1] / 1e6:.2f} M, {own[1] / other[1]:.1f} ×",
                flush=True,
            )


if __name__ == "__main__":
    main()
