"""Small networks in compiled code: hidden layers, and direct weights from the inputs to the outputs beside them.

Every sum is added up in one order, so that it is the same on every target. Inputs that are 0 cost nothing. A network is
the weights and the bias of each layer, then the direct weights; whoever runs it brings room for the hidden layers.
"""

import numpy as np

from tafelrunde.kernel.compiled import compiled


@compiled
def add_product(given, weights, out):
    """Add to the outputs what the inputs make of these weights."""
    for k in range(len(given)):
        value = given[k]
        if value != 0:
            row = weights[k]
            for i in range(len(out)):
                out[i] += value * row[i]


@compiled
def run_layer(given, weights, bias, out):
    """The outputs of a layer."""
    for i in range(len(out)):
        out[i] = bias[i]
    add_product(given, weights, out)


@compiled
def run_hidden(given, weights, bias, out):
    """The outputs of a hidden layer; what is negative becomes 0."""
    run_layer(given, weights, bias, out)
    for i in range(len(out)):
        out[i] = max(out[i], np.float32(0))


@compiled
def run_shallow(given, net, room, out):
    """The outputs of a network with one hidden layer."""
    weight0, bias0, weight1, bias1, direct = net
    hidden = room[: len(bias0)]
    run_hidden(given, weight0, bias0, hidden)
    run_layer(hidden, weight1, bias1, out)
    add_product(given, direct, out)


@compiled
def run_deep(given, net, room, more_room, out):
    """The outputs of a network with two hidden layers."""
    weight0, bias0, weight1, bias1, weight2, bias2, direct = net
    first, second = room[: len(bias0)], more_room[: len(bias1)]
    run_hidden(given, weight0, bias0, first)
    run_hidden(first, weight1, bias1, second)
    run_layer(second, weight2, bias2, out)
    add_product(given, direct, out)
