"""What one step up in each column is worth to a seat, as the network of the strongest player judges it."""

from typing import Any

import numpy as np

from tafelrunde.bots.beam_me_up import network
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.compiled import entry
from tafelrunde.kernel.match import Match


@entry
def measure(states, seat, features, hidden, net, gains):
    """By column: how much more likely the seat wins with its stone one field higher; nothing for one at the top."""
    buffers = (features, hidden)
    before = network.win_chance(states[0], seat, net, buffers)
    for column in range(beam.STONES):
        lane, stones = beam.LANE[column], states[0].stones[seat]
        stone = stones & lane
        higher = (stone << np.uint64(1)) & lane
        if higher:
            states[0].stones[seat] = (stones ^ stone) | higher
            gains[column] = network.win_chance(states[0], seat, net, buffers) - before
            states[0].stones[seat] = stones


def gains(match: Match, seat: int) -> list[float]:
    """The gain of one step in each column, by the seat that is on turn."""
    players = match.game.players
    net = network.learned(players)
    features, hidden = np.zeros((players, network.PRESENT), np.int64), np.zeros(len(net[1]), np.float32)
    found: Any = np.zeros(beam.STONES)
    measure(match.states.copy(), seat, features, hidden, net, found)
    return list(found.tolist())
