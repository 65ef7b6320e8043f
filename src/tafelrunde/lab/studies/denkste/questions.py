"""What the report about Denkste! asks: habits of guessing, and what each field and number is worth, solved exactly."""

from pathlib import Path
from typing import Any

from tafelrunde.bots.denkste.two_player_solution import Solution, solution
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.languages import Texts
from tafelrunde.kernel.match import Match
from tafelrunde.lab.pieces import Piece
from tafelrunde.lab.study.plan import Experiment, Subject
from tafelrunde.lab.study.questions import Amounts, Questions, Row, Solved, Worth

WAITING = {"start": (1, 0), "second": (2, 0), "third": (3, 0)}
"""Where the opponent stands meanwhile."""


def rounds(match: Match) -> int:
    """How many turns everybody had, the last one perhaps only begun."""
    return -(-len(_shown(match)) // match.game.players)


def _shown(match: Match) -> list[dict[str, Any]]:
    return [event for event in match.peek_events() if "stopper" in event]


def watch(match: Match, seat: int, move: str) -> Amounts:
    """How predictable the numbers are."""
    before = [event for event in _shown(match) if event["seat"] == match.position()["turn"]]
    word, *numbers = move.split()
    last = before[-1]["go"] if before else None
    set_to = [int(number) for number in numbers]
    if word == "go":
        found: Amounts = {"high": set_to[0]}
        if last is not None:
            found |= {"upwards": float(set_to[0] == last % denkste.GO + 1), "again": float(set_to[0] == last)}
        return found
    return {} if last is None else {"stops-last": float(last in set_to)}


def fields_piece(rings: list[int]) -> list[dict[str, Any]]:
    """How likely whoever is on turn wins, by the field of the figure and where the opponent stands: exact."""
    solved = solution((rings[0], rings[1], rings[2]), False)
    return [line for series, other in WAITING.items() for line in _way(solved, rings, series, other)]


def _way(solved: Solution, rings: list[int], series: str, other: tuple[int, int]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    for level, ring in enumerate(rings, 1):
        for steps in range(ring):
            at = sum(rings[: level - 1]) + steps
            value = solved.turn((level, steps), other).value
            named = f"ring-{level}" if steps == 0 else ""
            lines.append({"thing": named, "series": series, "at": at, "value": value, "low": None, "high": None})
    return lines


def numbers_piece(rings: list[int]) -> list[dict[str, Any]]:
    """How often somebody who cannot be read sets each number in the first turn: exact."""
    turn = solution((rings[0], rings[1], rings[2]), False).turn((1, 0), (1, 0))
    return [
        {"thing": f"go-{number}", "value": share, "low": None, "high": None} for number, share in enumerate(turn.go, 1)
    ]


def start_piece(rings: list[int]) -> float:
    """How often whoever begins wins if both play as well as possible: exact."""
    return float(solution((rings[0], rings[1], rings[2]), False).turn((1, 0), (1, 0)).value)


def _worked_out(key: str) -> Any:
    def experiments(subject: Subject) -> list[Experiment]:
        given = {"rings": list(subject.usual.options["rings"])}
        return [Experiment(f"{subject.name}-{key}", [Piece(f"{subject.name}-{key}", f"{__name__}:{key}_piece", given)])]

    return experiments


def _as_found(games: list[list[Row]], found: list[Any]) -> list[dict[str, Any]]:
    [lines] = found
    return list(lines)


QUESTIONS = Questions(
    texts=Texts(Path(__file__).parent),
    seconds_a_move=8.0,
    rounds=rounds,
    samples={"rings": ((12, 8, 4), (16, 12, 8), (32, 24, 16))},
    watch=watch,
    habits={"upwards": ".0%", "again": ".0%", "stops-last": ".0%", "high": ".2f"},
    worth=(
        Worth("fields", ".0%", _as_found, _worked_out("fields"), curve=True),
        Worth("numbers", ".1%", _as_found, _worked_out("numbers")),
    ),
    start=Solved(_worked_out("start"), lambda found: float(found[0])),
    quick=("greedy", "random"),
)
