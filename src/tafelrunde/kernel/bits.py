"""Sets of small numbers in one machine word."""

import numpy as np
from llvmlite import ir
from numba import types

from tafelrunde.kernel.compiled import compiled, intrinsic


@intrinsic
def popcount(typing_context, word):
    """How many bits are set."""
    if not isinstance(word, types.Integer):
        return None

    def generate(context, builder, signature, arguments):
        count = builder.ctpop(arguments[0])
        return context.cast(builder, count, word, types.int64)

    return types.int64(word), generate


@intrinsic
def lowest(typing_context, word):
    """The index of the lowest set bit; the word must not be 0."""
    if not isinstance(word, types.Integer):
        return None

    def generate(context, builder, signature, arguments):
        number = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return context.cast(builder, number, word, types.int64)

    return types.int64(word), generate


@compiled
def bit(number):
    """The word in which only this bit is set."""
    return np.uint64(1) << np.uint64(number)


@compiled
def nth(word, n):
    """The index of the n-th set bit, counting from 0."""
    for _ in range(n):
        word &= word - type_one(word)
    return lowest(word)


@intrinsic
def type_one(typing_context, word):
    """1 in the type of the word, so that the arithmetic stays in integers."""
    if not isinstance(word, types.Integer):
        return None

    def generate(context, builder, signature, arguments):
        return ir.Constant(arguments[0].type, 1)

    return word(word), generate
