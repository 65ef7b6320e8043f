"""Beam me up: why a move is good: what a further throw is likely to bring, or what stones and fields a step reaches."""

from collections.abc import Sequence
from pathlib import Path

from tafelrunde.bots.beam_me_up.greedy import KEPT, SPACE, Board, Parts
from tafelrunde.bots.beam_me_up.solved_turn import best_uses, forecast, solve
from tafelrunde.bots.reasons import Gain, Mean, Reason, Reasons, Risk, Share
from tafelrunde.bots.seat import Seat
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.languages import Texts

BETTER = 1e-9
SELDOM = 0.005
"""What is less likely is not worth a word."""


def find(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """The reasons for each of these moves."""
    if seat.view["phase"] == "roll":
        throwing = _Throwing(seat)
        return [throwing.reasons(move) for move in moves]
    return [_Climb(seat, move).reasons() for move in moves]


REASONS = Reasons(find, Texts(Path(__file__).parent))


class _Throwing:
    """What the turn comes to by the dice that are kept."""

    def __init__(self, seat: Seat) -> None:
        view, solved = seat.view, solve(seat)
        throws = beam.THROWS - view["throw"]
        mine = Board(view, seat.number)
        uses = best_uses(solved, mine.joker)
        parts = {up: beam.UPS[up] for up in set(uses) if up is not None}
        climbs = {None: 0.0} | {up: float(mine.climbed(steps)) for up, steps in parts.items()}
        wins = {None: 0.0} | {up: float(mine.wins(steps)) for up, steps in parts.items()}
        now, later = solved.expected[0].tolist(), solved.expected[throws].tolist()
        self.now = KEPT[tuple(view["dice"])]
        self.climbs_now = climbs[uses[self.now - beam.FULL]]
        self.climbs = forecast(solved, [climbs[up] for up in uses], throws)
        self.better = forecast(solved, [float(value > now[self.now] + BETTER) for value in now[beam.FULL :]], throws)
        self.won = forecast(solved, [wins[up] for up in uses], throws)
        kept = [_kept(move) for move in seat.moves if move != "stand"]
        self.best = max(kept, key=later.__getitem__, default=None)

    def reasons(self, move: str) -> list[Reason]:
        """Standing takes what lies there; keeping hopes for more."""
        if move == "stand":
            found: list[Reason] = [Gain("stand", {"count": int(self.climbs_now)})] if self.climbs_now else []
            chance = 0.0 if self.best is None else self.better[self.best]
            return [*found, Risk("could_improve", {"chance": Share(chance)})] if chance >= SELDOM else found
        dice = _kept(move)
        won, better = self.won[dice], self.better[dice]
        return [
            *([Gain("may_win", {"chance": Share(won)})] if won >= SELDOM else []),
            *([Gain("may_improve", {"chance": Share(better)})] if better >= SELDOM else []),
            Gain("climbs", {"mean": Mean(self.climbs[dice])}),
        ]


def _kept(move: str) -> int:
    return KEPT[tuple(int(word) for word in move.split()[1:] if word != "-")]


class _Climb:
    """Steps of stones, by dice, by a rocket or before the first turn."""

    def __init__(self, seat: Seat, move: str) -> None:
        self.board, self.by_dice = Board(seat.view, seat.number), seat.view["phase"] == "move"
        self.parts: Parts = tuple(_part(word) for word in move.split()[1:])
        self.before = self.board.rows
        self.after = self.before.copy()
        for column, steps in self.parts:
            self.after[column] = min(self.after[column] + steps, beam.TOP)

    def reasons(self) -> list[Reason]:
        """All of them; what is told first comes first."""
        if not self.parts:
            return []
        if self.board.wins(self.parts):
            return [Gain("wins", {})]
        moved = [column for column, _ in self.parts if self.after[column] > self.before[column]]
        found = [*self._space(moved), *self._fields(moved), *self._cool_down(moved), *self._bottom(moved)]
        return [*(found or self._plain()), *self._risks()]

    def _space(self, moved: list[int]) -> list[Reason]:
        count = sum(self.before[column] < SPACE <= self.after[column] for column in moved)
        there = sum(row >= SPACE for row in self.after)
        return [Gain("space", {"count": count, "there": there, "needed": self.board.needed})] if count else []

    def _fields(self, moved: list[int]) -> list[Reason]:
        things = [self.board.thing(column, self.after[column]) for column in moved]
        return [
            *([Gain("rocket", {})] if "R" in things and not self.board.lifting else []),
            *([Gain("joker", {})] if "B" in things and not self.board.joker else []),
            *([Gain("protected", {})] if "P" in things else []),
        ]

    def _cool_down(self, moved: list[int]) -> list[Reason]:
        """Stones of others that go down (BM-12)."""
        if not self.by_dice:
            return []
        far = [column for column in moved if self.after[column] >= self.before[column] + 2]
        count = sum(self.board.movable[column] for column in far)
        return [Gain("cool_down", {"count": count})] if count else []

    def _bottom(self, moved: list[int]) -> list[Reason]:
        count = sum(self.before[column] == 0 for column in moved)
        return [Gain("bottom", {"count": count})] if count else []

    def _plain(self) -> list[Reason]:
        count = sum(self.after) - sum(self.before)
        return [Gain("up", {"count": count})] if count else []

    def _risks(self) -> list[Reason]:
        """The joker may be lost: no stone is on a blue star any more."""
        keeps = any(self.board.thing(column, row) == "B" for column, row in enumerate(self.after))
        return [Risk("joker_lost", {})] if self.board.joker and not keeps else []


def _part(word: str) -> tuple[int, int]:
    """A column with its steps; without a number it is one step."""
    column, _, steps = word.partition("+")
    return beam.COLUMNS.index(column), int(steps or 1)
