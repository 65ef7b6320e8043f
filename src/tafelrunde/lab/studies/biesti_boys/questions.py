"""What the report about Biesti Boys asks: what a card in one's share is worth, and which one strong players lay."""

from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match
from tafelrunde.lab.study.questions import Amounts, Questions, Row, Worth
from tafelrunde.lab.study.statistics import by_amounts

STOP, GO = "S", "G"


def rounds(match: Match) -> int:
    """How many boards were turned up."""
    return 1 + sum(1 for event in match.peek_events() if event["type"] == "new_board")


def gather(match: Match) -> list[Amounts]:
    """The cards that each seat was dealt."""
    start = tr.replay(match.record() | {"moves": []}).position()
    cards = [hand + pile for hand, pile in zip(start["hands"], start["piles"], strict=True)]
    return [{card: float(own.count(card)) for card in biesti.CARDS} for own in cards]


def watch(match: Match, seat: int, move: str) -> Amounts:
    """What is laid, where more than one card fits."""
    right = [text for text in match.moves(seat) if text.startswith("lay ") and _fits(match, text)]
    if not move.startswith("lay ") or len({text.split()[1] for text in right}) < 2:
        return {}
    cards = {text.split()[1] for text in right}
    laid = move.split()[1]
    found: Amounts = {"goes-on": float(_goes_on(match, seat, move))}
    if cards & {STOP, GO} and cards - {STOP, GO}:
        found["special"] = float(laid in (STOP, GO))
    if cards & {"0", "8"} and cards - {"0", "8"}:
        found["edge"] = float(laid in ("0", "8"))
    return found


def _fits(match: Match, move: str) -> bool:
    _, card, lift = move.split()
    return _on(card, match.peek()["lifts"][int(lift) - 1])


def _on(card: str, shown: str) -> bool:
    return bool(biesti.fits(biesti.CARDS.index(card), biesti.CARDS.index(shown)))


def _goes_on(match: Match, seat: int, move: str) -> bool:
    """Whether another card of the hand fits afterwards."""
    _, card, lift = move.split()
    hand, lifts = list(match.peek(seat)["hand"]), list(match.peek()["lifts"])
    hand.remove(card)
    lifts[int(lift) - 1] = card
    return any(_on(other, shown) for other in hand for shown in lifts)


def _cards(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    return sorted(by_amounts(games, biesti.CARDS), key=lambda line: -line["value"])


QUESTIONS = Questions(
    texts=Texts(Path(__file__).parent),
    rounds=rounds,
    watch=watch,
    gather=gather,
    habits={"goes-on": ".0%", "special": ".0%", "edge": ".0%"},
    worth=(Worth("cards", "+.1pp", _cards),),
    games={"good": 1000},
)
