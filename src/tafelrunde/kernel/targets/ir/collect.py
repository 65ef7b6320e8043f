"""numba's IR of compiled functions as it is before any optimisation, without machine code of this machine.

It reaches into numba, whose version is therefore pinned; and whatever it changes holds for the whole process, which has
nothing else to do.
"""

from typing import Any

from numba.core import caching, cgutils, codegen
from numba.core.registry import cpu_target

_texts: list[str] = []


class _Library(codegen.JITCodeLibrary):
    """Keeps the IR that it is given; nothing is optimised, linked or run."""

    def __init__(self, generator: Any, name: str) -> None:
        codegen.CodeLibrary.__init__(self, generator, name)

    def add_ir_module(self, module: Any) -> None:
        _texts.append(cgutils.normalize_ir_text(str(module)))

    def add_linking_library(self, library: Any) -> None:
        """All texts are linked in the end."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


def _nothing(*given: object, **named: object) -> None:
    """For what is not wanted here."""


def start_collecting() -> list[str]:
    """From now on every function is compiled to IR only, whatever a cache has; the list grows with each of them."""
    context = cpu_target.target_context
    generator = context.codegen()
    generator._library_class = _Library
    generator.set_env = _nothing
    context.create_cpython_wrapper = context.create_cfunc_wrapper = _nothing
    cache: Any = caching.FunctionCache
    cache.load_overload = cache.save_overload = _nothing
    return _texts
