"""Denkste!: why a number is good: the fields it brings or allows, and how likely it is to be guessed, among players who
mix well."""

from collections.abc import Sequence
from pathlib import Path

from tafelrunde.bots.denkste.solved_turn import fields_by_hits, solved_turn
from tafelrunde.bots.player import total
from tafelrunde.bots.reasons import Gain, Mean, Reason, Reasons, Risk, Share
from tafelrunde.bots.seat import Seat
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.languages import Texts

RESOLUTION = 0.001
"""Solutions are exact; looking ahead leaves a little to be gained."""
SELDOM, ALWAYS = 0.005, 0.995
"""What happens less often is never shown, what happens more often always."""


def find(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """The reasons for each of these moves."""
    turn, fields = solved_turn(seat), fields_by_hits(seat)
    if seat.number != seat.view["turn"]:
        shares = dict(zip(seat.moves, turn.stop, strict=True))
        return [_stopping(_numbers(move), turn.go, fields) + _mixing(shares[move]) for move in moves]
    numbers = [_numbers(move)[0] - 1 for move in moves]
    return [_going(turn.shown[number], fields[number]) + _mixing(turn.go[number]) for number in numbers]


REASONS = Reasons(find, Texts(Path(__file__).parent), RESOLUTION)


def _going(shown: list[float], fields: list[int]) -> list[Reason]:
    """What a number brings on average, and how likely it is to be caught."""
    if fields[0] == 0:
        return [Risk("occupied", {})]
    caught = total(shown[1:])
    mean = total(chance * ahead for chance, ahead in zip(shown, fields, strict=True))
    back = total(chance for chance, ahead in zip(shown, fields, strict=True) if ahead < 0)
    found: list[Reason] = [Gain("fields", {"mean": Mean(mean)})]
    if back >= SELDOM:
        return [*found, Risk("thrown_back", {"chance": Share(caught), "back": Share(back)})]
    return [*found, Risk("caught", {"chance": Share(caught)})] if caught >= SELDOM else found


def _stopping(numbers: list[int], go: list[float], fields: list[list[int]]) -> list[Reason]:
    """How likely the card catches, and how far the figure gets against it on average."""
    shown = [numbers.count(number) for number in range(1, denkste.GO + 1)]
    catches = total(go[i] for i in range(denkste.GO) if shown[i])
    allowed = total(go[i] * fields[i][shown[i]] for i in range(denkste.GO))
    return [Gain("catches", {"chance": Share(catches)}), Gain("allows", {"mean": Mean(allowed)})]


def _mixing(share: float) -> list[Reason]:
    """Who always chooses the same is read."""
    return [Gain("mix", {"share": Share(share)})] if SELDOM < share < ALWAYS else []


def _numbers(move: str) -> list[int]:
    return [int(word) for word in move.split()[1:]]
