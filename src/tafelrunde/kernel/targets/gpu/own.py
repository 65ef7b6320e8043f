"""What threads that run at the same time need: memory of their own, and numbers that all of them add to."""

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


def _atomic(operation: str) -> Any:
    def typed(typing_context, array, index, number):
        signature = array.dtype(array, types.int64, array.dtype)

        def generate(context, builder, signature, arguments):
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
