"""What must hold at every decision of every game, checked in compiled code while games are played at random."""

from typing import Any

import numpy as np

from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import entry
from tafelrunde.kernel.game import Game

FINE, UNSOUND, NOBODY, NOT_AN_ACTOR, NOT_JUDGED, ENDLESS, CHANGED, UNSETTLED, AFTER_THE_END = range(9)


@entry
def same_bytes(raw, size, one, other):
    """Whether two states have the same bytes."""
    for i in range(size):
        if raw[one * size + i] != raw[other * size + i]:
            return False
    return True


@entry
def judged(state, seat, actions, out, listed):
    """Whether the moves listed are exactly the actions that judge accepts, each once."""
    count = verbs.moves(state, seat, out)
    for i in range(count):
        listed[out[i]] += 1
    right = True
    for action in range(actions):
        if (verbs.judge(state, seat, action) == 0) != (listed[action] == 1) or listed[action] > 1:
            right = False
    for i in range(count):
        listed[out[i]] = 0
    return right


@entry
def play(states, raw, seed, games, actions, every, out, listed, scores):
    """Random games in which all that must always hold is checked at every decision.

    The comparison of moves and judge over the whole action space is made at every `every`-th decision.
    Returns what was wrong first (states[0] is then where) and the number of decisions.
    """
    size = len(raw) // 3
    state = states[0]
    decisions = 0
    for game in range(games):
        states[0] = states[1]
        engine.begin(state, seed, np.uint64(game))
        engine.settle(state)
        choice = scramble(seed + np.uint64(game))
        taken = 0
        while not verbs.over(state):
            if not verbs.sound(state):
                return UNSOUND, decisions
            states[2] = states[0]
            mask = verbs.actors(state)
            if mask == 0:
                return NOBODY, decisions
            for seat in range(-1, state.players):
                count = verbs.moves(state, seat, out)
                if seat >= 0 and (count > 0) != (np.uint64(mask) & bit(seat) != 0):
                    return NOT_AN_ACTOR, decisions
                if decisions % every == 0 and not judged(state, seat, actions, out, listed):
                    return NOT_JUDGED, decisions
            if verbs.step(state) != 0:
                return UNSETTLED, decisions
            if not same_bytes(raw, size, 0, 2):
                return CHANGED, decisions
            choice = splitmix(choice)
            word = scramble(choice)
            seat = engine.pick_actor(mask, word << np.uint64(32))
            engine.apply(state, seat, out[below(word, verbs.moves(state, seat, out))])
            decisions += 1
            taken += 1
            if taken > 1_000_000:
                return ENDLESS, decisions
        if not verbs.sound(state):
            return UNSOUND, decisions
        ended = verbs.actors(state) == 0 and verbs.score(state, scores) > 0 and verbs.step(state) == 0
        for seat in range(-1, state.players):
            ended &= verbs.moves(state, seat, out) == 0
            if game % every == 0:
                ended &= judged(state, seat, actions, out, listed)
        if not ended:
            return AFTER_THE_END, decisions
    return FINE, decisions


def audit(game: Game, games: int, every: int) -> tuple[int, int, Any]:
    """What was wrong first in so many random games, after how many decisions, and the state then."""
    states = np.concatenate([game.blank()] * 3)
    out, listed = np.zeros(game.MAX_MOVES, np.int32), np.zeros(game.ACTIONS, np.uint8)
    raw, scores = states.view(np.uint8), np.zeros(8, np.int32)
    wrong, decisions = play(states, raw, np.uint64(1), games, game.ACTIONS, every, out, listed, scores)
    return wrong, decisions, states[0]
