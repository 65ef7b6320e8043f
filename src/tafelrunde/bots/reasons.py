"""Why a move is good: facts that the player has worked out, or that the seat can see, as one sentence.

A sentence has up to two gains and at most one risk: "Brings a piece into the goal and keeps the joker, but two
opposing pieces are behind it." Another one says how many moves are just as good.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tafelrunde.bots.player import Advice
from tafelrunde.bots.seat import Seat
from tafelrunde.kernel.languages import LANGUAGES, Texts, number

GENERAL = Texts(Path(__file__).parent)
MOST_GAINS = 2
EXPLAINED = 8
"""How many moves are explained: the best ones."""
RESOLUTION = 0.005
"""Half a percentage point: what looks the same in whole percent."""


class Share(float):
    """Shown as percent."""


class Mean(float):
    """Shown with one decimal."""


class Word(str):
    """Shown as the text of this key under [word]."""

    __slots__ = ()


Filling = int | float | str


@dataclass(frozen=True)
class Reason:
    """A fact about a move: the key of its text under [why], and what is filled in there."""

    key: str
    values: dict[str, Filling]


class Gain(Reason):
    """What the move brings; a clause without a subject, which is the move."""


class Risk(Reason):
    """What speaks against it; a clause of its own."""


class Flaw(Risk):
    """Another move does the same for less, so this one is not as good, however close the numbers are."""


Explain = Callable[[Seat, Sequence[str]], list[list[Reason]]]
"""The reasons for each of these moves, the most telling ones first."""


def no_reasons(seat: Seat, moves: Sequence[str]) -> list[list[Reason]]:
    """For games whose moves nobody has put into words: the chances to win have to do."""
    return [[] for _ in moves]


@dataclass(frozen=True)
class Reasons:
    """How one game explains its moves, and from which difference on its player can tell two of them apart."""

    find: Explain = no_reasons
    texts: Texts = GENERAL
    resolution: float = RESOLUTION

    def explain(self, seat: Seat, advice: Sequence[Advice]) -> list[Advice]:
        """The same advice, best first, with reasons for the first moves."""
        found = self.find(seat, [each.move for each in advice[:EXPLAINED]])
        flawed = {each.move for each, reasons in zip(advice, found, strict=False) if _has_flaw(reasons)}
        good = {
            each.move
            for each in advice
            if each.win >= advice[0].win - self.resolution and each.move not in flawed - {advice[0].move}
        }
        marked = [replace(each, equal=len(good) > 1 and each.move in good) for each in advice]
        equals = max(0, len(good) - 1)
        said = [
            self._said(reasons or _by_the_numbers(each, marked), _compared(each, marked), equals if each.equal else 0)
            for each, reasons in zip(marked, found, strict=False)
        ]
        return [replace(each, why=why) for each, why in zip(marked, said, strict=False)] + marked[len(said) :]

    def _said(self, reasons: Sequence[Reason], compared: Sequence[Reason], equals: int) -> dict[str, str]:
        gains = [reason for reason in reasons if isinstance(reason, Gain)][:MOST_GAINS]
        risks = [reason for reason in [*reasons, *compared] if isinstance(reason, Risk)][:1]
        told = [[self._clauses(reason) for reason in reasons] for reasons in (gains, risks)]
        said = {}
        for lang in LANGUAGES:
            gained, risked = ([clauses[lang] for clauses in each] for each in told)
            said[lang] = _sentences(gained, risked, equals, lang)
        return said

    def _clauses(self, reason: Reason) -> dict[str, str]:
        """A reason in every language."""
        texts = self.texts if self.texts.has("why", reason.key) else GENERAL
        said = {}
        for lang in LANGUAGES:
            shown = {name: self._shown(value, lang) for name, value in reason.values.items()}
            said[lang] = texts.say("why", reason.key, lang, **shown)
        return said

    def _shown(self, value: Filling, lang: str) -> Filling:
        if isinstance(value, Word):
            return self.texts.say("word", value, lang)
        if isinstance(value, Share):
            return number(value, ".0%", lang)
        return number(value, ".1f", lang) if isinstance(value, Mean) else value


def _sentences(gains: list[str], risks: list[str], equals: int, lang: str) -> str:
    said = [_sentence(gains, risks, lang)] if gains or risks else []
    return " ".join([*said, *([GENERAL.say("join", "equal", lang, count=equals)] if equals else [])])


def _sentence(gains: list[str], risks: list[str], lang: str) -> str:
    said = GENERAL.say("join", "and", lang, first=gains[0], second=gains[1]) if len(gains) > 1 else "".join(gains)
    for risk in risks:
        said = GENERAL.say("join", "but", lang, first=said, second=risk) if said else risk
    return GENERAL.say("join", "end", lang, said=said[:1].upper() + said[1:])


def _has_flaw(reasons: Sequence[Reason]) -> bool:
    return any(isinstance(reason, Flaw) for reason in reasons)


def _by_the_numbers(each: Advice, advice: Sequence[Advice]) -> list[Reason]:
    """Why a move of which nothing else can be said: how it compares with the others."""
    if len(advice) == 1:
        return [Gain("only", {})]
    if each is advice[0] and not each.equal:
        return [Gain(*_points("ahead", each.win - advice[1].win))]
    return []


def _compared(each: Advice, advice: Sequence[Advice]) -> list[Reason]:
    """What a move that is not one of the best costs."""
    return [] if each.equal or each is advice[0] else [Risk(*_points("behind", advice[0].win - each.win))]


def _points(key: str, difference: float) -> tuple[str, dict[str, Filling]]:
    """In whole percentage points, if there is at least one."""
    points = round(100 * difference)
    return (key, {"count": points}) if points else (f"{key}_little", {})
