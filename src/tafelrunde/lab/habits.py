"""How predictable somebody is in a game of guessing: the numbers they set, beside those of a player nobody can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelrunde.bots import Advice, Seat
from tafelrunde.bots.game_bots import Guessing
from tafelrunde.bots.player import total


@dataclass(frozen=True)
class Setting:
    """A card that somebody set: the move, what the strongest player advised, and how an opponent could guess it.

    The payoffs are in the order of the advice.
    """

    seat: int
    move: str
    advice: Sequence[Advice]
    guessing: Guessing

    @classmethod
    def of(cls, seat: Seat, move: str, advice: Sequence[Advice], guessing: Guessing) -> Setting:
        """The move that a seat chose."""
        order = [seat.moves.index(each.move) for each in advice]
        payoffs = [guessing.payoffs[number] for number in order]
        return cls(seat.number, move, advice, replace(guessing, payoffs=payoffs))

    @property
    def guesses(self) -> int:
        """How many numbers the opponent may guess."""
        return self.guessing.guesses


@dataclass(frozen=True)
class Habit:
    """How often a seat set each number on a card, and how often a player would have who cannot be read.

    `deviation` is the share of the numbers that would have to change. `caught` is how often somebody would have guessed
    the number who knows the seat's favourites, `catchable` the same of the player who cannot be read. `read` is how
    much an opponent who knows these frequencies and always gives the best answer gains per card, in chance to win.
    """

    seat: int
    card: str
    settings: int
    counts: list[int]
    expected: list[float]
    deviation: float
    caught: float | None
    catchable: float | None
    read: float


def habits(settings: Sequence[Setting]) -> list[Habit]:
    """The habits of every seat, for either card."""
    kinds = sorted({(setting.seat, _card(setting.move)) for setting in settings})
    return [
        _habit(seat, card, [each for each in settings if (each.seat, _card(each.move)) == (seat, card)])
        for seat, card in kinds
    ]


def _habit(seat: int, card: str, settings: Sequence[Setting]) -> Habit:
    counts, expected = [0] * settings[0].guessing.numbers, [0.0] * settings[0].guessing.numbers
    for setting in settings:
        for number in _numbers(setting.move):
            counts[number - 1] += 1
        for advice in setting.advice:
            for number in _numbers(advice.move):
                expected[number - 1] += advice.share
    apart = total(abs(count - hoped) for count, hoped in zip(counts, expected, strict=True))
    deviation = apart / 2 / sum(counts)
    is_guessed = settings[0].guessing.is_guessed
    return Habit(
        seat=seat,
        card=card,
        settings=len(settings),
        counts=counts,
        expected=expected,
        deviation=deviation,
        caught=_caught(counts, settings) if is_guessed else None,
        catchable=_caught(expected, settings) if is_guessed else None,
        read=_read(settings),
    )


def _caught(counts: Sequence[float], settings: Sequence[Setting]) -> float:
    """How often the favourites are guessed, with as many guesses as the opponent has each time."""
    favourites = sorted(counts, reverse=True)
    shares = [total(favourites[: setting.guesses]) / total(counts) for setting in settings]
    return total(shares) / len(shares)


def _read(settings: Sequence[Setting]) -> float:
    """What the best answers to the frequencies win beyond those to a player who cannot be read, per card.

    The frequencies of guesses are those of guesses with as many numbers.
    """
    known = {setting.guesses: Counter[str]() for setting in settings}
    for setting in settings:
        for counted in known.values() if setting.guessing.is_guessed else [known[setting.guesses]]:
            counted[setting.move] += 1
    return total(_gain(setting, known[setting.guesses]) for setting in settings) / len(settings)


def _gain(setting: Setting, known: Counter[str]) -> float:
    often = [known[advice.move] / known.total() for advice in setting.advice]
    unreadable = [advice.share for advice in setting.advice]
    return _best_answer(often, setting.guessing) - _best_answer(unreadable, setting.guessing)


def _best_answer(shares: Sequence[float], guessing: Guessing) -> float:
    """What the opponent wins by the best answer to moves that are made so often."""
    answers = zip(*guessing.payoffs, strict=True)
    return max(total(share * won for share, won in zip(shares, by_move, strict=True)) for by_move in answers)


def _card(move: str) -> str:
    return move.split()[0]


def _numbers(move: str) -> list[int]:
    return [int(word) for word in move.split()[1:]]
