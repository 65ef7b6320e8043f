"""Games of an agent against itself, as those need them who learn, and against the bots, to see what it has learned.

NumPy only: the library that learns (`examples/ppo_beam_me_up.py` uses PyTorch) comes to this with a function. The games
are for two players, and their moves have one part.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.kernel.batch.batch import Batch
from tafelrunde.kernel.game import Game

Array = npt.NDArray[Any]
Policy = Callable[[Array, Array], tuple[Array, Array, Array]]
"""For observations and masks: actions, the logarithm of how likely each was, and what the one who decides hopes for."""
Player = Callable[[Batch, Array], Array]
"""For a batch and the numbers of some of its games: an action in each of these."""


@dataclass
class Decisions:
    """What was seen, chosen and gained, by step and game."""

    observation: Array
    mask: Array
    action: Array
    likely: Array
    """The logarithm of how likely the action was."""
    hope: Array
    actor: Array
    """Who decided; −1 where the game was over and is dealt anew, so that there was nothing to decide."""
    gained: Array
    """1 if the actor has just won, −1 if the other one has, else 0."""
    over: Array
    """Whether that was the last decision of the game."""


def collect(batch: Batch, policy: Policy, steps: int) -> Decisions:
    """Play on by so many decisions in each game."""
    games = np.arange(len(batch.actor))
    rows: list[tuple[Array, ...]] = []
    for _ in range(steps):
        seen = batch.observation.copy(), batch.mask.copy()
        actor = batch.actor.copy()
        action, likely, hope = policy(*seen)
        batch.step(action)
        gained = np.where(batch.done, batch.reward[games, actor], 0)
        rows.append((*seen, action, likely, hope, actor, gained, batch.done.copy()))
    return Decisions(*map(np.stack, zip(*rows, strict=True)))


def advantages(found: Decisions, batch: Batch, hope: Array, trace: float) -> Array:
    """By how much each decision turned out better than was hoped before it (GAE, nothing discounted).

    `hope` is for the games as they stand now. What is good for one is bad for the other, so what the next one hopes
    for, and is surprised by, counts the other way round unless the same seat goes on.
    """
    turned_out, advantage, actor = hope, np.zeros_like(hope), batch.actor
    result = np.zeros_like(found.hope)
    for step in reversed(range(len(result))):
        sign = np.where(found.over[step], 0, np.where(found.actor[step] == actor, 1, -1))
        surprise = found.gained[step] + sign * turned_out - found.hope[step]
        advantage = result[step] = surprise + trace * sign * advantage
        turned_out, actor = found.hope[step], found.actor[step]
    return result


def win_rate(game: Game, player: Player, opponent: Player, games: int, seed: int) -> float:
    """The share of so many games that a player wins against an opponent; every other one from the second seat."""
    batch = game.batch(games, seed)
    seats = np.arange(games) % 2
    running, wins = np.ones(games, bool), 0
    while running.any():
        actions = np.zeros(games, np.int64)
        for who, theirs in ((player, batch.actor == seats), (opponent, batch.actor == 1 - seats)):
            asked = np.flatnonzero(theirs & running)
            if len(asked):
                actions[asked] = who(batch, asked)
        idle = np.flatnonzero(~running & ~batch.done)  # what goes on in games that are counted does not matter
        actions[idle] = batch.mask[idle].argmax(axis=1)
        batch.step(actions)
        ended = batch.done & running
        wins += int((batch.reward[ended, seats[ended]] > 0).sum())
        running &= ~ended
    return wins / games


def bot(level: str) -> Player:
    """A bot of the game as an opponent; `random` is so quick because it needs no view."""
    if level == "random":
        return lambda batch, asked: batch.sample()[asked]
    chance = Random(1)

    def choose(batch: Batch, asked: Array) -> Array:
        chosen = []
        for number in asked:
            seat = Seat.of(batch.match(int(number)), int(batch.actor[number]))
            move = bots.make(level, batch.game.name).choose(seat, chance)
            action = batch.game.parse(move or seat.moves[0])
            assert action is not None
            chosen.append(action)
        return np.array(chosen)

    return choose
