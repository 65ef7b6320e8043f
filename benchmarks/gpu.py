"""Random games and batches on a graphics card of NVIDIA's: whether they are the same, byte for byte, and how fast.

Usage: python -m benchmarks.gpu [GAME …] [--games 10000] [--seconds 2] [--batch 131072]

For every game: the last states of so many games are compared with those of the processor, a batch with one on the
processor; decisions a second of whole games and of batches (with observations and masks, choices by chance) beside
one core. Then Pgx on the same card, if it is installed (`pip install tafelrunde[gpu] pgx jax[cuda13]`).
"""

import argparse
import hashlib
import os
import time
from typing import Any

import numpy as np
import numpy.typing as npt
from benchmarks.batches import ours, pgx_game

import tafelrunde as tr
from tafelrunde.kernel import engine
from tafelrunde.kernel.game import Game

STEPS_COMPARED, GAMES_COMPARED = 300, 512
PEERS = ("backgammon", "connect_four", "2048", "kuhn_poker")


def last_states(game: Game, games: int, seed: int) -> npt.NDArray[np.uint8]:
    """The bytes of the states in which random games end, on the processor."""
    states = np.concatenate([game.blank(), game.blank()])
    lengths, out, scores = np.zeros(1, np.int64), np.zeros(game.MAX_MOVES, np.int32), np.zeros(8, np.int32)
    sums, kinds = np.zeros((2, 8), np.int64), np.zeros(0, np.int64)
    found = np.zeros((games, game.STATE.itemsize), np.uint8)
    for number in range(games):
        engine.playouts(states, np.uint64(seed), number, lengths, out, scores, *sums, kinds)
        found[number] = states[:1].view(np.uint8)
    return found


def same_games(game: Game, games: int) -> bool:
    """Whether random games end in the same states."""
    from tafelrunde.kernel.targets.gpu.playouts import play

    found = play(game, games, seed=5, kinds=False, first=0, finals=True)[1]
    return hashlib.sha256(found.tobytes()).digest() == hashlib.sha256(last_states(game, games, 5).tobytes()).digest()


def same_batch(game: Game) -> bool:
    """Whether all that a batch tells is the same for some hundred steps."""
    card: Any = game.batch(GAMES_COMPARED, seed=3, device="cuda")
    here = game.batch(GAMES_COMPARED, seed=3)
    for _ in range(STEPS_COMPARED):
        choices = here.sample()
        if not (card.sample().get() == choices).all():
            return False
        card.step(choices)
        here.step(choices)
        for field in ("actor", "mask", "observation", "reward", "done"):
            if not (getattr(card, field).get() == getattr(here, field)).all():
                return False
    return True


def games_speed(game: Game, seconds: float) -> float:
    """Decisions a second in whole games, as many as take about so long."""
    games, played = 1 << 16, game.playouts(games=1 << 16, seed=1, device="cuda")
    while played.seconds < seconds / 2:
        games = min(1 << 24, int(games * min(8.0, 1.2 * seconds / played.seconds)))
        played = game.playouts(games=games, seed=2, device="cuda")
        if games == 1 << 24:
            break
    return played.decisions / played.seconds


def batch_speed(game: Game, count: int, seconds: float) -> float:
    """Decisions a second of a batch on the card."""
    batch: Any = game.batch(count, seed=1, device="cuda")
    for _ in range(3):
        batch.step(batch.sample())
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        batch.step(batch.sample())
        steps += 1
    int(batch.actor[0])
    return steps * count / (time.perf_counter() - began)


def main() -> None:
    """Compare, measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tr.games())
    parser.add_argument("--games", dest="compared", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--batch", type=int, default=1 << 17)
    parser.add_argument("--peers", nargs="*", default=PEERS)
    given = parser.parse_args()
    print("game           same games  same batch  one core  card: games  factor  one core: batch  card: batch  factor")
    for name in given.games:
        game = tr.load(name)
        equal = ["yes" if same else "NO" for same in (same_games(game, given.compared), same_batch(game))]
        core = game.playouts(games=1000, seed=1)
        core = game.playouts(games=int(1000 * given.seconds / core.seconds), seed=1)
        speeds = [core.decisions / core.seconds, games_speed(game, given.seconds)]
        speeds += [ours(name, 4096, 1)(given.seconds), batch_speed(game, given.batch, given.seconds)]
        one, card, alone, batch = (speed / 1e6 for speed in speeds)
        print(
            f"{name:14} {equal[0]:>9} {equal[1]:>11} {one:9.1f} M {card:10.0f} M {card / one:8.0f} "
            f"{alone:15.2f} M {batch:10.1f} M {batch / alone:8.0f}",
            flush=True,
        )
    os.environ["JAX_PLATFORMS"] = "cuda"
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    for name in given.peers:
        try:
            speed = pgx_game(name, given.batch)(given.seconds)
        except ImportError as missing:
            print(f"Pgx: {missing}")
            break
        print(f"Pgx, {name:20} {speed / 1e6:10.1f} M steps/s", flush=True)


if __name__ == "__main__":
    main()
