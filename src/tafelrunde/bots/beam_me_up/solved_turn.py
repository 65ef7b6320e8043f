"""Beam me up: the turn of a seat solved, and what it will come to if it is played on like that."""

from collections.abc import Sequence
from dataclasses import dataclass

from tafelrunde.bots.beam_me_up import turn_solver
from tafelrunde.bots.beam_me_up.network import learned
from tafelrunde.bots.seat import Seat
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import Array
from tafelrunde.kernel.targets.native import compiling

NO_SEED = 0
"""Nothing is hidden, so any seed will do."""


@dataclass(frozen=True)
class SolvedTurn:
    """How likely the seat wins: by each of its moves, by each use of the dice, and by throws to come and dice kept."""

    wins: list[float]
    ups: Array
    expected: Array


def solve(seat: Seat) -> SolvedTurn:
    """Solve the turn of a seat that is to move."""
    return seat.once(_solve)


def _solve(seat: Seat) -> SolvedTurn:
    actions = arrays.array("i8", [seat.game.parse(move) for move in seat.moves])
    wins, ups = arrays.zeros("f8", len(actions)), arrays.zeros("f8", beam.NEVER_UP)
    expected = arrays.zeros("f8", beam.THROWS + 1, len(beam.DICE))
    states = arrays.records(beam.STATE, turn_solver.DEPTH)
    states[0] = seat.sample(NO_SEED).states[0]
    with compiling("beam-me-up", "solver"):
        net, room = learned(seat.game.players), turn_solver.new_room(seat.game.players)
        turn_solver.solve(states, seat.number, actions, net, room, wins, ups, expected)
    return SolvedTurn(wins.tolist(), ups, expected)


def win_chances(seat: Seat) -> list[float]:
    """How likely the seat wins with each of its moves."""
    return solve(seat).wins


def best_uses(solved: SolvedTurn, joker: bool) -> list[int | None]:
    """By five dice: the number of the use that wins most; None if they allow none."""
    uses = arrays.zeros("i8", len(beam.DICE) - beam.FULL)
    turn_solver.best_uses(solved.ups, joker, uses)
    return [None if up == turn_solver.NO_USE else up for up in uses.tolist()]


def forecast(solved: SolvedTurn, amounts: Sequence[float], throws: int) -> list[float]:
    """By dice kept: the mean of an amount, which is given by the five dice in the end, with so many throws to come."""
    means = arrays.zeros("f8", throws + 1, len(beam.DICE))
    turn_solver.forecast(solved.expected, arrays.array("f8", amounts), throws, means)
    found: list[float] = means[throws].tolist()
    return found


def warm_up() -> None:
    """Compile what is needed only once dice are thrown."""
    values, expected = [0.0] * (len(beam.DICE) - beam.FULL), arrays.zeros("f8", beam.THROWS + 1, len(beam.DICE))
    turn_solver.expect(arrays.array("f8", values), expected)
    solved = SolvedTurn([], arrays.zeros("f8", beam.NEVER_UP), expected)
    best_uses(solved, joker=False)
    forecast(solved, values, throws=1)
