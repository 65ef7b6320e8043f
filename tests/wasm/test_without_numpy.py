"""The players where there is no NumPy: in Python they ask of arrays only what `kernel/targets/arrays.py` promises.

Every position is looked at twice: as usual, and with arrays that refuse everything else. The second time, all that is
not compiled has no NumPy, and calls no compiled function but entries.
"""

import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.bots.hints import whole_hint
from tafelrunde.kernel.targets import arrays
from tafelrunde.lab.review import Reviewer

GAMES = [("dog", 4), ("beam-me-up", 2), ("beam-me-up", 4), ("biesti-boys", 2), ("biesti-boys", 3), ("biberbande", 2),
         ("biberbande", 4)]  # fmt: skip
POSITIONS, HINTS = 30, 6
BUDGET = {"dog": ":24"}
"""What the strongest may think, if it searches."""
PROMISED = ("tolist", "copy")
TARGETS = "tafelrunde.kernel.targets."
"""What is written anew for every target."""


class Refused(Exception):
    """Something that an array need not be able to do."""


def refuse_ours(what: object) -> None:
    """Refuse it, unless numba or NumPy ask."""
    asking: str = sys._getframe(2).f_globals.get("__name__", "")
    if asking.startswith("tafelrunde.") and not asking.startswith(TARGETS):
        raise Refused(f"{asking}: {what}")


class Record:
    """One record of an array: it can be assigned to another, and nothing else."""

    def __init__(self, record: Any) -> None:
        self._record = record


class Plain(np.ndarray[Any, Any]):
    """An array that can do no more than what is promised."""

    def __getattribute__(self, name: str) -> Any:
        if name not in PROMISED:
            refuse_ours(name)
        return super().__getattribute__(name)

    def __getitem__(self, key: Any) -> Any:
        if not _is_plain(key):
            refuse_ours(f"[{key!r}]")
        found = super().__getitem__(key)
        if isinstance(found, np.void):
            return Record(found)
        return found.item() if isinstance(found, np.generic) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        if not _is_plain(key) or not isinstance(value, int | float | Plain | Record):
            refuse_ours(f"[{key!r}] = {type(value)}")
        super().__setitem__(key, value._record if isinstance(value, Record) else value)

    def __iter__(self) -> Iterator[Any]:
        refuse_ours("iteration")
        return super().__iter__()

    def __contains__(self, value: object) -> bool:
        refuse_ours("in")
        return super().__contains__(value)

    def __bool__(self) -> bool:
        refuse_ours("bool")
        return super().__bool__()

    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **kwargs: Any) -> Any:
        refuse_ours(ufunc)
        return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        refuse_ours(func)
        return super().__array_function__(func, types, args, kwargs)


def _is_plain(key: object) -> bool:
    if isinstance(key, slice):
        return key.step is None and all(end is None or isinstance(end, int) for end in (key.start, key.stop))
    return isinstance(key, int) or (isinstance(key, tuple) and all(isinstance(each, int) for each in key))


class Missing:
    """In place of NumPy, and of compiled functions that only compiled code calls."""

    def __getattr__(self, name: str) -> Any:
        raise Refused(name)

    def __call__(self, *given: Any) -> Any:
        raise Refused("this function is no entry")


def stand_in(make: Any) -> Any:
    """The same function, but the arrays that it makes can do no more than what is promised."""

    def made(*given: Any) -> Any:
        assert not any(isinstance(value, np.ndarray | np.generic) for value in given), "only numbers and lists"
        found = make(*given)
        if isinstance(found, dict):
            return {name: each.view(Plain) for name, each in found.items()}
        return found.view(Plain)

    return made


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function after which there is no NumPy any more; at the end of the test all is as before."""
    monkeypatch.setattr(time, "thread_time", lambda: 0.0)  # no answer depends on how fast the machine is

    def remove() -> None:
        for name in ("zeros", "array", "records", "load", "packed"):
            monkeypatch.setattr(arrays, name, stand_in(getattr(arrays, name)))
        plain = arrays.plain
        monkeypatch.setattr(arrays, "plain", lambda states, number=0: plain(states.view(np.ndarray), number))
        for module in _ours():
            for name, value in list(vars(module).items()):
                if value is np:
                    monkeypatch.setattr(module, name, Missing())
                elif type(value) is np.ndarray:
                    monkeypatch.setattr(module, name, value.view(Plain))
                elif isinstance(value, np.generic):
                    monkeypatch.setattr(module, name, value.item())
                elif isinstance(value, Dispatcher) and not _is_entry(value):
                    monkeypatch.setattr(module, name, Missing())
        _forget_weights()

    yield remove
    _forget_weights()


def _is_entry(function: Any) -> bool:
    return not isinstance(function._cache, NullCache)


def _ours() -> list[Any]:
    """Our modules, except those that are others on another target."""
    loaded = list(sys.modules.items())
    return [module for name, module in loaded if name.startswith("tafelrunde.") and not name.startswith(TARGETS)]


def _forget_weights() -> None:
    for module in _ours():
        if hasattr(vars(module).get("learned"), "cache_clear"):
            module.learned.cache_clear()


def answers(game: str, players: int) -> list[Any]:
    """What every level does at many positions, and what the strongest advises at some of them."""
    match, chance, found = tr.load(game, players=players).new(seed=5), random.Random(5), list[Any]()
    played = 0
    while played < POSITIONS and match.actors():
        at = chance.choice(match.actors())
        move: Any = chance.choice(match.moves(at))
        if len(match.moves(at)) > 1:
            seat, played = Seat.of(match, at), played + 1
            for level in bots.levels(game):
                bot = bots.make(level + (BUDGET.get(game, "") if level == "strongest" else ""), game)
                found.append(bot.choose(seat, random.Random(played)))
                move = found[-1] or move
            if played % (POSITIONS // HINTS) == 0:
                found.append(whole_hint(seat, random.Random(played)))
        match.play(at, move)
    return found


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_level_answers_alike_without_numpy(game: str, players: int, without_numpy: Any) -> None:
    usual = answers(game, players)
    without_numpy()
    assert answers(game, players) == usual


def test_a_game_is_reviewed_without_numpy(without_numpy: Any) -> None:
    match, chance = tr.load("biesti-boys", players=2).new(seed=5), random.Random(5)
    while match.actors():
        at = chance.choice(match.actors())
        match.play(at, chance.choice(match.moves(at)))

    def reviewed() -> Any:
        reviewer = Reviewer(match.record())
        for _ in range(reviewer.moves):
            reviewer.step()
        return reviewer.review()

    usual = reviewed()
    without_numpy()
    assert reviewed() == usual


def test_what_is_not_promised_is_refused(without_numpy: Any) -> None:
    """Otherwise the tests above would show nothing."""
    without_numpy()
    values = arrays.zeros("f8", 3)
    values[1], values[0:1] = 2.5, values[1:2]
    assert (len(values), values[0], values.tolist()) == (3, 2.5, [2.5, 2.5, 0.0]) and type(values[0]) is float
    for wrong in ("v + 1", "v.max()", "v[::2]", "v[[0, 1]]", "list(v)", "1.0 in v", "bool(v)", "v > 0", "v @ v", "-v"):
        with pytest.raises(Refused):
            eval(wrong, {"__name__": "tafelrunde.bots", "v": values})
    with pytest.raises(Refused):
        exec("v[0:2] = [1.0, 2.0]", {"__name__": "tafelrunde.bots", "v": values})
