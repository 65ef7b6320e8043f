"""What threads that run at the same time need: memory of their own, numbers that all of them add to, and to meet.

Thirty-two neighbours share what a card does at a time. Where they have gone different ways, one way after the other
is done, until they meet again; so let them meet often. All of them have to come by.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.np.arrayobj import make_array, populate_array

from tafelrunde.kernel.compiled import intrinsic
from tafelrunde.kernel.targets.ir.kinds import types

I64 = ir.IntType(64)
ALIGNMENT = 16


@intrinsic
def own(typing_context, like, length):
    """An array of this thread's own, of the same kind as another one or of numbers; what is in it is not defined."""
    if not isinstance(length, types.IntegerLiteral):
        return None
    made, count = types.Array(like.dtype, 1, "C"), length.literal_value

    def generate(context, builder, signature, arguments):
        element = context.get_data_type(made.dtype)
        size = I64(context.get_abi_sizeof(element))
        place: Any = cgutils.alloca_once(builder, element, size=count)
        place.align = ALIGNMENT
        array = make_array(made)(context, builder)
        populate_array(array, data=place, shape=[I64(count)], strides=[size], itemsize=size, meminfo=None)
        return array._getvalue()

    return made(like, length), generate


EVERYBODY = ir.Constant(ir.IntType(32), -1)

side_by_side = False
"""Whether code is compiled for a graphics card: threads of a processor have no neighbours."""


@intrinsic
def any_neighbour(typing_context, flag):
    """Whether it is true for any of them, who meet here."""

    def generate(context, builder, signature, arguments):
        if not side_by_side:
            return arguments[0]
        kind = ir.FunctionType(ir.IntType(1), [ir.IntType(32), ir.IntType(1)])
        return builder.call(_named(builder, "llvm.nvvm.vote.any.sync", kind), [EVERYBODY, arguments[0]])

    return types.boolean(types.boolean), generate


@intrinsic
def meet(typing_context):
    """Wait for all of them."""

    def generate(context, builder, signature, arguments):
        if side_by_side:
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(32)])
            builder.call(_named(builder, "llvm.nvvm.bar.warp.sync", kind), [EVERYBODY])
        return context.get_dummy_value()

    return types.void(), generate


def _named(builder: Any, name: str, kind: Any) -> Any:
    """A function of the card's."""
    return builder.module.globals.get(name) or ir.Function(builder.module, kind, name)


def _atomic(operation: str) -> Any:
    def typed(typing_context: Any, array: Any, index: Any, number: Any) -> Any:
        signature = array.dtype(array, types.int64, array.dtype)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            values = make_array(kind)(context, builder, arguments[0])
            place = cgutils.get_item_pointer(context, builder, kind, values, [arguments[1]])
            return builder.atomic_rmw(operation, place, arguments[2], "monotonic")

        return signature, generate

    return intrinsic(typed)


fetch_add = _atomic("add")
"""Add to a number in an array to which others add at the same time; what it was before."""
fetch_min = _atomic("min")
"""Make a number in an array smaller that others make smaller at the same time; what it was before."""
