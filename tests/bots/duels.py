"""Small contests between two levels of a game."""

from random import Random
from typing import Any

import tafelrunde as tr
from tafelrunde.bots import Bot, Seat
from tafelrunde.kernel.match import Match


def share(game: str, strong: Bot, weak: Bot, games: int, **options: Any) -> float:
    """How often the strong one wins, on every other seat; each seed is played from both sides."""
    wins = 0
    for number in range(games):
        match = tr.load(game, **options).new(seed=number // 2)
        seats = [(strong, weak)[(seat + number) % 2] for seat in range(match.game.players)]
        wins += seats[winner(match, seats, Random(number))] is strong
    return wins / games


def winner(match: Match, seats: list[Bot], chance: Random) -> int:
    """Play to the end; who wins."""
    while match.result is None:
        at = match.actors()[0]
        seat = Seat.of(match, at)
        move = seats[at].choose(seat, chance)
        assert move in seat.moves
        match.play(at, move)
    return int(match.result["winners"][0])
