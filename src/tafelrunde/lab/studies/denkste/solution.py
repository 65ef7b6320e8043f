"""What the solution of Denkste! for two says about a position, for people and as JSON."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tafelrunde.bots.denkste.two_player_solution import Solution, Turn, solution
from tafelrunde.bots.denkste.two_player_solver import best_responses
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import Texts, number
from tafelrunde.kernel.match import Match
from tafelrunde.lab.studies import Table

TEXTS = Texts(Path(__file__).parent)
NEVER = 5e-7
"""Moves that are less frequent are left out of the tables."""


@dataclass(frozen=True)
class SolvedPosition:
    """The value of a position, the mixed strategies of both players, and what a best answer to them could gain."""

    found: dict[str, Any]

    def plain(self) -> dict[str, Any]:
        """JSON-ready."""
        return self.found

    def text(self, lang: str) -> list[str | Table]:
        """For a person to read."""
        found, gain = self.found, self.found["exploitability"]
        figures = " · ".join(f"{level}:{steps}" for level, steps in found["figures"])
        position = {"figures": figures, "turn": found["turn"] + 1, "value": number(found["value"], ".6%", lang)}
        return [
            TEXTS.say("solution", "start", lang, value=number(found["start"], ".6%", lang)),
            TEXTS.say(
                "solution", "exploitability", lang, **{name: number(value, ".1e", lang) for name, value in gain.items()}
            ),
            TEXTS.say("solution", "position", lang, **position),
            *(_table(card, found[card], lang) for card in ("go", "stop") if found[card]),
        ]


@dataclass(frozen=True)
class Exploitability:
    """What a best response wins beyond the value, at most: at the start, and at the worst of all positions."""

    start: float
    worst: float


@cache
def exploitability(solved: Solution) -> Exploitability:
    """Measured: best responses of both to the mixtures, at every position."""
    again = solved.solved_again()
    moving, stopping = np.ones_like(again.values), np.ones_like(again.values)
    board = again.to, again.levels, again.stops, again.counts, again.parts()
    best_responses(*board, again.go, again.shown, moving, stopping)
    beyond = np.maximum(moving - again.values, stopping - (1 - again.values))
    return Exploitability(float(beyond[0, 0]), float(beyond.max()))


def solve(match: Match) -> SolvedPosition:
    """Look a position up. Raises BadOption unless two play."""
    Value(match.game.players, "players", BadOption).choice((2,))
    options = match.game.options
    solved = solution(tuple(options["rings"]), options["haste_gedacht"])
    return SolvedPosition({"game": match.game.name, "options": options} | describe(solved, match.view()))


def describe(solved: Solution, view: dict[str, Any]) -> dict[str, Any]:
    """Value, mixed strategies and exploitability, JSON-ready; chances to win are those of the player on turn."""
    figures, turn = [tuple(figure) for figure in view["figures"]], view["turn"]
    beyond = exploitability(solved)
    found: dict[str, Any] = {
        "start": solved.turn((1, 0), (1, 0)).value,
        "exploitability": {"start": beyond.start, "worst": beyond.worst},
        "figures": view["figures"],
        "turn": turn,
    }
    if view["result"] is not None:
        return found | {"value": float(turn in view["result"]["winners"]), "go": [], "stop": []}
    return found | _mixtures(solved, figures[turn][0], solved.turn(figures[turn], figures[1 - turn]))


def _mixtures(solved: Solution, level: int, turn: Turn) -> dict[str, Any]:
    dials = [denkste.DIALS[stop] for stop in solved.stops[level, : solved.counts[level]]]
    go = zip(range(1, denkste.GO + 1), turn.go, turn.go_wins, strict=True)
    stop = zip(dials, turn.stop, (1 - wins for wins in turn.stop_wins), strict=True)
    return {
        "value": turn.value,
        "go": [{"numbers": [number], "share": share, "value": value} for number, share, value in go],
        "stop": [{"numbers": [*shown], "share": share, "value": value} for shown, share, value in stop],
    }


def _table(card: str, moves: list[dict[str, Any]], lang: str) -> Table:
    return Table(
        TEXTS.say("solution", card, lang),
        [TEXTS.say("solution", key, lang) for key in ("numbers", "share", "value")],
        [
            [
                " ".join(map(str, move["numbers"])),
                number(move["share"], ".4%", lang),
                number(move["value"], ".4%", lang),
            ]
            for move in moves
            if move["share"] >= NEVER
        ],
    )
