"""Who plays together, and what a result is worth to each side."""

from typing import Any

from tafelrunde.kernel.game import Game


def sides(game: Game) -> tuple[tuple[int, ...], ...]:
    """The seats of each side; partners sit opposite each other, all others play for themselves.

    >>> import tafelrunde as tr
    >>> sides(tr.load("dog")), sides(tr.load("denkste", players=3))
    (((0, 2), (1, 3)), ((0,), (1,), (2,)))
    """
    return game.facts.sides or tuple((seat,) for seat in range(game.players))


def side_of(game: Game, seat: int) -> int:
    """The number of a seat's side."""
    return next(number for number, seats in enumerate(sides(game)) if seat in seats)


def points(game: Game, result: dict[str, Any]) -> list[float]:
    """A win is one point; sides that win together share it."""
    won = [any(seat in result["winners"] for seat in seats) for seats in sides(game)]
    return [has_won / sum(won) for has_won in won]
