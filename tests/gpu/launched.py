"""The kernels of a game called as a card is: by their launchers, with places in memory; compiled for this processor.

Usage: python -m tests.gpu.launched GAME: prints whether a batch is the same as one of `Game.batch`.
"""

import ctypes
import sys
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
import numpy as np

import tafelrunde as tr
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.batch import CudaBatch
from tafelrunde.kernel.targets.gpu.cuda import flat
from tafelrunde.kernel.targets.gpu.kernels import kernels_of
from tafelrunde.kernel.targets.gpu.ptx import ELSEWHERE, launcher
from tafelrunde.kernel.targets.gpu.records import Records
from tafelrunde.kernel.targets.ir.collect import start_collecting
from tafelrunde.kernel.targets.ir.join import joined, machine_for, optimise

WIDTH, BLOCKS, STEPS = 4, 3, 200
REGISTERS = "llvm.nvvm.read.ptx.sreg."
OURS = "".join(
    f"@{name} = global i32 {first}\n"
    f'define i32 @"read.{name}.x"() {{\n  %now = load i32, i32* @{name}\n  ret i32 %now\n}}\n'
    for name, first in (("tid", 0), ("ctaid", 0), ("ntid", WIDTH), ("nctaid", BLOCKS))
)
"""What says which thread it is."""


class Launched:
    """A card made of this processor, which takes what a card takes."""

    def __init__(self, game: Game) -> None:
        kernels, texts = kernels_of(game), start_collecting()
        for name, kernel in kernels.items():
            kernel.function.compile(kernel.types)
            texts.append(launcher(name, kernel.function.overloads[kernel.types].fndesc).replace("ptx_kernel", ""))
        triple = llvm.get_process_triple()
        machine = machine_for(triple, codemodel="jitdefault", jit=True)
        names = [*kernels, "tid", "ctaid"]
        given = [text.replace(REGISTERS, "read.") for text in (*texts, ELSEWHERE, OURS)]
        whole = joined(given, names, triple, str(machine.target_data))
        optimise(whole, machine, vectors=False)
        self._engine = llvm.create_mcjit_compiler(whole, machine)
        self._engine.finalize_object()

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return np.zeros(shape, kind, order="F")

    def put(self, array: Any) -> Any:
        return np.array(array)

    def put_records(self, records: Any) -> Records:
        return Records(records.view(np.uint8).reshape(len(records), records.dtype.itemsize).copy(), records.dtype)

    def get(self, array: Any) -> Any:
        return np.array(array)

    def run(self, name: str, tasks: int, *arguments: Any) -> None:
        words = list(self._words(arguments))
        function = ctypes.CFUNCTYPE(None, *(type(word) for word in words))(self._engine.get_function_address(name))
        thread, block = (
            ctypes.c_int32.from_address(self._engine.get_global_value_address(each)) for each in ("tid", "ctaid")
        )
        for block.value in range(BLOCKS):
            for thread.value in range(WIDTH):
                function(*words)

    @staticmethod
    def _words(arguments: tuple[Any, ...]) -> Iterator[Any]:
        for each in flat(arguments):
            if isinstance(each, np.ndarray):
                yield ctypes.c_void_p(each.ctypes.data)
            else:
                yield {4: ctypes.c_int32, 8: ctypes.c_int64}[each.dtype.itemsize](int(each.view(f"i{each.itemsize}")))


def main() -> None:
    game = tr.load(sys.argv[1])
    ours = game.batch(7, seed=3)
    for _ in range(2):  # everything is compiled before numba is told to collect
        ours.step(ours.sample())
    ours = game.batch(7, seed=3)
    card = CudaBatch(game, 7, seed=3, card=Launched(game))
    for _ in range(STEPS):
        choices = ours.sample()
        assert card.sample().tolist() == choices.tolist()
        ours.step(choices)
        card.step(choices)
        for field in ("actor", "mask", "observation", "reward", "done"):
            assert (getattr(ours, field) == getattr(card, field)).all(), field
    print("the same")


if __name__ == "__main__":
    main()
