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
from tafelrunde.bots.player import Advice, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import entry

WEIGHTS = Path(__file__).with_name("weights.npz")
STEP = 0.05
"""The unit of the outputs for actions, in chances to win."""
EDGE = np.array([0.0, 0.0, 0.6, 0.3, 0.2, -0.05, -0.6])
"""By the number of players: how much better than the others the networks take themselves to be over a match, as a logit
(`python -m tafelrunde.lab.studies.biberbande.calibration` finds it)."""
PLAYERS = features_two_players.PLAYERS
WHOM = np.r_[
    features_two_players.ODDNESS : features_two_players.EXPECTED_LEADS,
    features_two_players.ROUND : features_two_players.ROUND + biber.ROUNDS[PLAYERS],
    features_two_players.HAD_TURNS : features_two_players.HAD_TURNS + PLAYERS * TURNS,
]
"""The features that tell how the opponent plays."""


@functools.cache
def learned() -> dict[str, dict[str, Any]]:
    """The weights of all networks."""
    found: dict[str, dict[str, Any]] = {}
    with np.load(WEIGHTS) as data:
        for name in data.files:
            network, _, part = name.partition(".")
            found.setdefault(network, {})[part] = data[name].astype(np.float32)
    return found


def run(network: str, given: Any) -> Any:
    """The outputs of a network: hidden layers, and direct weights beside them."""
    parts = learned()[network]
    values, last = given, len(parts) // 2 - 1
    for i in range(last):
        values = np.maximum(values @ parts[f"weight{i}"] + parts[f"bias{i}"], 0)
    return values @ parts[f"weight{last}"] + parts[f"bias{last}"] + given @ parts["direct"]


def logistic(logit: Any) -> Any:
    return 1 / (1 + np.exp(-logit))


def evaluate_two_players(features: Any, numbers: Any) -> Any:
    """How likely each of these actions wins; the two networks are mixed by how the opponent seems to play."""
    given = (features - features_two_players.ZERO) * features_two_players.SCALE
    at_random = logistic(run("whom", given[WHOM])[0])
    usual, random = run("usual", given), run("random", given)
    return win_chances(usual[-1], (1 - at_random) * usual[numbers] + at_random * random[numbers])


def evaluate_multiplayer(features: Any, numbers: Any) -> Any:
    """The same with more players."""
    found = run("many", (features - features_multiplayer.ZERO) * features_multiplayer.SCALE)
    return win_chances(found[-1], found[numbers])


def win_chances(mean: Any, steps: Any) -> Any:
    """How likely actions win, by the mean of all (a logit) and by how many steps each is better; may pass 0 and 1."""
    return logistic(mean) + STEP * (steps - steps.mean())


@entry
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
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int32)
    features, numbers = np.zeros(size, np.uint8), np.zeros(len(actions), np.int64)
    remembered = memory.memory_of(seat.events())
    write_features(seat.sample(seed).states, remembered, seat.number, actions, features, numbers)
    return features, numbers


def advise(seat: Seat, chance: Random, edge: float | None = None) -> list[Advice]:
    """The seat's moves, best first, with the chance to win among equals; it always makes the best one."""
    players = seat.game.players
    evaluate = evaluate_two_players if players == PLAYERS else evaluate_multiplayer
    found = evaluate(*look(seat, chance.getrandbits(64)))
    wins = among_equals(found, (EDGE[players] if edge is None else edge) * rest_of_match(seat))
    best = int(np.argmax(found))
    return best_first(
        Advice(move, float(win), float(i == best)) for i, (move, win) in enumerate(zip(seat.moves, wins, strict=True))
    )


def rest_of_match(seat: Seat) -> float:
    """How much of the match is left."""
    rounds = int(biber.ROUNDS[seat.game.players])
    return float(rounds - seat.view["round"] + 1) / rounds


def among_equals(wins: Any, edge: Any) -> Any:
    """Chances to win without the edge (a logit) that the player has over those it has learned from."""
    sure = np.clip(wins, 1e-6, 1 - 1e-6)
    return logistic(np.log(sure / (1 - sure)) - edge)
