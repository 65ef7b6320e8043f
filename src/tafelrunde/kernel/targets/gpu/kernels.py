"""What a graphics card is asked to do. Each thread has a number, and does every so many-th of the games.

A game's state is in the thread's own memory while it is played: there, the same place of the states of neighbours lies
side by side, and is read and written at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.batch import steps
from tafelrunde.kernel.batch.batch import encoding_of
from tafelrunde.kernel.batch.spec import spec_of
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.chance import splitmix
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.engine import TOO_LONG, begin, first_choice, random_decision
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.own import any_neighbour, fetch_add, fetch_min, meet, own

SEATS = 8
"""No game has more."""


@dataclass(frozen=True)
class Kernel:
    """A compiled function for many threads, and the types of its arguments: the first two say which thread it is."""

    function: Any
    types: tuple[Any, ...]


def kernels_of(game: Game) -> Mapping[str, Kernel]:
    """All that can be asked about a game, whatever its options."""
    games = random_games(game.MAX_MOVES)
    return {"random_games": Kernel(games, _types(_of_random_games(game)))} | {
        name: Kernel(function, _types(arguments)) for name, (function, arguments) in _of_batches(game).items()
    }


def random_games(most_moves: int) -> Any:
    """Complete random games, the same as `engine.playouts` plays, for a game with so many moves at most.

    Whoever has finished a game takes the next one at once. Dealing it, a decision, and what the table does by itself
    are parts of one loop: neighbours, who wait for each other at every part, do not wait for the longest game.
    """

    @compiled
    def games(thread, threads, options, taken, seed, first, lengths, finals, wins, totals, kinds):
        states, out, scores = own(options, 1), own(np.int32, most_moves), own(np.int32, SEATS)
        count, game, decisions, choice = len(lengths), np.int64(-1), np.int32(0), np.uint64(0)
        seat, action = np.int64(0), np.int64(0)
        while any_neighbour(game < count):
            takes, plays = game < 0, 0 <= game < count
            if plays:
                choice = splitmix(choice)
                asked, chosen = random_decision(states[0], choice, out)
                seat, action = np.int64(asked), np.int64(chosen)
                decisions += np.int32(1)
            meet()
            if plays:
                if len(kinds) > 0:
                    fetch_add(kinds, verbs.kind(states[0], action), 1)
                verbs.act(states[0], seat, action)
            meet()
            if takes:
                game = fetch_add(taken, 0, 1)
                if game < count:
                    states[0] = options[0]
                    number = np.uint64(first + game)
                    begin(states[0], seed, number)
                    choice, decisions = first_choice(seed, number), np.int32(0)
            goes_on = game < count
            while any_neighbour(goes_on):
                if goes_on:
                    goes_on = verbs.step(states[0]) != 0
            if game < count and (verbs.over(states[0]) or decisions >= TOO_LONG):
                lengths[game] = decisions
                if len(finals) > 0:
                    finals[game] = states[0]
                winners = np.uint64(verbs.score(states[0], scores))
                for each in range(states[0].players):
                    fetch_add(totals, each, np.int64(scores[each]))
                    if winners & bit(each):
                        fetch_add(wins, each, 1)
                game = np.int64(-1)

    return games


@compiled
def start(thread, threads, states, progress, actions, seed, in_turn, actor, mask, observation, done):
    """Deal all games of a batch."""
    mine = own(states, 1)
    for i in range(thread, len(actor), threads):
        steps.start_game(i, mine, 0, states, progress, actions, seed, in_turn, actor, mask, observation, done)
        states[i] = mine[0]


@compiled
def step(
    thread,
    threads,
    states,
    progress,
    actions,
    seed,
    in_turn,
    actor,
    mask,
    observation,
    done,
    choices,
    reward,
    width,
):
    """One decision in each game of a batch."""
    mine, scores = own(states, 1), own(np.int32, SEATS)
    for i in range(thread, len(actor), threads):
        mine[0] = states[i]
        steps.step_game(
            i,
            mine,
            0,
            states,
            progress,
            actions,
            seed,
            in_turn,
            actor,
            mask,
            observation,
            done,
            choices,
            reward,
            scores,
            width,
        )
        states[i] = mine[0]


@compiled
def pick(thread, threads, states, progress, actions, seed, actor, choices):
    """A choice by chance in each game of a batch."""
    for i in range(thread, len(actor), threads):
        steps.pick_in_game(i, states[i], progress, actions, seed, actor, choices)


@compiled
def refused(thread, threads, choices, mask, done, wrong):
    """The first game of a batch in which this cannot be chosen."""
    for i in range(thread, len(choices), threads):
        if steps.is_refused(i, choices, mask, done):
            fetch_min(wrong, 0, i)


def _types(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(map(numba.typeof, (0, 1, *arguments)))


def _of_random_games(game: Game) -> tuple[Any, ...]:
    states, longs = np.zeros(1, game.STATE), np.zeros(1, np.int64)
    return states, longs, np.uint64(0), 0, np.zeros(1, np.int32), states, longs, longs, longs


def _of_batches(game: Game) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """Neighbours write the same column at once, so columns lie side by side."""
    spec = spec_of(game.name, game.options, game.players, 1, encoding_of(game))
    small = {name: (2,) * len(shape) for name, shape in spec.shapes.items()}
    made = {name: np.zeros(shape, spec.kinds[name], "F") for name, shape in small.items()}
    states, progress, actions = np.zeros(1, game.STATE), np.zeros(1, steps.PROGRESS), np.zeros((2, 2), np.int32, "F")
    asked = (made["actor"], made["mask"], made["observation"], made["done"])
    choices, seed = np.zeros(1, np.int64), np.uint64(0)
    return {
        "start": (start, (states, progress, actions, seed, True, *asked)),
        "step": (step, (states, progress, actions, seed, True, *asked, choices, made["reward"], 0)),
        "pick": (pick, (states, progress, actions, seed, made["actor"], choices)),
        "refused": (refused, (choices, made["mask"], made["done"], np.zeros(1, np.int64))),
    }
