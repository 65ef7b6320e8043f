"""Kernels as PTX, kept in the cache of this machine until one of their sources changes."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.kernels import Kernel, kernels_of
from tafelrunde.kernel.targets.ir.ask import ask
from tafelrunde.kernel.targets.ir.part import Part
from tafelrunde.kernel.targets.native import cache_root, lock, said, writable_folder

WORKER = "tafelrunde.kernel.targets.gpu.ptx"


def ptx_of(game: Game) -> Path:
    """The file with the kernels of a game; with other options it is the same one."""
    room = type(game).__module__.rpartition(".")[0].partition(".")[2].replace(".", "/")
    return ptx(game, ("kernel", room), partial(_of_rules, type(game)))


def ptx(game: Game, folders: tuple[str, ...], make: Callable[[], Mapping[str, Kernel]]) -> Path:
    """The file with the kernels that a function makes; these folders of the package have all the code in them."""
    part = Part(game.name, "gpu", folders, (), type(game), _nothing)
    folder = writable_folder(cache_root(), f"gpu-{part.fingerprint}")
    file = folder / f"{game.name}.ptx"
    with lock(folder / "lock"):
        if not file.exists():
            with said(game.name, "gpu"):
                draft = file.with_suffix(".draft")
                draft.write_text(ask(WORKER, "compile_kernels", make))
                draft.replace(file)
    return file


def _of_rules(kind: type[Game]) -> Mapping[str, Kernel]:
    return kernels_of(kind())


def _nothing(load: object) -> None:
    """There are no entries to be found."""
