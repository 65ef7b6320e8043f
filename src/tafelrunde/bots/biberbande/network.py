"""Biberbande: how likely each move wins, by small networks of learned weights.

For two players there are two networks, for opponents who play with a purpose and for those who play at random, and a
third one tells which the opponent seems to be. For more players there is one network.
"""

import functools
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.biberbande import features_multiplayer, features_two_players, memory
from tafelrunde.bots.biberbande.features import TURNS, number_of
from tafelrunde.bots.layers import run_deep, run_shallow
from tafelrunde.bots.player import Advice, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import allocating_entry, compiled, entry
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.exponential import exp, logistic

WEIGHTS = Path(__file__).with_name("weights.npz")
STEP = 0.05
"""The unit of the outputs for actions, in chances to win."""
EDGE = (0.0, 0.0, 0.6, 0.3, 0.2, -0.05, -0.6)
"""By the number of players: how much better than the others the networks take themselves to be over a match, as a logit
(`python -m tafelrunde.lab.studies.biberbande.calibration` finds it)."""
PLAYERS = features_two_players.PLAYERS
WHOM = np.r_[
    features_two_players.ODDNESS : features_two_players.EXPECTED_LEADS,
    features_two_players.ROUND : features_two_players.ROUND + biber.ROUNDS[PLAYERS],
    features_two_players.HAD_TURNS : features_two_players.HAD_TURNS + PLAYERS * TURNS,
]
"""The features that tell how the opponent plays."""
SHALLOW = ("weight0", "bias0", "weight1", "bias1", "direct")
DEEP = ("weight0", "bias0", "weight1", "bias1", "weight2", "bias2", "direct")
"""The parts of the network that tells how the opponent plays, and of the others."""
CLOSE = 1e-6
"""No chance to win is closer than this to 0 or 1."""


@functools.cache
def learned() -> dict[str, dict[str, Any]]:
    """The weights of all networks."""
    found: dict[str, dict[str, Any]] = {}
    for name, weights in arrays.load(WEIGHTS).items():
        network, _, part = name.partition(".")
        found.setdefault(network, {})[part] = weights
    return found


def _net(network: str, parts: tuple[str, ...] = DEEP) -> tuple[Any, ...]:
    """A network as compiled code takes it."""
    return tuple(learned()[network][part] for part in parts)


def _room(*nets: tuple[Any, ...]) -> tuple[Any, ...]:
    """Room for the inputs, both hidden layers and the outputs of the largest of these networks."""
    return tuple(arrays.zeros("f4", max(len(net[part]) for net in nets)) for part in (0, 1, 3, 5))


@entry
def evaluate_two_players(features, numbers, usual, random, whom, room, edge, wins):
    """How likely each of these actions wins among equals; returns the place of the best one.

    The two networks are mixed by how the opponent seems to play.
    """
    given, hidden, deeper, found, told, other = room
    scale(features, features_two_players.ZERO, features_two_players.SCALE, given)
    for i in range(len(WHOM)):
        told[i] = given[WHOM[i]]
    run_shallow(told, whom, hidden, found[:1])
    at_random = logistic(found[0])
    run_deep(given, usual, hidden, deeper, found)
    run_deep(given, random, hidden, deeper, other)
    for i in range(len(numbers)):
        wins[i] = (1.0 - at_random) * found[numbers[i]] + at_random * other[numbers[i]]
    return win_chances(found[len(found) - 1], edge, wins)


@entry
def evaluate_multiplayer(features, numbers, net, room, edge, wins):
    """The same with more players."""
    given, hidden, deeper, found = room
    scale(features, features_multiplayer.ZERO, features_multiplayer.SCALE, given)
    run_deep(given, net, hidden, deeper, found)
    for i in range(len(numbers)):
        wins[i] = found[numbers[i]]
    return win_chances(found[len(found) - 1], edge, wins)


@compiled
def scale(features, zero, factor, given):
    """What the networks are given."""
    for i in range(len(given)):
        given[i] = (np.float32(features[i]) - zero[i]) * factor[i]


@compiled
def win_chances(mean, edge, wins):
    """How likely actions win, by the mean of all (a logit) and by how many steps each is better; the best one."""
    total, best = 0.0, 0
    for i in range(len(wins)):
        total += wins[i]
        if wins[i] > wins[best]:
            best = i
    for i in range(len(wins)):
        wins[i] = among_equals(logistic(mean) + STEP * (wins[i] - total / len(wins)), edge)
    return best


@compiled
def among_equals(win, edge):
    """The chance to win without the edge (a logit) that the player has over those it has learned from."""
    sure = min(max(win, CLOSE), 1.0 - CLOSE)
    return sure / (sure + (1.0 - sure) * exp(edge))


@allocating_entry
def write_features(states, memories, seat, actions, features, numbers):
    """The features of what the seat knows, and the networks' numbers of these actions."""
    state, slots = states[0], np.zeros(features_multiplayer.ROWS, np.int32)
    if state.players == PLAYERS:
        features_two_players.write_features(state, memories[0], seat, actions, len(actions), features, slots)
    else:
        features_multiplayer.write_features(state, memories[0], seat, actions, len(actions), features, slots)
    for i in range(len(actions)):
        numbers[i] = number_of(actions[i], seat, slots)


def look(seat: Seat, seed: int) -> tuple[Any, Any]:
    """The features of what the seat knows, and the networks' numbers of its moves."""
    size = features_two_players.SIZE if seat.game.players == PLAYERS else features_multiplayer.SIZE
    actions = arrays.array("i4", [seat.game.parse(move) for move in seat.moves])
    features, numbers = arrays.zeros("u1", size), arrays.zeros("i8", len(actions))
    remembered = memory.memory_of(seat.events())
    write_features(seat.sample(seed).states, remembered, seat.number, actions, features, numbers)
    return features, numbers


def advise(seat: Seat, chance: Random, edge: float | None = None) -> list[Advice]:
    """The seat's moves, best first, with the chance to win among equals; it always makes the best one."""
    features, numbers = look(seat, chance.getrandbits(64))
    ahead = (EDGE[seat.game.players] if edge is None else edge) * rest_of_match(seat)
    best, wins = evaluate(seat.game.players, features, numbers, ahead)
    return best_first(
        Advice(move, win, float(i == best)) for i, (move, win) in enumerate(zip(seat.moves, wins, strict=True))
    )


def evaluate(players: int, features: Any, numbers: Any, edge: float) -> tuple[int, list[float]]:
    """The place of the best of these actions, and how likely each of them wins among equals."""
    wins = arrays.zeros("f8", len(numbers))
    if players == PLAYERS:
        usual, random = _net("usual"), _net("random")
        room = *_room(usual, random), arrays.zeros("f4", len(WHOM)), arrays.zeros("f4", len(usual[5]))
        best = evaluate_two_players(features, numbers, usual, random, _net("whom", SHALLOW), room, edge, wins)
    else:
        best = evaluate_multiplayer(features, numbers, _net("many"), _room(_net("many")), edge, wins)
    return best, wins.tolist()


def warm_up() -> None:
    """Compile it for any number of players."""
    for players, layout in ((PLAYERS, features_two_players), (PLAYERS + 1, features_multiplayer)):
        evaluate(players, arrays.zeros("u1", layout.SIZE), arrays.zeros("i8", 1), 0.0)


def rest_of_match(seat: Seat) -> float:
    """How much of the match is left."""
    rounds = int(biber.ROUNDS[seat.game.players])
    return float(rounds - seat.view["round"] + 1) / rounds
