"""The exponential function in compiled code of our own: every target's library rounds it differently.

It needs nothing but sums, products, one quotient and the bits of a number, which are the same everywhere. The error is
less than one unit in the last place. The way is that of fdlibm (Sun Microsystems, 1993): x = n ln 2 + r, and for the
small r a quotient of polynomials.
"""

import numpy as np
from llvmlite import ir
from numba import types

from tafelrunde.kernel.compiled import compiled, intrinsic

_PER_LN2 = 1.44269504088896338700
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Their sum is ln 2; the first has so few bits that its product with n is exact."""
_P1, _P2, _P3 = 1.66666666666666019037e-01, -2.77777777770155933842e-03, 6.61375632143793436117e-05
_P4, _P5 = -1.65339022054652515390e-06, 4.13813679705723846039e-08
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
    return _number_of_bits((np.int64(n) + _BIAS) << _FRACTION_BITS)


@compiled
def exp(x):
    """e to the power of x, as float64."""
    y = np.float64(x)
    if not y <= _LARGEST:
        return y * np.inf
    if y < _SMALLEST:
        return 0.0
    n = np.floor(y * _PER_LN2 + 0.5)
    high, low = y - n * _LN2_HIGH, n * _LN2_LOW
    r = high - low
    square = r * r
    c = r - square * (_P1 + square * (_P2 + square * (_P3 + square * (_P4 + square * _P5))))
    result = 1.0 - ((low - r * c / (2.0 - c)) - high)
    if n < _LEAST_POWER:
        return result * _power_of_two(n + _TINY) * _power_of_two(-_TINY)
    return result * 2.0 * _power_of_two(n - 1)


@compiled
def logistic(x):
    """The chance that belongs to a logit: 1 / (1 + e^-x), as float64."""
    return 1.0 / (1.0 + exp(-np.float64(x)))
