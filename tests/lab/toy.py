"""Three games that fit on a beer mat, for tests of the search: one record, told apart by `which`.

Pennies: both show 1 or 2 at the same time. Seat 0 wins if both show 1, they share if both show 2, else seat 1 wins.
Sticks: in turn one takes one to three of the sticks; whoever takes the last one wins.
Cup: a coin lies under one of two cups. Seat 0 may look first (0), once; then it points at a cup (1, 2) and wins if the
coin is there. `blind`: looking shows nothing.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.layout import layout
from tafelrunde.lab.search import hooks

PENNIES, STICKS, CUP = range(3)
TOY = layout(
    ("which", "u1"),
    ("shown", "u1", (2,)),
    ("turn", "u1"),
    ("sticks", "u1"),
    ("coin", "u1"),
    ("looked", "u1"),
    ("blind", "u1"),
    ("winners", "u1"),
)
rule, hook = verbs.of(TOY), hooks.of(TOY)


@rule
def actors(state):
    if state.winners:
        return 0
    if state.which == PENNIES:
        return (state.shown[0] == 0) | (state.shown[1] == 0) << 1
    return 1 << state.turn


@rule
def moves(state, seat, out):
    if not actors(state) >> seat & 1:
        return 0
    first, last = 1, 2
    if state.which == STICKS:
        last = min(3, state.sticks)
    if state.which == CUP and not state.looked:
        first = 0
    for i in range(first, last + 1):
        out[i - first] = i
    return last + 1 - first


@rule
def judge(state, seat, action):
    return 0 if actors(state) >> seat & 1 else 1


@rule
def act(state, seat, action):
    if state.which == PENNIES:
        state.shown[seat] = action
        if state.shown[0] and state.shown[1]:
            same = state.shown[0] == state.shown[1]
            state.winners = (1 if action == 1 else 3) if same else 2
    elif state.which == STICKS:
        state.sticks -= action
        if state.sticks == 0:
            state.winners = 1 << seat
        state.turn = 1 - state.turn
    elif action == 0:
        state.looked = 1
    else:
        state.winners = 1 if action == state.coin else 2


@rule
def step(state):
    return 0


@rule
def over(state):
    return state.winners != 0


@rule
def score(state, out):
    return state.winners


@rule
def resample(state, seat):
    if state.which == CUP:
        state.coin = 1 + draw(state, 2)


@hook
def sight(state, viewer):
    return state.coin if state.looked and not state.blind else 0


def seat(number: int = 0, **fields: int) -> Any:
    """A seat at a toy, as the search wants it."""
    states = np.zeros(1, TOY)
    states["players"] = 2
    for name, value in fields.items():
        states[name] = value
    game = SimpleNamespace(name="toy", MAX_MOVES=4, write=str)
    return SimpleNamespace(game=game, number=number, sample=lambda seed: SimpleNamespace(states=states.copy()))
