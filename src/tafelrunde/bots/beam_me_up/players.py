"""Beam me up: the players by level. From gentle upwards all solve the turn; the weaker ones misjudge what they see."""

from functools import partial
from random import Random

from tafelrunde.bots.beam_me_up import greedy
from tafelrunde.bots.beam_me_up.reasons import REASONS
from tafelrunde.bots.beam_me_up.solved_turn import warm_up, win_chances
from tafelrunde.bots.game_bots import GameBots
from tafelrunde.bots.player import RANDOM, Advice, AdvisedPlayer, TurnPlayer, best_first
from tafelrunde.bots.seat import Seat

ERROR = {"good": 0.025, "gentle": 0.06}
"""By how much a player misjudges the chance to win with a move: a standard deviation."""
EQUAL = 1e-9


def strongest(seat: Seat, chance: Random) -> list[Advice]:
    """The best move; of equal ones the last, so as not to throw again for nothing."""
    wins = win_chances(seat)
    equal = [number for number, win in enumerate(wins) if win > max(wins) - EQUAL]
    return _advice(seat, wins, equal[-1])


def misjudging(error: float, seat: Seat, chance: Random) -> list[Advice]:
    """The move that seems best to a player who errs by this much."""
    wins = win_chances(seat)
    seeming = [win + chance.gauss(0, error) for win in wins]
    return _advice(seat, wins, seeming.index(max(seeming)))


def _advice(seat: Seat, wins: list[float], chosen: int) -> list[Advice]:
    moves = enumerate(zip(seat.moves, wins, strict=True))
    return best_first(Advice(move, win, float(number == chosen)) for number, (move, win) in moves)


BOTS = GameBots(
    weaker=[
        RANDOM,
        TurnPlayer("greedy", greedy.choose),
        AdvisedPlayer("gentle", partial(misjudging, ERROR["gentle"])),
        AdvisedPlayer("good", partial(misjudging, ERROR["good"])),
    ],
    strongest=AdvisedPlayer("strongest", strongest),
    reasons=REASONS,
    warm_up=warm_up,
)
