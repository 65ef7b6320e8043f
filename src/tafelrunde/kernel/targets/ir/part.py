"""What a module is made from."""

import hashlib
import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import llvmlite
import numba
import numpy as np

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.native import PACKAGE

KINDS = ("*.py", "data.toml", "*.npz", "*.c")
"""The files whose content can end up in a module."""


class Load(Protocol):
    """Gives the game with these options."""

    def __call__(self, **options: object) -> Game: ...


@dataclass(frozen=True)
class Part:
    """The rules or the bots of a game. Other processes do the work, so whatever it holds can be pickled."""

    game: str
    name: str
    folders: tuple[str, ...]
    """The folders of the package with its code, and all code that this can reach; `bots/*` is without its folders."""
    places: tuple[str, ...]
    """The modules and packages whose entries it exports."""
    load: Load
    warm_up: Callable[[Load], None]
    """Calls the entries as Python does."""
    whole: bool = True
    """Whether every entry must be exported; otherwise those that the warm-up does not call are left out."""

    @property
    def file_name(self) -> str:
        """The name of its files, without their endings."""
        return f"{self.game}-{self.name}"

    @cached_property
    def sources(self) -> str:
        """A hash of all its source files, the same on every machine."""
        digest = hashlib.blake2b(digest_size=12)
        for path in self.files():
            digest.update(f"\n{path.relative_to(PACKAGE).as_posix()}\n".encode())
            digest.update(path.read_bytes())
        return digest.hexdigest()

    @property
    def fingerprint(self) -> str:
        """The hash that names its cache folder: of its sources and of what compiles them."""
        tools = f"{platform.python_version()} {numba.__version__} {llvmlite.__version__} {np.__version__}"
        return hashlib.blake2b(f"{tools} {self.sources}".encode(), digest_size=12).hexdigest()

    def files(self) -> list[Path]:
        """Its source files."""
        found: set[Path] = set()
        for folder in self.folders:
            alone = folder.removesuffix("/*")
            for kind in KINDS:
                found.update((PACKAGE / alone).glob(kind if alone != folder else f"**/{kind}"))
        return sorted(found)
