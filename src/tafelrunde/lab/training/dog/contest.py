"""Dog: which of two networks plays better, both by the network alone.

    python -m tafelrunde.lab.training.dog.contest ONE.npz OTHER.npz --deals 3000

Every deal is played twice, with each of them on both sides. `git show COMMIT:src/tafelrunde/bots/dog/weights.npz`
gives the weights of an earlier time.
"""

import argparse
from pathlib import Path

import numpy as np

from tafelrunde.bots.dog.network import PARTS
from tafelrunde.bots.dog.search import GAME, KNOWN, evaluator, network_move, new_states
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.compiled import entry
from tafelrunde.lab.training.dog.targets import won_by_first
from tafelrunde.lab.training.shares import share_with_interval


@entry
def play(states, seed, deals, one, other, won):
    """Write for each game whether the first network has won it."""
    for game in range(2 * deals):
        states[GAME] = states[KNOWN]
        engine.begin(states[GAME], seed, np.uint64(game // 2))
        engine.settle(states[GAME])
        while not verbs.over(states[GAME]):
            seat = np.int64(lowest(verbs.actors(states[GAME])))
            mover = one if (seat ^ game) & 1 == 0 else other
            verbs.act(states[GAME], seat, network_move(states, GAME, seat, mover))
            engine.settle(states[GAME])
        won[game] = won_by_first(states[GAME]) if game & 1 == 0 else 1 - won_by_first(states[GAME])


def read(path):
    with np.load(path) as kept:
        return tuple(kept[part].astype(np.float32) for part in PARTS)


def contest(one, other, deals, seed):
    """How the first network did in each game."""
    states, won = new_states(), np.zeros(2 * deals)
    states["players"] = dog.SEATS
    play(states, np.uint64(seed), deals, evaluator(one), evaluator(other), won)
    return won


def main() -> None:
    options = argparse.ArgumentParser(description="Let two networks for Dog play each other.")
    options.add_argument("one", type=Path)
    options.add_argument("other", type=Path)
    options.add_argument("--deals", type=int, default=3000)
    options.add_argument("--seed", type=int, default=5)
    given = options.parse_args()
    print(share_with_interval(contest(read(given.one), read(given.other), given.deals, given.seed), per_deal=2))


if __name__ == "__main__":
    main()
