"""Beam me up: the players for people. All solve the turn; the weaker ones misjudge what they see."""

from functools import lru_cache, partial
from importlib.resources import files
from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import Adviser, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.targets.native import compiling

GOOD_BLUR, GENTLE_BLUR = 0.025, 0.06
"""How far a player errs about the chance to win with a move, as a rule."""
EQUAL = 1e-9
NO_SEED = 0
"""Nothing is hidden, so any will do."""


@lru_cache(maxsize=3)
def network(players: int) -> tuple[Any, ...]:
    """What was learned for so many players."""
    with files(__package__).joinpath("weights.npz").open("rb") as file, np.load(file) as learned:
        return tuple(learned[f"{players}-{number}"] for number in range(4))


def weigh(seat: Seat) -> list[float]:
    """How likely the seat wins by each of its moves."""
    from tafelrunde.bots.beam_me_up import turn

    actions = np.array([seat.game.parse(move) for move in seat.moves], np.int64)
    wins = np.zeros(len(actions))
    states = np.repeat(seat.sample(NO_SEED).states, turn.DEPTH)
    with compiling("beam-me-up", "solver"):
        turn.weigh(states, seat.number, actions, network(seat.game.players), wins)
    found: list[float] = wins.tolist()
    return found


def strongest(seat: Seat, chance: Random) -> list[Advice]:
    """The best move; of equal ones the last, so that nobody throws on for nothing."""
    wins = weigh(seat)
    equal = [number for number, win in enumerate(wins) if win > max(wins) - EQUAL]
    return _advice(seat, wins, equal[-1])


def blurred(blur: float, seat: Seat, chance: Random) -> list[Advice]:
    """The move that seems best to a player who errs by so much."""
    wins = weigh(seat)
    seeming = [win + chance.gauss(0, blur) for win in wins]
    return _advice(seat, wins, seeming.index(max(seeming)))


def _advice(seat: Seat, wins: list[float], chosen: int) -> list[Advice]:
    moves = enumerate(zip(seat.moves, wins, strict=True))
    return best_first(Advice(move, win, float(number == chosen)) for number, (move, win) in moves)


PLAYERS = {
    "gentle": Adviser("gentle", partial(blurred, GENTLE_BLUR)),
    "good": Adviser("good", partial(blurred, GOOD_BLUR)),
    "strongest": Adviser("strongest", strongest),
}
