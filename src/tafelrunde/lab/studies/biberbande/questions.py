"""What the report about Biberbande asks: what dealt and drawn cards cost, and when players take, swap and knock."""

from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match
from tafelrunde.lab.study.questions import Amounts, Questions, Row, Worth
from tafelrunde.lab.study.statistics import by_amounts

SPECIAL = 5.0
"""What a special card in the row counts: the number that replaces it is 5 on average."""
LOW = 4
SWAP, SPY, TWO = "T", "P", "Z"


def rounds(match: Match) -> int:
    """How many rounds were written down."""
    return sum(event["type"] == "score" for event in match.peek_events())


def gather(match: Match) -> list[Amounts]:
    """The cards that each seat was dealt and has drawn in all rounds, and its points in the end."""
    record = match.record()
    again = tr.replay(record | {"moves": []})
    found: list[Amounts] = [{} for _ in range(match.game.players)]
    for seat, move in record["moves"]:
        if move == "ready":
            _count(found[seat], "dealt", again.position()["rows"][seat])
        again.play(seat, move)
    for seat, amounts in enumerate(found):
        drawn = [event["card"] for event in match.peek_events(0, seat) if event["type"] == "draw" and "card" in event]
        _count(amounts, "drawn", drawn)
    last = [event for event in match.peek_events() if event["type"] == "score"][-1]
    for amounts, points in zip(found, last["totals"], strict=True):
        amounts["points"] = points
    return found


def _count(amounts: Amounts, how: str, cards: list[str]) -> None:
    for card in cards:
        amounts[f"{how}-{card}"] = amounts.get(f"{how}-{card}", 0.0) + 1


def watch(match: Match, seat: int, move: str) -> Amounts:
    """When somebody takes, keeps, swaps and knocks."""
    view, word = match.peek(seat), move.split()[0]
    if word == "knock":
        position = match.position()
        points = sum(_points(card) for card in position["rows"][seat])
        turns = position["turns"][seat]
        return {"knocks-with": points, "knocks-after": turns, "knocks-knowing": sum(position["seen"][seat][seat])}
    if view["phase"] == "turn" and view["discard"] and view["discard"][-1].isdigit():
        low = int(view["discard"][-1]) < LOW
        return {"takes-low" if low else "takes-high": float(word == "take")}
    if view["phase"] == "drawn":
        return _drawn(view, seat, word, move)
    return {}


def _points(card: str) -> float:
    return float(card) if card.isdigit() else SPECIAL


def _drawn(view: dict[str, Any], seat: int, word: str, move: str) -> Amounts:
    card = view["drawn"]
    if card in (SWAP, SPY):
        return {"trades" if card == SWAP else "spies": float(word in ("trade", "spy"))}
    if not card.isdigit():
        return {}
    found: Amounts = {"keeps-high": float(word == "swap")} if int(card) > LOW else {}
    if word == "swap":
        found["keeps-blind"] = float(not view["seen"][seat][seat][int(move.split()[1]) - 1])
    return found


def _dealt(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    return _lines(games, "dealt")


def _by_drawing(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    return _lines(games, "drawn")


def _lines(games: list[list[Row]], how: str) -> list[dict[str, Any]]:
    lines = by_amounts(games, [f"{how}-{card}" for card in biber.NAMES], "points")
    return [line | {"thing": line["thing"].removeprefix(f"{how}-")} for line in lines]


QUESTIONS = Questions(
    texts=Texts(Path(__file__).parent),
    seconds_a_move=6.0,
    rounds=rounds,
    watch=watch,
    gather=gather,
    habits={
        "knocks-with": ".1f",
        "knocks-after": ".1f",
        "knocks-knowing": ".2f",
        "takes-low": ".0%",
        "takes-high": ".0%",
        "keeps-high": ".0%",
        "keeps-blind": ".0%",
        "trades": ".0%",
        "spies": ".0%",
    },
    worth=(Worth("dealt", "+.1f", _dealt), Worth("drawn", "+.1f", _by_drawing)),
    games={"good": 600, "gentle": 300, "strongest": 300},
    reviewed=60,
)
