"""What calls a compiled function from outside: with numbers, and for an array with its place and its lengths."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.np.arrayobj import make_array, populate_array

from tafelrunde.kernel.targets.ir.kinds import types

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
BYTES = ir.IntType(8).as_pointer()
CELL = 8
"""The bytes that a number takes when it is returned as part of a tuple."""


def adaptor(name: str, called: Any) -> str:
    """The IR of a function with this name that calls the compiled one, which numba describes."""
    context, module = cpu_target.target_context, ir.Module(name)
    callee = ir.Function(
        module, context.call_conv.get_function_type(called.restype, called.argtypes), called.llvm_func_name
    )
    parts = called.restype if isinstance(called.restype, types.BaseTuple) else None
    plain = [BYTES] if parts is not None else []
    for kind in called.argtypes:
        plain += plain_types(kind)
    returns = ir.VoidType() if parts is not None or called.restype is types.none else _plain_type(called.restype)
    function = ir.Function(module, ir.FunctionType(returns, plain), name)
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    given = iter(function.args)
    out = next(given) if parts is not None else None
    arguments = [build_argument(context, builder, kind, given) for kind in called.argtypes]
    status, result = context.call_conv.call_function(builder, callee, called.restype, called.argtypes, arguments)
    with builder.if_then(status.is_error, likely=False):
        builder.call(ir.Function(module, ir.FunctionType(ir.VoidType(), []), "llvm.trap"), [])
        builder.unreachable()
    if parts is not None:
        for number, kind in enumerate(parts):
            cell = builder.gep(out, [I32(number * CELL)])
            value = _widened(builder, builder.extract_value(result, number), kind)
            builder.store(value, builder.bitcast(cell, value.type.as_pointer()))
        builder.ret_void()
    elif isinstance(returns, ir.VoidType):
        builder.ret_void()
    else:
        builder.ret(_resized(builder, result, returns, kind=called.restype))
    return str(module)


def plain_types(kind: Any, length: Any = I32) -> list[Any]:
    """The types of the numbers that are passed for one parameter; lengths of arrays are of this type."""
    if isinstance(kind, types.Array):
        return [BYTES, *[length] * kind.ndim]
    if isinstance(kind, types.BaseTuple):
        return [plain for part in kind for plain in plain_types(part, length)]
    return [_plain_type(kind)]


def _plain_type(kind: Any) -> Any:
    """The type as which a number is passed."""
    if isinstance(kind, types.Float):
        return ir.DoubleType() if kind.bitwidth == 64 else ir.FloatType()
    return I64 if isinstance(kind, types.Integer) and kind.bitwidth == 64 else I32


def build_argument(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    """The argument as numba wants it, from the numbers that are passed for it."""
    if isinstance(kind, types.Array):
        return _build_array(context, builder, kind, given)
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [build_argument(context, builder, part, given) for part in kind])
    return _resized(builder, next(given), context.get_value_type(kind), kind)


def _build_array(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    element = context.get_data_type(kind.dtype)
    size = context.get_abi_sizeof(element)
    data = builder.bitcast(next(given), element.as_pointer())
    shape = [_resized(builder, next(given), I64, types.uint32) for _ in range(kind.ndim)]
    first_is_near = kind.layout == "F"  # as in Fortran: the first dimension lies side by side, otherwise the last one
    strides = [I64(size)]
    for length in shape[:-1] if first_is_near else reversed(shape[1:]):
        strides.append(builder.mul(strides[-1], length))
    if not first_is_near:
        strides.reverse()
    array = make_array(kind)(context, builder)
    populate_array(
        array,
        data=data,
        shape=cgutils.pack_array(builder, shape, I64),
        strides=cgutils.pack_array(builder, strides, I64),
        itemsize=I64(size),
        meminfo=None,
    )
    return array._getvalue()


def _widened(builder: Any, value: Any, kind: Any) -> Any:
    """A number of eight bytes."""
    return _resized(builder, value, ir.DoubleType() if isinstance(kind, types.Float) else I64, kind)


def _resized(builder: Any, value: Any, target: Any, kind: Any) -> Any:
    """A number of this kind in another size."""
    if value.type == target:
        return value
    if isinstance(kind, types.Float):
        return builder.fpext(value, target)
    if target == I1:
        return builder.icmp_unsigned("!=", value, value.type(0))
    if target.width < value.type.width:
        return builder.trunc(value, target)
    signed = isinstance(kind, types.Integer) and kind.signed
    return builder.sext(value, target) if signed else builder.zext(value, target)
