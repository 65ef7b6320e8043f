"""From IR to PTX: `python -m tafelrunde.kernel.targets.gpu.ptx` answers with the kernels of a game as a text."""

from collections.abc import Callable, Mapping
from typing import Any

from llvmlite import ir
from numba.core.registry import cpu_target

from tafelrunde.kernel.targets.gpu.kernels import Kernel
from tafelrunde.kernel.targets.ir.adaptor import I32, I64, build_argument, plain_types
from tafelrunde.kernel.targets.ir.ask import answer

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR, VERSION = "sm_80", "+ptx70"
"""What cards and drivers have understood since 2020."""
OWN_NUMBER = 2
"""So many parameters of a kernel are the thread's number, and how many there are."""
ELSEWHERE = """
declare double @llvm.floor.f64(double)
define double @floor(double %x) {
  %r = call double @llvm.floor.f64(double %x)
  ret double %r
}
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}
define void @NRT_incref(i8* %counted) {
  ret void
}
define void @NRT_decref(i8* %counted) {
  ret void
}
"""
"""What compiled code calls that is not its own. No array here is counted: memory is the card's or the thread's."""


def compile_kernels(make: Callable[[], Mapping[str, Kernel]]) -> str:
    """All kernels that a function makes. numba does nothing else in this process from now on."""
    from tafelrunde.kernel.targets.gpu import own
    from tafelrunde.kernel.targets.ir.collect import start_collecting

    own.side_by_side = True
    kernels = make()
    texts = start_collecting()
    for name, kernel in kernels.items():
        kernel.function.compile(kernel.types)
        texts.append(launcher(name, kernel.function.overloads[kernel.types].fndesc))
    return to_ptx([*texts, ELSEWHERE], list(kernels))


def launcher(name: str, called: Any) -> str:
    """The kernel with this name: finds out which thread it is, and calls the compiled function."""
    context, module = cpu_target.target_context, ir.Module(name)
    callee = ir.Function(
        module, context.call_conv.get_function_type(called.restype, called.argtypes), called.llvm_func_name
    )
    plain = [each for kind in called.argtypes[OWN_NUMBER:] for each in plain_types(kind, I64)]
    kernel = ir.Function(module, ir.FunctionType(ir.VoidType(), plain), name)
    kernel.calling_convention = "ptx_kernel"
    builder = ir.IRBuilder(kernel.append_basic_block("entry"))

    def register(which: str) -> Any:
        read = ir.Function(module, ir.FunctionType(I32, []), f"llvm.nvvm.read.ptx.sreg.{which}")
        return builder.zext(builder.call(read, []), I64)

    thread, block, width, blocks = (register(which) for which in ("tid.x", "ctaid.x", "ntid.x", "nctaid.x"))
    numbers = [builder.add(builder.mul(block, width), thread), builder.mul(width, blocks)]
    given = iter(kernel.args)
    arguments = [build_argument(context, builder, kind, given) for kind in called.argtypes[OWN_NUMBER:]]
    context.call_conv.call_function(builder, callee, called.restype, called.argtypes, [*numbers, *arguments])
    builder.ret_void()
    return str(module)


def to_ptx(texts: list[str], names: list[str]) -> str:
    """PTX of all these texts. Raises LookupError if something is missing that no card has."""
    from tafelrunde.kernel.targets.ir.join import check_constants, joined, machine_for, optimise

    machine = machine_for(TRIPLE, cpu=PROCESSOR, features=VERSION, reloc="static")
    whole = joined(texts, names, TRIPLE, str(machine.target_data))
    optimise(whole, machine, vectors=False)
    check_constants(whole)
    things = (*whole.functions, *whole.global_variables)
    missing = sorted(thing.name for thing in things if thing.is_declaration and not thing.name.startswith("llvm."))
    if missing:
        raise LookupError(f"a graphics card has no {', '.join(missing)}")
    return str(machine.emit_assembly(whole))


if __name__ == "__main__":
    answer({"compile_kernels": compile_kernels})
