"""Games between bots, with everything that reports ask for; and games that are reviewed."""

import json
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Budget
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.lab import studies
from tafelrunde.lab.arena import Contest, deal_seed, lineups_of, players_of, prepared
from tafelrunde.lab.bot_game import play
from tafelrunde.lab.review import Reviewer
from tafelrunde.lab.sides import points, sides
from tafelrunde.lab.study.questions import Amounts, Questions, Row


def play_piece(
    game: str, options: dict[str, Any], levels: list[str], seed: int, first: int, end: int
) -> list[list[Row]]:
    """The games of the deals from first to before end, deal by deal."""
    held = Contest(_ready(game, options, levels), tuple(levels), end - first, seed, equal_speed=False)
    return [[play_game(held, deal, lineup) for lineup in lineups_of(held, deal)] for deal in range(first, end)]


def _ready(game: str, options: dict[str, Any], levels: list[str]) -> Game:
    """The game, with what those who play it need; players for programs work nothing out beforehand."""
    if any(level.partition(":")[0] in bots.PEOPLE for level in levels):
        return prepared(game, json.dumps(options))
    return tr.load(game, **options)


def play_game(held: Contest, deal: int, lineup: tuple[int, ...]) -> Row:
    """A game: who played which side, the points of each side, how long it was, and what each seat did and had.

    `habits` has for each seat the total of everything that `watch` tells and how often it told it; `had` is by side.
    """
    match, seconds = played(held, deal, lineup)
    asked = studies.of(match.game.name).questions
    record = match.record()["moves"]
    assert match.result is not None
    own = sum(seat is not None for seat, _ in record)
    return {
        "lineup": lineup,
        "points": points(match.game, match.result),
        "moves": own,
        "rounds": asked.rounds(match) if asked.rounds else None,
        "seconds": seconds or own * asked.seconds_a_move,
        "habits": habits(match, asked),
        "had": _by_side(match.game, asked.gather(match)) if asked.gather else [],
    }


def _by_side(game: Game, had: list[Amounts]) -> list[Amounts]:
    """What partners had together."""
    found = []
    for seats in sides(game):
        keys = dict.fromkeys(key for seat in seats for key in had[seat])
        found.append({key: sum(had[seat].get(key, 0.0) for seat in seats) for key in keys})
    return found


def played(held: Contest, deal: int, lineup: tuple[int, ...]) -> tuple[Match, float]:
    """The game itself, the same as the arena's, and how long it took by its own clock."""
    match = held.game.new(deal_seed(held.seed, deal))
    seconds = play(match, players_of(held, deal, lineup), held.equal_speed)
    return match, seconds


def habits(match: Match, asked: Questions) -> list[dict[str, list[float]]]:
    """What every seat did, looking at its decisions one after the other."""
    found: list[dict[str, list[float]]] = [{} for _ in range(match.game.players)]
    if asked.watch is None:
        return found
    record = match.record()
    again = tr.replay(record | {"moves": []})
    for seat, move in record["moves"]:
        if seat is not None:
            _add(found[seat], asked.watch(again, seat, move))
        again.play(seat, move)
    return found


def _add(totals: dict[str, list[float]], amounts: Amounts) -> None:
    for key, amount in amounts.items():
        total = totals.setdefault(key, [0.0, 0])
        total[0] += amount
        total[1] += 1


def review_piece(
    game: str, options: dict[str, Any], levels: list[str], seed: int, simulations: int | None, first: int, end: int
) -> list[list[dict[str, Any]]]:
    """The accounts of luck and skill of the games of these deals, deal by deal: those of all games, side by side."""
    held = Contest(prepared(game, json.dumps(options)), tuple(levels), end - first, seed, equal_speed=False)
    budget = None if simulations is None else Budget(simulations)
    return [
        [account for lineup in lineups_of(held, deal) for account in _accounts(held, deal, lineup, budget)]
        for deal in range(first, end)
    ]


def _accounts(held: Contest, deal: int, lineup: tuple[int, ...], budget: Budget | None) -> list[dict[str, Any]]:
    reviewer = Reviewer(played(held, deal, lineup)[0].record(), budget)
    while reviewer.done < reviewer.moves:
        reviewer.step()
    review = reviewer.review()
    return [
        {
            "bot": lineup[side],
            "start": account.start,
            "luck": account.luck,
            "skill": account.given - account.lost,
            "lost": account.lost,
            "decisions": sum(review.tallies[seat].decisions for seat in account.seats),
            "result": account.result,
        }
        for side, account in enumerate(review.accounts)
    ]
