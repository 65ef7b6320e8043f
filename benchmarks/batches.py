"""Random play in batches, with observations and masks, next to what others offer for the same, in the same run.

Usage: python -m benchmarks.batches [GAME …] [--batch 4096] [--seconds 2] [--threads 1] [--rounds 3]

Each side plays at random among what is allowed, and computes what a learner needs at every step: observation, mask,
reward, end. Decisions a second, the best of several rounds in turn. Peers that are not installed are left out:
`pip install pgx jax envpool pettingzoo open_spiel` has them all (JAX on the processor uses all cores; the others one
unless `--threads` says more).
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import tafelrunde as tr

Play = Callable[[float], float]
"""Plays so many seconds; decisions a second."""


def ours(name: str, batch: int, threads: int) -> Play:
    """One of our games."""
    games = tr.load(name).batch(batch, seed=1, threads=threads)

    def play(seconds: float) -> float:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            games.step(games.sample())
            decisions += batch
        return decisions / (time.perf_counter() - began)

    return play


def pgx_game(name: str, batch: int) -> Play:
    """A game of Pgx, compiled by JAX for the device that JAX finds."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, chosen, chance = jax.random.split(key, 3)
        allowed = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(chosen, allowed, axis=-1)
        state = jax.vmap(step)(state, actions, jax.random.split(chance, batch))
        return (state, key), (state.observation.sum(), state.rewards.sum())

    some = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=50))
    carry = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)
    carry = jax.block_until_ready(some(*carry))[0]

    def play(seconds: float) -> float:
        nonlocal carry
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            carry = jax.block_until_ready(some(*carry))[0]
            decisions += 50 * batch
        return decisions / (time.perf_counter() - began)

    return play


def envpool_task(name: str, batch: int, threads: int) -> Play:
    """A task of EnvPool (C++); its smallest ones, as it has no card or board game."""
    import envpool
    import numpy as np

    env = envpool.make_gymnasium(name, num_envs=batch, num_threads=threads)
    env.reset()
    chance = np.random.default_rng(1)
    actions = chance.integers(0, env.action_space.n, (64, batch), np.int32)

    def play(seconds: float) -> float:
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            env.step(actions[steps % 64])
            steps += 1
        return steps * batch / (time.perf_counter() - began)

    return play


def pettingzoo_game(name: str) -> Play:
    """A classic game of PettingZoo."""
    from importlib import import_module

    import numpy as np

    env = import_module(f"pettingzoo.classic.{name}").env()
    chance = np.random.default_rng(1)
    env.reset(seed=1)

    def play(seconds: float) -> float:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
            decisions += 1
        return decisions / (time.perf_counter() - began)

    return play


def openspiel_loop(name: str, batch: int) -> Play:
    """OpenSpiel's vectorised loop over one of its games."""
    import numpy as np
    from open_spiel.python import rl_environment
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(batch)])
    now = envs.reset()
    chance = np.random.default_rng(1)

    class Chosen:
        def __init__(self, action: int) -> None:
            self.action = action

    def play(seconds: float) -> float:
        nonlocal now
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            open_moves = [each.observations["legal_actions"][each.observations["current_player"]] for each in now]
            now, _, _, _ = envs.step([Chosen(chance.choice(moves)) for moves in open_moves], reset_if_done=True)
            decisions += batch
        return decisions / (time.perf_counter() - began)

    return play


def peers(batch: int, threads: int) -> dict[str, Callable[[], Play]]:
    """Whom we measure ourselves with."""
    return {
        "Pgx, backgammon": lambda: pgx_game("backgammon", batch),
        "EnvPool, CartPole": lambda: envpool_task("CartPole-v1", batch, threads),
        "EnvPool, Blackjack": lambda: envpool_task("Blackjack-v1", batch, threads),
        "PettingZoo, connect four": lambda: pettingzoo_game("connect_four_v3"),
        "PettingZoo, tic-tac-toe": lambda: pettingzoo_game("tictactoe_v3"),
        "OpenSpiel, backgammon": lambda: openspiel_loop("backgammon", min(batch, 64)),
        "OpenSpiel, goofspiel in turn": lambda: openspiel_loop(
            "turn_based_simultaneous_game(game=goofspiel())", min(batch, 64)
        ),
    }


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=tr.games())
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    sides = {name: ours(name, given.batch, given.threads) for name in given.games}
    for name, make in peers(given.batch, given.threads).items():
        try:
            sides[name] = make()
        except ImportError as missing:
            print(f"{name}: {missing}")
    best = dict.fromkeys(sides, 0.0)
    for _ in range(given.rounds):
        for name, play in sides.items():
            best[name] = max(best[name], play(given.seconds))
    for name, speed in best.items():
        print(f"{name:30} {speed / 1e6:10.4f} M decisions/s")


if __name__ == "__main__":
    main()
