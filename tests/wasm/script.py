"""Calls of compiled functions, written down while they are made here, to be repeated by a module in Node.

Arrays of a script are named by number, so that calls work on what earlier calls left in them; those of anybody else are
written down with every call. After every call a running hash takes in what it returned and every byte of its arrays;
from time to time the hash is written down. `replay.mjs` does the same.
"""

import hashlib
import json
import shutil
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tafelrunde.kernel.targets.wasm.build import CALLER, Built
from tafelrunde.kernel.targets.wasm.entries import entries_of

REPLAY = Path(__file__).with_name("replay.mjs")
SAFE = 2**53
"""JSON numbers are exact up to here for JavaScript."""


def node() -> str:
    """The program: the machine's own, or the one that make has installed beside Python."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found is not None, "make .venv/ready-node"
    return found


class Script:
    """Calls and what came of them."""

    def __init__(self) -> None:
        self._arrays: list[np.ndarray[Any, Any]] = []
        self._numbers: dict[int, int] = {}
        """The numbers of the arrays, by their id."""
        self._steps: list[Any] = []
        self._digest = hashlib.sha256()
        self.calls: Counter[str] = Counter()
        """How often each function was called."""

    def array(self, content: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """An array for calls, with this content for now."""
        assert content.flags.c_contiguous
        self._numbers[id(content)] = len(self._arrays)
        self._arrays.append(content)
        self._steps.append(["array", content.nbytes])
        self.write(content, content)
        return content

    def write(self, array: np.ndarray[Any, Any], content: np.ndarray[Any, Any]) -> None:
        """Give an array another content."""
        array[...] = content
        self._steps.append(["write", self._number(array), array.tobytes().hex()])

    def copy(self, source: np.ndarray[Any, Any], target: np.ndarray[Any, Any]) -> None:
        """Give an array the content of another one."""
        target[...] = source
        self._steps.append(["copy", self._number(source), self._number(target)])

    def call(self, name: str, function: Any, *given: Any) -> Any:
        """Call a function here, and write down that it was called; an array may be the first rows of one."""
        self.calls[name] += 1
        self._steps.append(["call", name, [self._written(each) for each in given]])
        result = function(*given)
        for number in [] if result is None else _leaves(result):
            self._digest.update(_packed(number))
        for each in _leaves(given):
            if isinstance(each, np.ndarray):
                self._digest.update(each.data)
        return result

    @contextmanager
    def recording(self, places: tuple[str, ...]) -> Iterator[None]:
        """While it is open, every call of an entry of these modules by Python is part of the script."""
        entries = entries_of(places)
        names = {id(entry): f"{module.rpartition('.')[2]}.{name}" for (module, name), entry in entries.items()}
        with pytest.MonkeyPatch.context() as patch:
            for module in [each for name, each in sys.modules.items() if name.startswith("tafelrunde.")]:
                for name, value in list(vars(module).items()):
                    if id(value) in names:
                        patch.setattr(module, name, partial(self.call, names[id(value)], value))
            yield

    def check(self, what: str) -> None:
        """Here everything must have been the same so far."""
        self._steps.append(["check", what, self._digest.copy().hexdigest()])

    def replay(self, built: Built, folder: Path) -> None:
        """Repeat all calls in a module; fails where it first does something else."""
        script = folder / f"{built.part.file_name}-script.json"
        script.write_text(json.dumps(self._steps, separators=(",", ":")))
        command = [node(), str(REPLAY), str(CALLER), str(built.module), str(built.description), str(script)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        assert json.loads(done.stdout) == {"calls": self.calls.total()}

    def _number(self, array: np.ndarray[Any, Any]) -> int | None:
        return self._numbers.get(id(array if array.base is None else array.base))

    def _written(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self._written(part) for part in value]
        if isinstance(value, np.ndarray):
            number = self._number(value)
            return {"shape": value.shape, **({"bytes": value.tobytes().hex()} if number is None else {"array": number})}
        if isinstance(value, float | np.floating):
            return float(value)
        return int(value) if abs(int(value)) < SAFE else str(int(value))


def _leaves(value: Any) -> list[Any]:
    return [leaf for part in value for leaf in _leaves(part)] if isinstance(value, tuple) else [value]


def _packed(number: Any) -> bytes:
    """A number in eight bytes."""
    if isinstance(number, float | np.floating):
        return struct.pack("<d", number)
    return (int(number) % 2**64).to_bytes(8, "little")
