"""Builds modules, each in processes of its own, and keeps them in the cache of this machine."""

import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tafelrunde.kernel.targets.ir.ask import BuildFailed, ask
from tafelrunde.kernel.targets.ir.part import Part
from tafelrunde.kernel.targets.native import cache_root, lock, writable_folder
from tafelrunde.kernel.targets.wasm.link import zig

CALLER = Path(__file__).with_name("caller.mjs")
WORKER = "tafelrunde.kernel.targets.wasm.worker"
MOST_TRIES = 3


@dataclass(frozen=True)
class Built:
    """A module and its description."""

    part: Part
    module: Path
    description: Path
    seconds: float
    """How long it took; 0 if the cache had it."""

    def copy_to(self, folder: Path) -> None:
        """Put both files there."""
        for file in (self.module, self.description):
            shutil.copyfile(file, folder / file.name)


def build(part: Part) -> Built:
    """The module of a part, made anew if one of its sources has changed. Raises NoLinker."""
    began = time.perf_counter()
    folder = writable_folder(cache_root(), f"wasm-{part.fingerprint}")
    module, description = (folder / f"{part.file_name}.{ending}" for ending in ("wasm", "json"))
    with lock(folder / "lock"):
        if description.exists():
            return Built(part, module, description, 0.0)
        linker = zig()
        written, described = ask(WORKER, "compile_part", part, _entries(part), linker)
        module.write_bytes(written)
        _write_whole(description, json.dumps(described, indent=1).encode())
    return Built(part, module, description, time.perf_counter() - began)


def build_all(parts: Sequence[Part]) -> Iterator[Built]:
    """The modules of many parts, as many at once as there are cores, each as soon as it is ready."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(build, part) for part in parts]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _entries(part: Part) -> Any:
    """The entries of a part with their types. What has to be compiled for that, one process compiles for the next."""
    for _ in range(MOST_TRIES):
        found = ask(WORKER, "find_entries", part)
        if found is not None:
            return found
    raise BuildFailed(f"the compiled code of {part.game} cannot be kept in the cache")


def _write_whole(path: Path, content: bytes) -> None:
    """So that nobody ever sees half of it."""
    draft = path.with_suffix(".draft")
    draft.write_bytes(content)
    draft.replace(path)
