"""Biberbande: the learned player against the general search, on the same deals with seats exchanged.

Usage: python -m benchmarks.network_against_search PLAYERS SIMULATIONS GAMES [SEED]

The two alternate around the table. SIMULATIONS is for two players; with n players there are 2/n as many, since each
takes longer.
"""

import sys
from random import Random

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots.player import Budget, TurnPlayer
from tafelrunde.bots.seat import Seat
from tafelrunde.bots.warm_up import prepare
from tafelrunde.kernel.game import Game
from tafelrunde.lab.arena import Contest, GameResult, Thinking, deal_seed, report
from tafelrunde.lab.bot_game import SeatedBot, play
from tafelrunde.lab.search.search import search
from tafelrunde.lab.sides import points

GAME = "biberbande"


def play_deal(held: Contest, number: int, rivals: list[bots.Bot]) -> list[GameResult]:
    """Play a deal twice, so that each bot has sat where the other one sat."""
    played = []
    for turn in range(2):
        lineup = tuple((seat + turn) % 2 for seat in range(held.game.players))
        players = [SeatedBot(rivals[who], Random(f"{held.seed} {number} {seat}")) for seat, who in enumerate(lineup)]
        match = held.game.new(deal_seed(held.seed, number))
        play(match, players)
        assert match.result is not None
        won, thinking = points(held.game, match.result), (Thinking.of(each.seconds) for each in players)
        played.append(GameResult(lineup, tuple(won), tuple(thinking)))
    return played


def searcher(budget: Budget) -> TurnPlayer:
    """A player that searches with this budget."""

    def choose(seat: Seat, chance: Random) -> str:
        return search(seat, budget, chance)[0].move

    return TurnPlayer("search", choose)


def contest(game: Game, simulations: int, games: int, seed: int) -> None:
    """Play, and print how much each has won."""
    prepare(game)
    held = Contest(game, ("strongest", f"search, {simulations}"), games // 2, seed, equal_speed=False)
    rivals = [bots.make("strongest", GAME), searcher(Budget(max(1, 2 * simulations // game.players)))]
    played = [play_deal(held, number, rivals) for number in range(held.deals)]
    for line in report(held, played, 0.0).lines:
        interval = f"{line.low:.1%} – {line.high:.1%}"
        print(f"{line.bot:>16}: {line.share:.1%} ({interval}) of {line.games} games, {line.mean_seconds * 1000:.1f} ms")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    contest(tr.load(GAME, players=given[0]), *given[1:3], *(given[3:] or [1]))
