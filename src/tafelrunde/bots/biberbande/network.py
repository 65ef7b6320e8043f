"""Biberbande: how likely each move wins, by small networks of learned weights (`data/biberbande.npz`).

With two players one knows opponents who mean what they do, one those who play at random; a third tells which the other
one seems to be. With more players there is one for all.
"""

import functools
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import best_first
from tafelrunde.bots.biberbande import features_many as party
from tafelrunde.bots.biberbande import memory
from tafelrunde.bots.biberbande.features_two import HAD_TURNS, ODDNESS, PLAYERS, ROUND, SCALE, SHOWN, SIZE, TURNS, ZERO
from tafelrunde.bots.biberbande.features_two import see as see_two
from tafelrunde.bots.biberbande.memory import remembered
from tafelrunde.bots.seat import Seat
from tafelrunde.games.biberbande import state as biber

WEIGHTS = Path(__file__).with_name("weights.npz")
STEP = 0.05
"""A step of worth, in chances to win."""
EDGE = np.array([0.0, 0.0, 0.6, 0.3, 0.2, -0.05, -0.6])
"""By the number of players: how much better it takes itself to be than the others, over a whole match, as a logit
(`python -m tafelrunde.lab.studies.biberbande_calibration` finds it)."""
WHOM = np.r_[ODDNESS:SHOWN, ROUND : ROUND + biber.ROUNDS[PLAYERS], HAD_TURNS : HAD_TURNS + PLAYERS * TURNS]
"""What of all that is seen tells how the other one plays."""


@functools.cache
def learned() -> dict[str, dict[str, Any]]:
    """The weights of all networks."""
    found: dict[str, dict[str, Any]] = {}
    with np.load(WEIGHTS) as data:
        for name in data.files:
            network, _, part = name.partition(".")
            found.setdefault(network, {})[part] = data[name].astype(np.float32)
    return found


def answer(network: str, given: Any) -> Any:
    """What a network makes of what it is given: hidden layers, and the direct way beside them."""
    parts = learned()[network]
    values, last = given, len(parts) // 2 - 1
    for i in range(last):
        values = np.maximum(values @ parts[f"weight{i}"] + parts[f"bias{i}"], 0)
    return values @ parts[f"weight{last}"] + parts[f"bias{last}"] + given @ parts["direct"]


def likely(logit: Any) -> Any:
    return 1 / (1 + np.exp(-logit))


def thought(facts: Any, numbers: Any) -> Any:
    """How likely each of these actions wins with two players: which is better is mixed by whom one seems to play."""
    given = (facts - ZERO) * SCALE
    at_random = likely(answer("whom", given[WHOM])[0])
    usual, random = answer("usual", given), answer("random", given)
    return worth(usual[-1], (1 - at_random) * usual[numbers] + at_random * random[numbers])


def thought_among_many(facts: Any, numbers: Any) -> Any:
    """The same with more players."""
    found = answer("many", (facts - party.ZERO) * party.SCALE)
    return worth(found[-1], found[numbers])


def worth(mean: Any, steps: Any) -> Any:
    """How likely actions win, given a mean one (a logit), and by how many steps each is better; may pass 0 and 1."""
    return likely(mean) + STEP * (steps - steps.mean())


def told(seat: Seat, seed: int, see: Any, size: int) -> tuple[Any, Any]:
    """What the seat sees, and the numbers of its moves."""
    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int32)
    facts, numbers = np.zeros(size, np.uint8), np.zeros(len(actions), np.int64)
    see(seat.sample(seed).states, remembered(seat.events()), seat.number, actions, facts, numbers)
    return facts, numbers


def advise(seat: Seat, chance: Random, edge: float | None = None) -> list[Advice]:
    """The seat's moves, the best first, with the chance to win among equals; it would make no other."""
    players = seat.game.players
    see, size, think = (see_two, SIZE, thought) if players == PLAYERS else (party.see, party.SIZE, thought_among_many)
    found = think(*told(seat, chance.getrandbits(64), see, size))
    wins = among_equals(found, (EDGE[players] if edge is None else edge) * left(seat))
    best = int(np.argmax(found))
    return best_first(
        Advice(move, float(win), float(i == best)) for i, (move, win) in enumerate(zip(seat.moves, wins, strict=True))
    )


def left(seat: Seat) -> float:
    """How much of the match is left."""
    rounds = int(biber.ROUNDS[seat.game.players])
    return float(rounds - seat.view["round"] + 1) / rounds


def among_equals(wins: Any, edge: Any) -> Any:
    """Chances to win without the edge (a logit) that the player has over those from whom it has learned."""
    sure = np.clip(wins, 1e-6, 1 - 1e-6)
    return likely(np.log(sure / (1 - sure)) - edge)


def warm_up() -> None:
    """Compile all of it, however many play and whatever a match has seen so far."""
    memory.warm_up()
    for players, see, size in ((PLAYERS, see_two, SIZE), (party.FEWEST, party.see, party.SIZE)):
        told(Seat.of(tr.load("biberbande", players=players).new(seed=0), 0), 0, see, size)
