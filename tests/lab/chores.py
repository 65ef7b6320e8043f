"""Pieces of work for the tests."""

import json
import os
import signal
from pathlib import Path
from typing import Any

from tafelrunde.lab.pieces import Piece


def third(n: int) -> dict[str, float]:
    """A number that is not exact in decimals."""
    return {"n": n, "third": n / 3}


def deadly(n: int, marker: str, times: int) -> int:
    """So many times it kills the process that it runs in."""
    deaths = len(list(Path(marker).parent.glob(f"{Path(marker).name}-*")))
    if deaths < times:
        Path(f"{marker}-{deaths}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def wrong() -> None:
    """An error of the piece itself."""
    raise LookupError("nothing here")


def counted(n: int, folder: str) -> int:
    """Leaves a trace each time it is done."""
    with (Path(folder) / f"{n}").open("a") as file:
        file.write("done\n")
    return n


def held(machine: str, folder: str, piece: dict[str, Any]) -> Any:
    """Another piece, that is done by any machine but one: there it begins, and never ends."""
    import ray

    if ray.get_runtime_context().get_node_id() == machine:
        Path(folder, str(os.getpid())).touch()
        signal.pause()
    return json.loads(Piece(**piece).perform())
