"""The exponential function and powers in compiled code of our own: every target's library rounds them differently.

They need nothing but sums, products and the bits of a number, which are the same everywhere. For the exponential
function, x = (n + i/64) ln 2 + r, with a table of the powers 2^(i/64), and for the small r a polynomial; the error is
hardly more than one unit in the last place.
"""

from decimal import Decimal

import numpy as np
from llvmlite import ir
from numba import types

from tafelrunde.kernel.compiled import compiled, intrinsic

_PARTS, _PARTS_BITS = 64, 6
_POWERS = np.array([float(2 ** (1 + Decimal(i) / _PARTS)) for i in range(_PARTS)])
"""2^(1 + i/64); not by floats, whose powers depend on the machine."""
_PER_PART = 64 * 1.44269504088896338700
_PART_HIGH, _PART_LOW = 6.93147180369123816490e-01 / 64, 1.90821492927058770002e-10 / 64
"""Their sum is ln 2 / 64; the first has so few bits that its product with a whole number is exact."""
_LARGEST, _SMALLEST = 709.782712893384, -745.1332191019411
"""Beyond them the result is infinite, or 0."""
_BIAS, _FRACTION_BITS = 1023, 52
_LEAST_POWER, _TINY = -1021, 1000
"""Below the first, a power of two is made in two steps, the second of which is this far down."""


@intrinsic
def _number_of_bits(typing_context, word):
    """The float64 with these bits."""
    if word != types.int64:
        return None

    def generate(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], ir.DoubleType())

    return types.float64(types.int64), generate


@compiled
def _power_of_two(n):
    return _number_of_bits((n + _BIAS) << _FRACTION_BITS)


@compiled
def exp(x):
    """e to the power of x, as float64."""
    y = np.float64(x)
    if not y <= _LARGEST:
        return y * np.inf
    if y < _SMALLEST:
        return 0.0
    whole = np.floor(y * _PER_PART + 0.5)
    r = (y - whole * _PART_HIGH) - whole * _PART_LOW
    square = r * r
    more = (r + square * 0.5) + square * r * ((1 / 6 + r * (1 / 24)) + square * (1 / 120))
    parts = np.int64(whole)
    power, n = _POWERS[parts & (_PARTS - 1)], (parts >> _PARTS_BITS) - 1
    result = power + power * more
    if n < _LEAST_POWER:
        return result * _power_of_two(n + _TINY) * _power_of_two(-_TINY)
    return result * _power_of_two(n)


@compiled
def logistic(x):
    """The chance that belongs to a logit: 1 / (1 + e^-x), as float64."""
    return 1.0 / (1.0 + exp(-np.float64(x)))


@compiled
def power(base, exponent):
    """A number to the power of a whole one, not less than 0; `**` calls the C library if that one is large."""
    result, factor = 1, base
    while exponent > 0:
        if exponent & 1:
            result *= factor
        exponent >>= 1
        factor *= factor
    return result
