"""Denkste! for two: what the solution says about a position."""

from typing import Any

from tafelrunde.bots.denkste.two_player_solution import Solution, Turn, solution
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.match import Match


def report(match: Match) -> dict[str, Any]:
    """Value, mixtures and exploitability, JSON-ready; chances to win are those of the player on turn."""
    options, view = match.game.options, match.view()
    return describe(solution(tuple(options["rings"]), options["haste_gedacht"]), view)


def describe(solved: Solution, view: dict[str, Any]) -> dict[str, Any]:
    """The same for a view, by a solution that fits it."""
    figures, turn = [tuple(figure) for figure in view["figures"]], view["turn"]
    beyond = solved.exploitability
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
    go = zip(range(1, denkste.GO + 1), turn.go.tolist(), turn.go_wins.tolist(), strict=True)
    stop = zip(dials, turn.stop.tolist(), (1 - turn.stop_wins).tolist(), strict=True)
    return {
        "value": turn.value,
        "go": [{"numbers": [number], "share": share, "value": value} for number, share, value in go],
        "stop": [{"numbers": [*shown], "share": share, "value": value} for shown, share, value in stop],
    }
