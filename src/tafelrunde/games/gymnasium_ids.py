"""Gymnasium knows the games as soon as both packages are imported, in whatever order: `tafelrunde/Dog-v0` and so on.

`gymnasium.make("tafelrunde:tafelrunde/Dog-v0")` imports this package, which must stay light. So nothing of Gymnasium is
imported here, and if it is imported later, that is noticed then.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tafelrunde.games import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

LIBRARY = "gymnasium"
ROOM = "tafelrunde.lab.envs"


def id_of(name: str) -> str:
    """What a game is called there: `tafelrunde/BeamMeUp-v0`."""
    return f"tafelrunde/{''.join(word.capitalize() for word in name.split('-'))}-v0"


def announce() -> None:
    """Register the games, now or when Gymnasium is imported."""
    library = sys.modules.get(LIBRARY)
    if library is not None and hasattr(library, "register"):
        register(library)
    elif not any(isinstance(finder, Watcher) for finder in sys.meta_path):
        sys.meta_path.insert(0, Watcher())


def register(library: ModuleType) -> None:
    """Tell Gymnasium the ids; what they stand for is imported when one is made."""
    for name in NAMES:
        if id_of(name) not in library.registry:
            library.register(
                id=id_of(name),
                entry_point=f"{ROOM}.seat_env:SeatEnv",
                vector_entry_point=f"{ROOM}.vector_env:make",
                kwargs={"game": name},
            )


class Watcher:
    """Asked for every module before the others are; finds only Gymnasium, as they would."""

    def __init__(self) -> None:
        self._looking = False

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Gymnasium's, which registers the games once it is loaded."""
        if name != LIBRARY or self._looking:
            return None
        import importlib.util

        self._looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._looking = False
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                register(module)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec
