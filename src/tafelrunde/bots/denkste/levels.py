"""Denkste!: the players for people. The strongest mixes so that nothing can be won from it; the others have habits."""

from random import Random
from typing import Any

import numpy as np

from tafelrunde.bots.advice import Advice
from tafelrunde.bots.adviser import Adviser, best_first
from tafelrunde.bots.denkste.estimate import at_hand
from tafelrunde.bots.denkste.multiplayer import company, warm_up
from tafelrunde.bots.denkste.solution import Numbers, Turn
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.targets.native import is_ready

NUMBERS = 6
GOOD_HABIT, GENTLE_HABIT = 0.5, 0.85
"""How often a player follows its habit instead of thinking."""


def think(seat: Seat) -> Turn:
    """The turn solved: exactly for two, as far as it can be for more."""
    if not is_ready(seat.game.name, "bots"):
        warm_up()
    view = seat.view
    rings, haste_gedacht = tuple(view["options"]["rings"]), view["options"]["haste_gedacht"]
    figures, turn = [tuple(figure) for figure in view["figures"]], view["turn"]
    if len(figures) == 2:
        return at_hand(rings, haste_gedacht).turn(figures[turn], figures[1 - turn])
    return company(len(figures), rings, haste_gedacht).turn(figures, turn)


def answers(seat: Seat) -> Numbers:
    """By the moves of the seat and those of who holds the other card: what that one wins."""
    turn = think(seat)
    found: Numbers = turn.by_stop if seat.number == seat.view["turn"] else turn.by_go.T
    return found


def strongest(seat: Seat, chance: Random) -> list[Advice]:
    """The equilibrium."""
    wins, shares = _mine(seat)
    return _advice(seat, wins, shares)


def good(seat: Seat, chance: Random) -> list[Advice]:
    """Thinks, but often any number will do, except that nobody likes to set the same one twice."""
    wins, shares = _mine(seat)
    fresh = np.array([0.0 if move == _last(seat) else 1.0 for move in seat.moves])
    return _advice(seat, wins, _blend(shares, fresh, GOOD_HABIT))


def gentle(seat: Seat, chance: Random) -> list[Advice]:
    """Mostly counts on: one more than last time; and stops what the other one set last."""
    wins, shares = _mine(seat)
    habit = _counting(seat) if seat.number == seat.view["turn"] else _remembering(seat)
    return _advice(seat, wins, _blend(shares, habit, GENTLE_HABIT))


def _mine(seat: Seat) -> tuple[Numbers, Numbers]:
    """What each move of the seat wins, and how often it is right."""
    turn = think(seat)
    return (turn.go_wins, turn.go) if seat.number == seat.view["turn"] else (turn.stop_wins, turn.stop)


def _blend(shares: Numbers, habit: Numbers, often: float) -> Numbers:
    blended: Numbers = (1 - often) * shares + often * habit / habit.sum()
    return blended


def _advice(seat: Seat, wins: Numbers, shares: Numbers) -> list[Advice]:
    moves = zip(seat.moves, wins.tolist(), shares.tolist(), strict=True)
    return best_first(Advice(move, win, share) for move, win, share in moves)


# habits, from what was shown


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


def _counting(seat: Seat) -> Numbers:
    """One more than last time, after 6 again 1."""
    last = _last(seat)
    habit = np.zeros(NUMBERS)
    habit[int(last[-1]) % NUMBERS if last else 0] = 1.0
    return habit


def _remembering(seat: Seat) -> Numbers:
    """Stop cards that show the number which the figure on turn went by last time; any if it is its first turn."""
    set_before = [event["go"] for event in _shown(seat) if event["seat"] == seat.view["turn"]]
    showing = [not set_before or str(set_before[0]) in move for move in seat.moves]
    return np.array(showing, np.float64)


PLAYERS = {
    "gentle": Adviser("gentle", gentle),
    "good": Adviser("good", good),
    "strongest": Adviser("strongest", strongest),
}
