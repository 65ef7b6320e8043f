"""Which compiled functions Python calls, and with which types: found by letting it call them."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher

from tafelrunde.kernel.fields import Fields
from tafelrunde.kernel.match import from_position
from tafelrunde.kernel.targets.ir.part import Load, Part

MOST_MOVES = 300
"""So many moves of a game call all compiled code of its rules; most games are over before."""


@dataclass(frozen=True)
class Entry:
    """A compiled function with the types of its arguments, which other processes can read."""

    name: str
    module: str
    function: str
    types: tuple[Any, ...]

    @property
    def dispatcher(self) -> Any:
        """The function itself."""
        return getattr(importlib.import_module(self.module), self.function)

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return list(inspect.signature(self.dispatcher.py_func).parameters)


def entries_of(places: tuple[str, ...]) -> dict[tuple[str, str], Any]:
    """Every function marked with @entry in these modules and packages, by module and name."""
    found: dict[tuple[str, str], Any] = {}
    for module in (each for place in places for each in _modules(place)):
        found |= {(module, name): value for name, value in compiled_in(module).items() if is_entry(value)}
    return dict(sorted(found.items()))


def called_entries(places: tuple[str, ...]) -> list[Entry] | None:
    """The entries that were called in this process, by types; None if some had to be compiled for that.

    Compiled code calls entries, too, with types of its own. Only where all were loaded from the cache, those that
    are in memory are those that Python has called.
    """
    found = []
    entries = entries_of(places)
    if any(sum(dispatcher.stats.cache_misses.values()) for dispatcher in entries.values()):
        return None
    for (module, function), dispatcher in entries.items():
        name = f"{module.rpartition('.')[2]}.{function}"
        for number, kinds in enumerate(sorted(dispatcher.signatures, key=str), 1):
            found.append(Entry(name if number == 1 else f"{name}.{number}", module, function, tuple(kinds)))
    return found


def play(load: Load) -> None:
    """Random games, with everything that a table asks of them: the defaults, and every other choice of each option."""
    for options in option_sets(load):
        game, chance = load(**options), Random(0)
        match = game.new(seed=0)
        game.playouts(games=1)
        for _ in range(MOST_MOVES):
            seats = match.actors()
            if not seats:
                break
            for seat in seats:
                match.view(seat)
                match.effects(seat)
                match.blocked_moves(seat)
                match.explain(seat, game.write(0))
            seat = chance.choice(seats)
            match.play(seat, chance.choice(match.moves(seat)))
        match.resample(0, seed=0)
        fields = Fields(match.position())
        for name in ("game", "options"):
            fields.get(name)
        from_position(game, fields)


def rules_of(load: Load) -> Part:
    """The rules of a game: the verbs, random games, and whatever else its Python face calls."""
    game = load()
    room = type(game).__module__.rpartition(".")[0]
    folder = room.partition(".")[2].replace(".", "/")
    return Part(game.name, "rules", ("kernel", folder), ("tafelrunde.kernel.engine", room), load, play)


def option_sets(load: Load) -> Iterator[dict[str, Any]]:
    """The defaults, then every other choice of each option by itself."""
    yield {}
    for option in load().OPTIONS:
        for choice in option.choices:
            if choice != option.default:
                yield {option.name: choice}


def _modules(place: str) -> list[str]:
    """A module; or all modules of a package, also of packages in it."""
    paths = getattr(importlib.import_module(place), "__path__", ())
    return [place, *(found.name for found in pkgutil.walk_packages(paths, f"{place}."))]


def compiled_in(module: str) -> dict[str, Any]:
    """The compiled functions that a module defines, by name."""
    values = vars(importlib.import_module(module)).items()
    return {name: value for name, value in values if is_compiled(value) and value.py_func.__module__ == module}


def is_compiled(value: object) -> bool:
    """Whether something is a compiled function."""
    return isinstance(value, Dispatcher)


def is_entry(dispatcher: Any) -> bool:
    """Whether Python may call a compiled function."""
    return not isinstance(dispatcher._cache, NullCache)
