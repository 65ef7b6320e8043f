"""From IR to a module: LLVM optimises it for WebAssembly, zig's linker makes a file of it."""

import importlib.util
import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

RUNTIME = Path(__file__).with_name("runtime.c")
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+mutable-globals,+nontrapping-fptoint,+multivalue,+simd128"
"""What browsers have understood since 2023."""
LEVEL = 3
STACK = 1 << 18
FOREIGN = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)


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
    machine = _machine()
    whole = _joined(texts, names, str(machine.target_data))
    _optimise(whole, machine)
    for variable in whole.global_variables:
        if variable.name.startswith("numba.dynamic.globals"):
            raise ValueError(f"an array of this process is too large to become part of a module: {variable.name}")
    with tempfile.TemporaryDirectory() as folder:
        return _linked(machine.emit_object(whole), names, linker, Path(folder))


def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=LEVEL, features=FEATURES, reloc="static", codemodel="default")


def _joined(texts: list[str], names: list[str], layout: str) -> Any:
    """All texts in one; only the names are seen from outside."""
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{layout}"\n'
    whole = llvm.parse_assembly(head)
    for text in texts:
        # WebAssembly has no common symbols
        own = FOREIGN.sub("", text).replace(" = common global ", " = weak_odr global ")
        part = llvm.parse_assembly(head + own)
        for function in part.functions:
            if not function.is_declaration and function.name not in names:
                function.linkage = "weak_odr"
        whole.link_in(part)
    for thing in (*whole.functions, *whole.global_variables):
        if not thing.is_declaration and thing.name not in names:
            thing.linkage = "internal"
    whole.verify()
    return whole


def _optimise(whole: Any, machine: Any) -> None:
    """As numba does: cheaply first, so that users of arrays are counted in as few places as possible; then fully."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    for options in (llvm.create_pipeline_tuning_options(speed_level=1), tuning):
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)
    last = llvm.create_new_module_pass_manager()
    last.add_global_dead_code_eliminate_pass()
    last.run(whole, builder)


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
