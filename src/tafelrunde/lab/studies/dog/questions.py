"""What the report about Dog asks: what a card in one's hands is worth, and how strong players use theirs."""

from pathlib import Path
from typing import Any

from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match
from tafelrunde.lab.study.questions import Amounts, Questions, Row, Worth
from tafelrunde.lab.study.statistics import by_amounts

STARTERS = ("A", "K", "X")


def rounds(match: Match) -> int:
    """How many deals there were."""
    return sum(event["type"] == "dealt" for event in match.peek_events())


def gather(match: Match) -> list[Amounts]:
    """The cards that each seat was dealt in the whole game."""
    found: list[Amounts] = []
    for seat in range(match.game.players):
        hands = [event["hand"] for event in match.peek_events(0, seat) if event["type"] == "dealt"]
        cards = [card for hand in hands for card in hand]
        found.append({card: float(cards.count(card)) for card in dog.CARDS})
    return found


def watch(match: Match, seat: int, move: str) -> Amounts:
    """What a card is given or played for, where there was a choice."""
    moves = match.moves(seat)
    if len(moves) < 2:
        return {}
    if move.startswith("give "):
        return _giving(match, seat, move)
    if match.peek()["left"]:
        return {}
    effects = {effect["move"]: effect for effect in match.effects(seat)}
    return _playing(seat, move, effects)


def _giving(match: Match, seat: int, move: str) -> Amounts:
    hand = match.peek(seat)["hands"][seat]
    starters = [card for card in hand if card in STARTERS]
    given = float(move.split()[1] in STARTERS)
    return {"gives-one-of-more": given} if len(starters) > 1 else {"gives-only": given} if starters else {}


def _playing(seat: int, move: str, effects: dict[str, dict[str, Any]]) -> Amounts:
    """Each habit only where it was possible to do it and not to do it."""
    chosen: Amounts = {}
    for key, does in (
        ("starts", _starts),
        ("enters", _enters),
        ("hits", _hits),
        ("backwards", _backwards),
        ("joker", _joker),
    ):
        can = [does(effect, seat) for effect in effects.values()]
        if any(can) and not all(can):
            chosen[key] = float(does(effects[move], seat))
    harm = [_hits_own(effect, seat) for effect in effects.values()]
    if any(harm) and not all(harm):
        chosen["hits-own"] = float(_hits_own(effects[move], seat))
    return chosen


def _starts(effect: dict[str, Any], seat: int) -> bool:
    return bool(effect["from"] == "h")


def _enters(effect: dict[str, Any], seat: int) -> bool:
    return str(effect["to"]).startswith("g") and not str(effect["from"]).startswith("g")


def _hits(effect: dict[str, Any], seat: int) -> bool:
    return any(owner % 2 != seat % 2 for owner, _ in effect.get("hits", ()))


def _hits_own(effect: dict[str, Any], seat: int) -> bool:
    return any(owner % 2 == seat % 2 for owner, _ in effect.get("hits", ()))


def _backwards(effect: dict[str, Any], seat: int) -> bool:
    return effect["move"].removeprefix("X=").startswith("4 ") and (effect.get("steps") or 0) < 0


def _joker(effect: dict[str, Any], seat: int) -> bool:
    return str(effect["move"]).startswith("X=")


def _cards(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    lines = by_amounts(games, dog.CARDS)
    return sorted(lines, key=lambda line: -line["value"])


QUESTIONS = Questions(
    texts=Texts(Path(__file__).parent),
    seconds_a_move=9.0,
    rounds=rounds,
    watch=watch,
    gather=gather,
    habits=dict.fromkeys(
        ("starts", "enters", "hits", "hits-own", "backwards", "joker", "gives-only", "gives-one-of-more"), ".0%"
    ),
    worth=(Worth("cards", "+.1pp", _cards),),
    strong="strongest:300",
    games={"good": 400, "gentle": 240, "strongest": 60, "strongest-good": 80}
    | dict.fromkeys(("strongest-gentle", "strongest-random", "strongest-greedy"), 30),
    reviewed=40,
    simulations=100,
)
