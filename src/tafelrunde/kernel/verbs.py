"""The verbs that every game implements on its state record.

Generic code calls the functions below; numba picks the game's implementation by the type of the record.
A game registers its own like this:

    rule = verbs.of(STATE)

    @rule
    def actors(state): ...
"""

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tafelrunde.kernel.compiled import OPTIONS, compiled


def setup(state):
    """Deal. Only the options and the seed are set in the state."""


def actors(state):
    """The seats that may act now, as bits; 0 when the game is over."""


def moves(state, seat, out):
    """Write every legal action of the seat to `out`, in a stable order; return how many there are."""


def judge(state, seat, action):
    """0 if the action is legal, otherwise the number of the rule that forbids it. The only authority."""


def act(state, seat, action):
    """Carry out a legal action, without the steps that the table takes on its own afterwards."""


def step(state):
    """Take the next step that the table takes on its own; return its kind, or 0 if there is none."""


def over(state):
    """Whether the game is over."""


def score(state, out):
    """Write the score of each seat; return the winners as bits (0 while the game goes on)."""


def resample(state, seat):
    """Redraw from the state's chance everything the seat (-1: an onlooker) cannot know, consistent with what it knows.

    The outcome depends only on what the seat knows and on the seed.
    """


def sound(state):
    """Whether the state is possible: no card, piece or stone missing or duplicated, every number within its limits."""


def kind(state, action):
    """The kind of an action, for statistics: an index into the game's KINDS."""


def observe(state, seat, out):
    """Write all that the seat may know to `out` as small numbers, seats counted from this one. `out` is 0 before."""


def choice(state, seat, action, part):
    """What is chosen in a part of an action, as the seat counts seats and places; -1 if it has no such part."""


NAMES = ("setup", "actors", "moves", "judge", "act", "step", "over", "score", "resample", "sound", "kind")
LEARNING = ("observe", "choice")
"""What only those need who learn; `games/<game>/observation.py` has them."""


def of(dtype: np.dtype) -> Callable[[Callable[..., Any]], Any]:
    """A decorator that makes a function this record type's implementation of the verb with the same name."""
    record = numba.from_dtype(dtype)

    def register(function: Callable[..., Any]) -> Any:
        verb = globals()[function.__name__] if function.__name__ in NAMES + LEARNING else None
        if verb is None or inspect.signature(verb).parameters.keys() != inspect.signature(function).parameters.keys():
            raise TypeError(f"{function.__name__}{inspect.signature(function)} is not a verb of the kernel")
        overload(verb, jit_options=OPTIONS)(_chooser(function, record))
        return compiled(function)

    return register


def _chooser(function: Callable[..., Any], record: Any) -> Callable[..., Any]:
    """The function numba calls to find an implementation; its parameters must be exactly the verb's."""
    names = ", ".join(inspect.signature(function).parameters)
    scope: dict[str, Any] = {"function": function, "record": record}
    exec(f"def choose({names}):\n    return function if state == record else None", scope)
    chooser: Callable[..., Any] = scope["choose"]
    return chooser
