"""Small contests between bots, for the tests."""

from random import Random
from typing import Any

import tafelrunde as tr
from tafelrunde.bots import Bot, Seat, make
from tafelrunde.kernel.match import Match
from tafelrunde.lab.bot_game import SeatedBot, play

from .. import every


def greedy_share(name: str, games: int, timed: bool = False) -> float:
    """How often greedy wins against random, over all option sets in turn; a shared win counts in part.

    Every other seat is greedy, in every other round through the option sets the even ones.
    """
    sets = [tr.load(name, **options) for options in every.option_sets(name)]
    bots = [make("greedy", name), make("random", name)]
    wins = 0.0
    for seed in range(games):
        rounds, number = divmod(seed, len(sets))
        match = sets[number].new(seed)
        seats = [SeatedBot(bots[(seat + rounds) % 2], Random(f"{seed} {seat}")) for seat in range(match.game.players)]
        play(match, seats, equal_speed=not timed)
        assert match.result is not None
        winners = match.result["winners"]
        wins += sum(seats[seat].bot.level == "greedy" for seat in winners) / len(winners)
    return wins / games


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
