"""Denkste!: why a number is good: the fields it brings or allows, and how likely it is to be guessed, among players who
mix well."""

from collections.abc import Sequence
from pathlib import Path

from tafelrunde.bots.denkste.solved_turn import fields_by_hits, solved_turn
from tafelrunde.bots.denkste.two_player_solution import Counts, Numbers
from tafelrunde.bots.denkste.two_player_solver import HITS
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
        shares = dict(zip(seat.moves, turn.stop.tolist(), strict=True))
        return [_stopping(_numbers(move), turn.go, fields) + _mixing(shares[move]) for move in moves]
    kind = int(seat.view["options"]["haste_gedacht"]), seat.view["figures"][seat.number][0]
    hits = HITS[denkste.STOPS[kind][: denkste.STOP_COUNTS[kind]] - denkste.GO]
    numbers = [_numbers(move)[0] for move in moves]
    return [
        _going(hits[:, number - 1], turn.stop, fields[number - 1]) + _mixing(float(turn.go[number - 1]))
        for number in numbers
    ]


REASONS = Reasons(find, Texts(Path(__file__).parent), RESOLUTION)


def _going(hits: Counts, stop: Numbers, fields: Counts) -> list[Reason]:
    """What a number brings on average, and how likely it is to be caught."""
    if fields[0] == 0:
        return [Risk("occupied", {})]
    caught = [float(stop[hits == times].sum()) for times in range(len(fields))]
    mean = sum(chance * ahead for chance, ahead in zip(caught, fields.tolist(), strict=True))
    back = sum(chance for chance, ahead in zip(caught, fields.tolist(), strict=True) if ahead < 0)
    found: list[Reason] = [Gain("fields", {"mean": Mean(mean)})]
    if back >= SELDOM:
        return [*found, Risk("thrown_back", {"chance": Share(sum(caught[1:])), "back": Share(back)})]
    return [*found, Risk("caught", {"chance": Share(sum(caught[1:]))})] if sum(caught[1:]) >= SELDOM else found


def _stopping(numbers: list[int], go: Numbers, fields: Counts) -> list[Reason]:
    """How likely the card catches, and how far the figure gets against it on average."""
    shown = [numbers.count(number) for number in range(1, denkste.GO + 1)]
    catches = sum(float(go[i]) for i in range(denkste.GO) if shown[i])
    allowed = sum(float(go[i] * fields[i, shown[i]]) for i in range(denkste.GO))
    return [Gain("catches", {"chance": Share(catches)}), Gain("allows", {"mean": Mean(allowed)})]


def _mixing(share: float) -> list[Reason]:
    """Who always chooses the same is read."""
    return [Gain("mix", {"share": Share(share)})] if SELDOM < share < ALWAYS else []


def _numbers(move: str) -> list[int]:
    return [int(word) for word in move.split()[1:]]
