"""What the report about Beam me up asks: what a step in each column and onto each special is worth, and habits."""

from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match
from tafelrunde.lab.studies.beam_me_up import steps
from tafelrunde.lab.study.questions import Amounts, Questions, Row, Worth
from tafelrunde.lab.study.statistics import ratio

COLUMNS = ("1", "2", "3", "4", "5", "6", "S")
FIELDS = {".": "plain", "P": "pink", "B": "blue"}
OTHERS = ("space", "boost")
TIMES = "-times"


def rounds(match: Match) -> int:
    """How many turns everybody had."""
    turns = sum(1 for event in match.peek_events() if event["type"] == "thrown" and event["throw"] == 1)
    return -(-turns // match.game.players)


def gather(match: Match) -> list[Amounts]:
    """How much a step up would have raised each seat's chance, whenever it used its dice: totals, and how often."""
    record = match.record()
    again = tr.replay(record | {"moves": []})
    found: list[Amounts] = [{} for _ in range(match.game.players)]
    for seat, move in record["moves"]:
        if move.startswith("up "):
            for key, value in _steps(again, seat):
                found[seat][key] = found[seat].get(key, 0.0) + value
                found[seat][key + TIMES] = found[seat].get(key + TIMES, 0.0) + 1
        again.play(seat, move)
    return found


def _steps(match: Match, seat: int) -> list[tuple[str, float]]:
    """What one step in each column is worth now, by column and by what is on the field."""
    view = match.peek()
    rows, layout = view["stones"][seat], view["layouts"][seat]
    gains = steps.gains(match, seat)
    found = [("boost", max(0.0, *gains))]
    for column, (row, gain) in enumerate(zip(rows, gains, strict=True)):
        if row == beam.TOP:
            continue
        found.append((COLUMNS[column], gain))
        kind = FIELDS.get(layout[row + 1][column])
        if row + 1 in beam.SPACE_ROWS and row not in beam.SPACE_ROWS:
            found.append(("space", gain))
        elif kind is not None:
            found.append((kind, gain))
    return found


def watch(match: Match, seat: int, move: str) -> Amounts:
    """When somebody stands, and what the dice are used for."""
    view, (word, *rest) = match.peek(), move.split()
    if view["phase"] == "roll" and view["throw"] in (1, 2) and len(match.moves(seat)) > 1:
        found: Amounts = {"stands": float(word == "stand")}
        if word == "keep":
            found["keeps"] = 0.0 if rest == ["-"] else float(len(rest))
        return found
    ups = [text for text in match.moves(seat) if text.startswith("up ")]
    if word != "up" or len(ups) < 2:
        return {}
    return {
        key: float(does(view, seat, move)) for key, does in USES if len({does(view, seat, text) for text in ups}) > 1
    }


def _parts(move: str) -> list[tuple[int, int]]:
    return [(COLUMNS.index(part[0]), int(part[2:])) for part in move.split()[1:]]


def _lands(view: dict[str, Any], seat: int, move: str, signs: str) -> bool:
    rows, layout = view["stones"][seat], view["layouts"][seat]
    ends = [(column, rows[column] + steps) for column, steps in _parts(move)]
    return any(row <= beam.TOP and layout[row][column] in signs for column, row in ends)


def _on_rocket(view: dict[str, Any], seat: int, move: str) -> bool:
    return _lands(view, seat, move, "R")


def _on_star(view: dict[str, Any], seat: int, move: str) -> bool:
    return _lands(view, seat, move, "PB")


def _from_bottom(view: dict[str, Any], seat: int, move: str) -> bool:
    return any(view["stones"][seat][column] == 0 for column, _ in _parts(move))


def _cools(view: dict[str, Any], seat: int, move: str) -> bool:
    """Whether somebody's stone is sent down for it."""
    others = [at for at in range(len(view["stones"])) if at != seat]
    strong = [column for column, steps in _parts(move) if min(steps, beam.TOP - view["stones"][seat][column]) >= 2]
    return any(
        view["stones"][at][column] and view["layouts"][at][view["stones"][at][column]][column] not in "PB"
        for column in strong
        for at in others
    )


USES = (("rocket", _on_rocket), ("star", _on_star), ("bottom", _from_bottom), ("cools", _cools))


def _columns(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    return _lines(games, COLUMNS)


def _fields(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    return _lines(games, (*FIELDS.values(), *OTHERS))


def _lines(games: list[list[Row]], things: tuple[str, ...]) -> list[dict[str, Any]]:
    lines = []
    for thing in things:
        pairs = [
            tuple(sum(own.get(key, 0.0) for row in deal for own in row["had"]) for key in (thing, thing + TIMES))
            for deal in games
        ]
        value = ratio([(total, times) for total, times in pairs])
        if value is not None:
            lines.append({"thing": thing} | value)
    return lines


QUESTIONS = Questions(
    texts=Texts(Path(__file__).parent),
    seconds_a_move=6.0,
    rounds=rounds,
    watch=watch,
    gather=gather,
    habits={"stands": ".0%", "keeps": ".2f"} | dict.fromkeys((key for key, _ in USES), ".0%"),
    worth=(Worth("columns", "+.1pp", _columns), Worth("fields", "+.1pp", _fields)),
    games={"gentle": 300, "strongest": 300},
    reviewed=100,
)
