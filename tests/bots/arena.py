"""Games between bots, for the tests."""

from random import Random

import tafelrunde as tr
from tafelrunde.bots import make
from tafelrunde.lab.contest import Player, play

from .. import every


def share_of_wins(name: str, games: int, timed: bool = False) -> float:
    """How often greedy wins against random, over all option sets in turn; a shared win counts in part.

    Every other seat is greedy, in every other round through the option sets the even ones.
    """
    sets = [tr.load(name, **options) for options in every.option_sets(name)]
    bots = [make("greedy", name), make("random", name)]
    wins = 0.0
    for seed in range(games):
        rounds, number = divmod(seed, len(sets))
        match = sets[number].new(seed)
        seats = [Player(bots[(seat + rounds) % 2], Random(f"{seed} {seat}")) for seat in range(match.game.players)]
        play(match, seats, equal_speed=not timed)
        assert match.result is not None
        winners = match.result["winners"]
        wins += sum(seats[seat].bot.level == "greedy" for seat in winners) / len(winners)
    return wins / games
