"""From IR to a module: LLVM optimises it for WebAssembly, zig's linker makes a file of it."""

import importlib.util
import os
import subprocess
import tempfile
from pathlib import Path

from tafelrunde.kernel.targets.ir.join import check_constants, joined, machine_for, optimise

RUNTIME = Path(__file__).with_name("runtime.c")
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+mutable-globals,+nontrapping-fptoint,+multivalue,+simd128"
"""What browsers have understood since 2023."""
STACK = 1 << 18


class NoLinker(Exception):
    """The package `ziglang`, which has the linker, is not installed."""


def zig() -> Path:
    """The program that links; raises NoLinker."""
    found = importlib.util.find_spec("ziglang")
    for folder in (found.submodule_search_locations or ()) if found else ():
        for program in (Path(folder) / "zig", Path(folder) / "zig.exe"):
            if program.exists():
                return program
    raise NoLinker


def link(texts: list[str], names: list[str], linker: Path) -> bytes:
    """A module of all these texts that exports the functions with these names."""
    machine = machine_for(TRIPLE, features=FEATURES, reloc="static")
    whole = joined(texts, names, TRIPLE, str(machine.target_data))
    optimise(whole, machine, vectors=True)
    check_constants(whole)
    with tempfile.TemporaryDirectory() as folder:
        return _linked(machine.emit_object(whole), names, linker, Path(folder))


def _linked(code: bytes, names: list[str], linker: Path, folder: Path) -> bytes:
    objects, module = [folder / "code.o", folder / "runtime.o"], folder / "module.wasm"
    objects[0].write_bytes(code)
    target = ["-target", "wasm32-freestanding", "-mcpu=generic+bulk_memory+simd128"]
    _run(linker, folder, "cc", *target, "-O2", "-fno-builtin", "-c", str(RUNTIME), "-o", str(objects[1]))
    stack = ["--stack-first", "-z", f"stack-size={STACK}"]  # one that overflows leaves the memory, which traps
    exports = [f"--export={name}" for name in names]
    _run(
        linker,
        folder,
        "wasm-ld",
        "--no-entry",
        "--strip-all",
        "--gc-sections",
        *stack,
        *exports,
        *objects,
        "-o",
        module,
    )
    return module.read_bytes()


def _run(linker: Path, folder: Path, *words: object) -> None:
    environment = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(folder), "ZIG_LOCAL_CACHE_DIR": str(folder)}
    done = subprocess.run([str(linker), *map(str, words)], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(done.stderr)
