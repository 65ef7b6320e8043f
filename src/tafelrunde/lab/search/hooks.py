"""What the search may ask a game beyond the rules. Each hook has a default; a game may have a better one:

    hook = hooks.of(STATE)

    @hook
    def side(state, seat): ...

Like the verbs they are compiled, and chosen by the type of the record. The hooks of a game are in its file of this
folder. They may use what the seat that acts knows of the state, and no more.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from tafelrunde.kernel import verbs
from tafelrunde.kernel.chance import below
from tafelrunde.kernel.compiled import OPTIONS, compiled

_HOOKS: dict[str, Callable[..., Any]] = {}
_ANSWERED: dict[str, list[Any]] = {}
"""By hook: the records of games that have one of their own."""


def _chooser(function: Callable[..., Any], condition: str, scope: dict[str, Any]) -> Callable[..., Any]:
    """What numba asks for an implementation; it must have the very parameters of the hook."""
    names = ", ".join(inspect.signature(function).parameters)
    scope = scope | {"function": function}
    exec(f"def choose({names}):\n    return function if {condition} else None", scope)
    chooser: Callable[..., Any] = scope["choose"]
    return chooser


def _hook(plain: Callable[..., Any]) -> Callable[..., Any]:
    """A hook, with its default for games that have none of their own."""
    _HOOKS[plain.__name__] = plain
    answered = _ANSWERED[plain.__name__] = []
    overload(plain, jit_options=OPTIONS)(_chooser(plain, "state not in answered", {"answered": answered}))
    return plain


def of(dtype: np.dtype[np.void]) -> Callable[[Callable[..., Any]], Any]:
    """The decorator that makes a function the hook of its name for this record type."""
    record = numba.from_dtype(dtype)

    def register(function: Callable[..., Any]) -> Any:
        hook = _HOOKS.get(function.__name__)
        if hook is None or inspect.signature(hook).parameters.keys() != inspect.signature(function).parameters.keys():
            raise TypeError(f"{function.__name__}{inspect.signature(function)} is not a hook of the search")
        _ANSWERED[function.__name__].append(record)
        overload(hook, jit_options=OPTIONS)(_chooser(function, "state == record", {"record": record}))
        return compiled(function)

    return register


@_hook
def side(state, seat):
    """The number of the side that a seat plays for: partners have the same one."""
    return seat


@_hook
def belief(state, seat):
    """How likely the others' play so far would have been with these cards; at most 1."""
    return 1.0


@_hook
def together(state):
    """Whether those who may act now choose at the same time; else a random one is first, then all choose anew."""
    return True


@_hook
def seen(state, viewer, seat, action):
    """What the viewer sees of an action before it is carried out: a number, equal for those it cannot tell apart."""
    return action


@_hook
def sight(state, viewer):
    """What the viewer sees after an action beside the action itself, such as dice or a card drawn; 0: nothing new."""
    return 0


@_hook
def prior(state, seat, action):
    """How good an action looks before any search: a weight above 0."""
    return 1.0


@_hook
def playout(state, seat, out, count, word):
    """One of the first `count` actions in `out`, for a quick game to the end; `word` is chance."""
    return out[below(word, count)]


@_hook
def any_move(state, seat, out, word):
    """Any legal action of the seat, each as likely as another; `out` is room for a list, `word` is chance."""
    return out[below(word, verbs.moves(state, seat, out))]


@_hook
def leaf(state, depth, values):
    """Write how likely each seat's side wins, and return True, where it is better not to play on.

    `depth` counts the decisions since the tree was left; it is -1 within the tree.
    """
    return False
