"""Games between bots, for the tests."""

from random import Random

import tafelrunde as tr
from tafelrunde.bots import Bot, Seat, make
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match

from .. import every

MOST_MOVES = 100_000


def play(game: Game, bots: list[Bot], seed: int, timed: bool = False) -> Match:
    """A whole game, one bot a seat. Of those who may act at once any is first, or by the clock whoever is quickest."""
    match, chance = game.new(seed=seed), Random(seed)
    due: dict[int, float] = {}
    now = 0.0
    for _ in range(MOST_MOVES):
        actors = match.actors()
        if not actors:
            return match
        order = chance.sample(actors, len(actors))
        if timed:
            due = {at: due.get(at) or now + bots[at].pause(Seat.of(match, at), chance) for at in actors}
            order.sort(key=due.__getitem__)
        acted = act(match, bots, order, chance)
        now = due.pop(acted, now)
    raise AssertionError(f"{game.name}, seed {seed}: no end after {MOST_MOVES} moves")


def act(match: Match, bots: list[Bot], order: list[int], chance: Random) -> int:
    """The first in this order that does not wait makes a move, which must be a legal one."""
    for at in order:
        seat = Seat.of(match, at)
        move = bots[at].choose(seat, chance)
        if move is not None:
            assert move in seat.moves
            match.play(at, move)
            return at
    raise AssertionError(f"{match}: everybody waits")


def share_of_wins(name: str, games: int, timed: bool = False) -> float:
    """How often greedy wins against random, over all option sets in turn; a shared win counts in part.

    Every other seat is greedy, in every other round through the option sets the even ones.
    """
    sets = [tr.load(name, **options) for options in every.option_sets(name)]
    bots = [make("greedy", name), make("random", name)]
    wins = 0.0
    for seed in range(games):
        rounds, number = divmod(seed, len(sets))
        seats = [bots[(seat + rounds) % 2] for seat in range(sets[number].players)]
        result = play(sets[number], seats, seed, timed).result
        assert result is not None
        wins += sum(seats[seat].level == "greedy" for seat in result["winners"]) / len(result["winners"])
    return wins / games
