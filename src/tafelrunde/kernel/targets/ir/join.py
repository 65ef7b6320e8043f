"""All IR in one module, optimised for its machine."""

import re
from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm

LEVEL = 3
FOREIGN = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)


def machine_for(triple: str, **described: Any) -> Any:
    """LLVM's idea of a machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    asked = {"codemodel": "default"} | described
    return llvm.Target.from_triple(triple).create_target_machine(opt=LEVEL, **asked)


def joined(texts: Sequence[str], names: Sequence[str], triple: str, layout: str) -> Any:
    """All texts in one; only the names are seen from outside."""
    head = f'target triple = "{triple}"\ntarget datalayout = "{layout}"\n'
    whole = llvm.parse_assembly(head)
    for text in dict.fromkeys(texts):
        # other machines have no common symbols
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


def optimise(whole: Any, machine: Any, vectors: bool) -> None:
    """As numba does: cheaply first, so that users of arrays are counted in as few places as possible; then fully."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    tuning.loop_vectorization = tuning.slp_vectorization = vectors
    for options in (llvm.create_pipeline_tuning_options(speed_level=1), tuning):
        builder = llvm.create_pass_builder(machine, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(whole, builder)
    last = llvm.create_new_module_pass_manager()
    last.add_global_dead_code_eliminate_pass()
    last.add_strip_dead_prototype_pass()
    last.run(whole, builder)


def check_constants(whole: Any) -> None:
    """Raises ValueError for an array of this process that is not part of the module."""
    for variable in whole.global_variables:
        if variable.name.startswith("numba.dynamic.globals"):
            raise ValueError(f"an array of this process is too large to become part of a module: {variable.name}")
