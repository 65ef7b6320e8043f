"""What to do here? Every move with its chance to win, as the strongest player sees it from this seat, and why."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tafelrunde import bots
from tafelrunde.bots.player import Advice
from tafelrunde.bots.seat import Seat

COMPLETED = 5
"""How many moves are completed if they have several parts: the best ones, which people look at."""


def hint(seat: Seat, chance: Random) -> list[Advice]:
    """The seat's moves, best first; none if it has none."""
    offered = bots.load(seat.game.name)
    return offered.reasons.explain(seat, offered.adviser.advise(seat, chance)) if seat.moves else []


def whole_hint(seat: Seat, chance: Random) -> list[Advice]:
    """The same, with the moves that complete the best ones where a move has several parts.

    The strongest player completes the best move, a quick one the others.
    """
    offered, advice = bots.load(seat.game.name), hint(seat, chance)
    quick = offered.players[bots.usual(seat.game.name)]
    choose = [offered.adviser.choose, *[quick.choose] * (COMPLETED - 1)]
    whole = [replace(each, then=_rest(seat, each.move, by, chance)) for each, by in zip(advice, choose, strict=False)]
    return whole + advice[len(whole) :]


def _rest(seat: Seat, move: str, choose: Callable[[Seat, Random], str | None], chance: Random) -> list[str]:
    """The parts that a player would make after the first one, in a match that could be this one."""
    goes_on, rest = bots.load(seat.game.name).goes_on, list[str]()
    match = seat.sample(chance.getrandbits(64))
    match.play(seat.number, move)
    while seat.number in match.actors() and goes_on(match.view(seat.number)):
        part = choose(Seat.of(match, seat.number), chance)
        if part is None:
            break
        rest.append(part)
        match.play(seat.number, part)
    return rest
