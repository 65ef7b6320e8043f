"""A game that is over, decision by decision: what was chosen, what the strongest player would have chosen, and luck.

A side begins with an equal share of the win. What a choice throws away goes to the other sides, in equal parts; all
else that changes a side's chance to win is called luck: cards, dice, and what others had hidden; where everybody acts
at once it is mostly who was faster, and people are shown it as tempo. So for every side
`result - start = luck - thrown away + given by others`, and over all sides luck adds up to nothing.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Advice, Budget, Seat
from tafelrunde.bots.hints import hint
from tafelrunde.bots.player import total
from tafelrunde.kernel.errors import BadPosition
from tafelrunde.kernel.match import Match
from tafelrunde.lab.findings import Findings
from tafelrunde.lab.habits import Habit, Setting, habits
from tafelrunde.lab.sides import points, side_of, sides

VERDICTS = {"blunder": 0.15, "mistake": 0.08, "slip": 0.04}
"""How much of the chance to win a choice throws away to be called so; below the least it is fine."""


@dataclass(frozen=True)
class Decision:
    """A choice: the chance of the side to win before it (if it chooses well) and after it, and what was best.

    `number` counts the moves of the record from 1, as the steps of a replay do. `luck` is what had changed the chance
    since the side's last choice, others' mistakes aside; `why` says in every language why `best` is good.
    """

    number: int
    seat: int
    move: str
    best: str
    before: float
    after: float
    lost: float
    verdict: str
    luck: float
    why: dict[str, str]


@dataclass(frozen=True)
class Account:
    """How a side came from its share at the start to its result."""

    seats: list[int]
    start: float
    luck: float
    lost: float
    given: float
    result: float


@dataclass(frozen=True)
class Tally:
    """A seat's choices: how many, what they threw away, and how many of them have which verdict."""

    seat: int
    decisions: int
    lost: float
    verdicts: dict[str, int]


@dataclass(frozen=True)
class Review(Findings):
    """All of it."""

    decisions: list[Decision]
    tallies: list[Tally]
    accounts: list[Account]
    habits: list[Habit]


class Reviewer:
    """Looks at a record move by move. Raises what `replay` does, and BadPosition for a game that is not over.

    The strongest player may be given a budget of its own, if it searches.

    >>> match, chance = tr.load("beam-me-up").new(seed=7), Random(7)
    >>> while not match.is_over:
    ...     seat = match.actors()[0]
    ...     match.play(seat, bots.make("greedy", "beam-me-up").choose(Seat.of(match, seat), chance))
    >>> reviewer = Reviewer(match.record())
    >>> while reviewer.done < reviewer.moves:
    ...     reviewer.step()
    >>> account = reviewer.review().accounts[0]
    >>> account.result == round(account.start + account.luck - account.lost + account.given, 9)
    True
    """

    def __init__(self, record: dict[str, Any], budget: Budget | None = None) -> None:
        ended = tr.replay(record)
        if ended.result is None:
            raise BadPosition("not-over", "moves")
        self._match: Match = tr.replay(record | {"moves": []})
        self._moves: list[tuple[int | None, str]] = [(seat, move) for seat, move in ended.record()["moves"]]
        self._sides = sides(ended.game)
        self._books = [_Book(1 / len(self._sides)) for _ in self._sides]
        self._decisions: list[Decision] = []
        self._settings: list[Setting] = []
        self._guessing = bots.load(ended.game.name).guessing
        self._budget = budget
        self.done = 0

    @property
    def moves(self) -> int:
        """How many moves there are to look at."""
        return len(self._moves)

    def step(self) -> None:
        """Look at the next move."""
        seat, move = self._moves[self.done]
        self.done += 1
        if seat is not None:
            self._consider(Seat.of(self._match, seat), move)
        self._match.play(seat, move)

    def _consider(self, seat: Seat, move: str) -> None:
        """A move without a choice is no decision."""
        if len(seat.moves) < 2:
            return
        advice = hint(seat, Random(self.done), self._budget)
        if not advice:
            return
        best = max(advice, key=lambda each: each.share)
        lost = max(0.0, best.win - _win(advice, move))
        self._decisions.append(
            Decision(
                number=self.done,
                seat=seat.number,
                move=move,
                best=best.move,
                before=best.win,
                after=best.win - lost,
                lost=lost,
                verdict=verdict(lost),
                luck=self._write(side_of(seat.game, seat.number), best.win, lost),
                why=best.why,
            )
        )
        if self._guessing is not None:
            self._settings.append(Setting.of(seat, move, advice, self._guessing(seat)))

    def _write(self, side: int, before: float, lost: float) -> float:
        """Put a decision into everybody's books; the luck that led to it."""
        luck = self._books[side].arrive(before)
        self._books[side].lose(lost)
        others = [book for number, book in enumerate(self._books) if number != side]
        for book in others:
            book.be_given(lost / len(others))
        return luck

    def review(self) -> Review:
        """What it came to, when every move was looked at."""
        result = self._match.result
        assert result is not None
        return Review(
            game=self._match.game.name,
            options=self._match.game.options,
            decisions=self._decisions,
            tallies=[self._tally(seat) for seat in range(self._match.game.players)],
            accounts=[
                book.closed(list(seats), won)
                for book, seats, won in zip(self._books, self._sides, points(self._match.game, result), strict=True)
            ],
            habits=habits(self._settings),
        )

    def _tally(self, seat: int) -> Tally:
        own = [decision for decision in self._decisions if decision.seat == seat]
        found = Counter(decision.verdict for decision in own)
        return Tally(
            seat,
            len(own),
            total(decision.lost for decision in own),
            {name: found[name] for name in ("fine", *reversed(VERDICTS))},
        )


class _Book:
    """A side's chance to win as far as it is known, and what has changed it."""

    def __init__(self, start: float) -> None:
        self._start = self._now = start
        self._luck = self._lost = self._given = 0.0

    def arrive(self, value: float) -> float:
        """The chance is found to be this now: the rest is luck."""
        luck = value - self._now
        self._luck += luck
        self._now = value
        return luck

    def lose(self, lost: float) -> None:
        self._lost += lost
        self._now -= lost

    def be_given(self, given: float) -> None:
        self._given += given
        self._now += given

    def closed(self, seats: list[int], result: float) -> Account:
        """The account at the end."""
        luck = self._luck + result - self._now
        return Account(seats, self._start, luck, self._lost, self._given, result)


def _win(advice: list[Advice], move: str) -> float:
    """What a move wins; one that the strongest player did not think of counts like the worst that it did."""
    return next((each.win for each in advice if each.move == move), min(each.win for each in advice))


def verdict(lost: float) -> str:
    """What a choice is called that throws so much away."""
    return next((name for name, least in VERDICTS.items() if lost >= least), "fine")
