"""Denkste!: the players by level. strongest mixes so that nobody can gain from reading it; the weaker ones have habits.

good thinks half of the time and else avoids its last numbers; gentle mostly counts upwards and can be read.
"""

from random import Random
from typing import Any

from tafelrunde.bots.denkste import greedy, multiplayer_solution, multiplayer_turn, two_player_solution
from tafelrunde.bots.denkste.reasons import REASONS
from tafelrunde.bots.denkste.solved_turn import solved_turn
from tafelrunde.bots.game_bots import GameBots, Guessing
from tafelrunde.bots.player import RANDOM, Advice, AdvisedPlayer, TurnPlayer, best_first
from tafelrunde.bots.seat import Seat
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.game import Game

GOOD_HABIT, GENTLE_HABIT = 0.5, 0.85
"""How often a player follows its habit instead of thinking."""


def guessing(seat: Seat) -> Guessing:
    """The choice of the seat, as whoever holds the other card sees it."""
    turn, view = solved_turn(seat), seat.view
    level = view["figures"][view["turn"]][0]
    is_go = seat.number == view["turn"]
    by_card = [list(column) for column in zip(*turn.by_go, strict=True)]
    return Guessing(denkste.GO, level, is_go, turn.by_stop if is_go else by_card)


def strongest(seat: Seat, chance: Random) -> list[Advice]:
    """The equilibrium."""
    wins, shares = _mine(seat)
    return _advice(seat, wins, shares)


def good(seat: Seat, chance: Random) -> list[Advice]:
    """Thinks half of the time; else sets any numbers but those it set last."""
    wins, shares = _mine(seat)
    last = _last(seat)
    fresh = [int(move != last) for move in seat.moves]
    return _advice(seat, wins, _blend(shares, fresh, GOOD_HABIT))


def gentle(seat: Seat, chance: Random) -> list[Advice]:
    """Mostly counts upwards: one more than last time; and stops what the other player set last."""
    wins, shares = _mine(seat)
    habit = _counting(seat) if seat.number == seat.view["turn"] else _stopping_last(seat)
    return _advice(seat, wins, _blend(shares, habit, GENTLE_HABIT))


def _mine(seat: Seat) -> tuple[list[float], list[float]]:
    """What each move of the seat wins, and how often to choose it."""
    turn = solved_turn(seat)
    return (turn.go_wins, turn.go) if seat.number == seat.view["turn"] else (turn.stop_wins, turn.stop)


def _blend(shares: list[float], habit: list[int], often: float) -> list[float]:
    """Any of the moves that the habit allows, so often; else by these shares."""
    allowed = sum(habit)
    return [(1 - often) * share + often * by_habit / allowed for share, by_habit in zip(shares, habit, strict=True)]


def _advice(seat: Seat, wins: list[float], shares: list[float]) -> list[Advice]:
    moves = zip(seat.moves, wins, shares, strict=True)
    return best_first(Advice(move, win, share) for move, win, share in moves)


# habits, from the cards that were shown


def _shown(seat: Seat) -> list[dict[str, Any]]:
    """Every turn that was shown, the last one first."""
    return [event for event in reversed(seat.events()) if "stopper" in event]


def _last(seat: Seat) -> str:
    """What this seat set the last time it held the card that it holds now."""
    going = seat.number == seat.view["turn"]
    for event in _shown(seat):
        if event["seat" if going else "stopper"] == seat.number:
            return f"go {event['go']}" if going else "stop " + " ".join(map(str, event["stop"]))
    return ""


def _counting(seat: Seat) -> list[int]:
    """One more than last time, after 6 again 1."""
    last = _last(seat)
    following = int(last[-1]) % denkste.GO if last else 0
    return [int(number == following) for number in range(denkste.GO)]


def _stopping_last(seat: Seat) -> list[int]:
    """Stop cards with the number that the figure on turn set last time; any card on its first turn."""
    set_before = [event["go"] for event in _shown(seat) if event["seat"] == seat.view["turn"]]
    return [int(not set_before or str(set_before[0]) in move) for move in seat.moves]


def prepare(game: Game) -> None:
    """Solve the game, so that the strongest player plays the same from the first turn on."""
    rings, haste_gedacht = tuple(game.options["rings"]), game.options["haste_gedacht"]
    pairs = two_player_solution.solution(rings, haste_gedacht)
    if game.players > 2 and multiplayer_solution.can_be_solved(game.players, pairs):
        multiplayer_solution.solution(game.players, rings, haste_gedacht)


BOTS = GameBots(
    weaker=[RANDOM, TurnPlayer("greedy", greedy.choose), AdvisedPlayer("gentle", gentle), AdvisedPlayer("good", good)],
    strongest=AdvisedPlayer("strongest", strongest),
    reasons=REASONS,
    warm_up=multiplayer_turn.warm_up,
    solve_small=multiplayer_solution.solve_small,
    prepare=prepare,
    guessing=guessing,
)
