"""Dog: the network on a graphics card, with four weights read at a time: reading them is most of the work there."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.np.arrayobj import make_array

from tafelrunde.bots.dog.features import features_of
from tafelrunde.bots.dog.network import HIDDEN
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.compiled import compiled, intrinsic
from tafelrunde.kernel.targets.exponential import logistic
from tafelrunde.kernel.targets.gpu.own import ALIGNMENT

FOUR = ir.VectorType(ir.FloatType(), 4)
FOURS = HIDDEN // FOUR.count


@intrinsic
def add_rows(typing_context, rows, bias, features, count, hidden):
    """hidden = bias + the rows of the features, added one after the other."""

    def generate(context, builder, signature, arguments):
        places = [_first(context, builder, kind, each) for kind, each in zip(signature.args, arguments, strict=True)]
        row_place, bias_place, feature_place, _, hidden_place = places
        sums = [cgutils.alloca_once(builder, FOUR) for _ in range(FOURS)]
        for number, each in enumerate(sums):
            builder.store(_four(builder, bias_place, number), each)
        with cgutils.for_range(builder, arguments[3], intp=arguments[3].type) as loop:
            feature = builder.sext(builder.load(builder.gep(feature_place, [loop.index])), arguments[3].type)
            row = builder.gep(row_place, [builder.mul(feature, feature.type(HIDDEN))])
            for number, each in enumerate(sums):
                builder.store(builder.fadd(builder.load(each), _four(builder, row, number)), each)
        into = builder.bitcast(hidden_place, FOUR.as_pointer())
        for number, each in enumerate(sums):
            builder.store(builder.load(each), builder.gep(into, [ir.IntType(32)(number)]), align=ALIGNMENT)
        return context.get_dummy_value()

    return types.void(rows, bias, features, types.int64, hidden), generate


def _first(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    return make_array(kind)(context, builder, given).data if isinstance(kind, types.Array) else None


def _four(builder: Any, place: Any, number: int) -> Any:
    """Four numbers next to each other, which begin where a multiple of their size does."""
    fours = builder.bitcast(place, FOUR.as_pointer())
    return builder.load(builder.gep(fours, [ir.IntType(32)(number)]), align=ALIGNMENT)


@compiled
def evaluate(features, count, net, hidden):
    """The same as the network of the player says, to the last bit."""
    rows, bias, out, out_bias = net
    add_rows(rows, bias, features, count, hidden)
    total = out_bias[0]
    for i in range(HIDDEN):
        total += max(hidden[i], np.float32(0)) * out[i]
    return logistic(total)


@compiled
def win_chance(state, seat, net, features, hidden):
    """How likely the seat's side wins, as far as the seat can know."""
    if state.goal[seat] & state.goal[seat ^ 2] == dog.FULL:
        return 1.0
    if state.goal[seat ^ 1] & state.goal[seat ^ 3] == dog.FULL:
        return 0.0
    return evaluate(features, np.int64(features_of(state, seat, features)), net, hidden)
