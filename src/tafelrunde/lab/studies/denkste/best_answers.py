"""What the best answer wins against the strongest player of Denkste! at tables of three and four: measured exactly.

    python -m tafelrunde.lab.studies.denkste.best_answers --players 3 --rings 8,8,4

One seat answers as well as it can, the others all play the strongest player's mixtures. Every position of all figures
is looked at, so only small rings can be measured.
"""

from typing import Annotated, Any

import numpy as np
import typer

from tafelrunde.bots.denkste import multiplayer_lookahead, multiplayer_solution, multiplayer_solver
from tafelrunde.bots.denkste.matrix_game import MOST_COLUMNS
from tafelrunde.bots.denkste.multiplayer_turn import MultiplayerGame
from tafelrunde.bots.denkste.two_player_solution import solution
from tafelrunde.bots.denkste.two_player_solver import CAUGHT, HITS
from tafelrunde.games.denkste import state as denkste
from tafelrunde.kernel.compiled import compiled, entry

CLOSE = 1e-10
MOST_ROUNDS, WHILE_HERE = 20_000, 50


@compiled
def next_value(value, position, end, turn, players, places):
    """What comes after the figure on turn has gone to its end; 0 if that is the centre."""
    if end == places:
        return 0.0
    per_turn = places**players
    digit = places ** (players - 1 - turn)
    rest = position - turn * per_turn
    moved = rest + (end - rest // digit % places) * digit
    return value[(turn + 1) % players * per_turn + moved]


@compiled
def go_value(value, position, number, shown, ends, turn, mine, players, places):
    """What a Go number comes to for the seat that is looked at."""
    total = 0.0
    for caught in range(CAUGHT):
        end = ends[number, caught]
        won = 1.0 if mine and end == places else 0.0
        total += shown[number, caught] * (won + next_value(value, position, end, turn, players, places))
    return total


@compiled
def worth(value, position, turn, seat, answering, level, go, shown, ends, stops, counts, players, places):
    """What a position comes to for the seat, with its mixtures or with the best answer."""
    best, mean = 0.0, 0.0
    if answering and (seat + 1) % players == turn:
        for i in range(counts[level]):
            hits, total = HITS[stops[level, i]], 0.0
            for n in range(denkste.GO):
                total += go[n] * next_value(value, position, ends[n, hits[n]], turn, players, places)
            best = max(best, total)
        return best
    for n in range(denkste.GO):
        one = go_value(value, position, n, shown, ends, turn, seat == turn, players, places)
        mean += go[n] * one
        best = max(best, one)
    return best if answering and seat == turn else mean


@entry
def settle(value, seat, answering, levels, go, shown, ends, stops, counts, players, places):
    """Round by round, from a sure win downwards, what the seat wins with its mixtures or with the best answer."""
    per_turn = places**players
    for _ in range(MOST_ROUNDS):
        change = 0.0
        for figures in range(per_turn - 1, -1, -1):
            for _ in range(WHILE_HERE):
                moved = 0.0
                for turn in range(players - 1, -1, -1):
                    at = turn * per_turn + figures
                    mixed = go[at], shown[at], ends[at]
                    found = worth(value, at, turn, seat, answering, levels[at], *mixed, stops, counts, players, places)
                    moved = max(moved, value[at] - found)
                    value[at] = found
                change = max(change, moved)
                if moved < CLOSE:
                    break
        if change < CLOSE:
            return


def worths(table: MultiplayerGame) -> Any:
    """How likely each seat wins, at every position, as the player sees it: by its table, or so many turns ahead."""
    if table.solution:
        return table.solution.values.astype(np.float64)
    solved, players = table.pairs, table.players
    values = np.zeros((players * solved.places**players, players))
    multiplayer_lookahead.all_values_by_pairs(solved.values, players, values)
    for _ in range(table.most_turns - 1):
        before = values.copy()
        multiplayer_solver.solve_every_turn(*_board(table), before, *_blank(len(values)), values)
    return values


def mixtures(table: MultiplayerGame) -> tuple[Any, ...]:
    """Of every position: the level of the figure on turn, how both mix, and where the figure goes."""
    solved, players, values = table.pairs, table.players, worths(table)
    total = len(values)
    go, stop, ends = _blank(total)
    multiplayer_solver.solve_every_turn(*_board(table), values, go, stop, ends, values.copy())
    if table.solution:
        numbers, cards = table.solution.numbers, table.solution.stop.shape[1]
        go[numbers], stop[numbers, :cards] = table.solution.go, table.solution.stop
    numbers = np.arange(total)
    turns = numbers // solved.places**players
    levels = solved.levels[numbers // solved.places ** (players - 1 - turns) % solved.places]
    shown = np.zeros((total, denkste.GO, CAUGHT))
    for level in range(1, denkste.LEVELS + 1):
        there = levels == level
        for card, dials in enumerate(HITS[solved.stops[level, : solved.counts[level]]]):
            for number in range(denkste.GO):
                shown[there, number, dials[number]] += stop[there, card]
    return levels, go, shown, ends


def _board(table: MultiplayerGame) -> tuple[Any, ...]:
    return table.game.blank(), table.pairs.stops, table.pairs.counts, table.pairs.levels


def _blank(total: int) -> tuple[Any, ...]:
    return (
        np.zeros((total, denkste.GO)),
        np.zeros((total, MOST_COLUMNS)),
        np.zeros((total, denkste.GO, CAUGHT), np.int64),
    )


def measure(table: MultiplayerGame) -> list[tuple[float, float]]:
    """By seat, at the start: what the strongest player wins among its like, and what the best answer wins."""
    solved, players, mixed = table.pairs, table.players, mixtures(table)
    found = []
    for seat in range(players):
        both = []
        for answering in (False, True):
            value = np.ones(len(mixed[0]))
            settle(value, seat, answering, *mixed, solved.stops, solved.counts, players, solved.places)
            both.append(float(value[0]))
        found.append((both[0], both[1]))
    return found


def main(
    players: Annotated[int, typer.Option(min=3, max=4)] = 3,
    rings: Annotated[str, typer.Option(help="Three ring lengths, outermost first.")] = "8,8,4",
    haste_gedacht: bool = False,
    turns: Annotated[int, typer.Option(help="How many turns are solved ahead; 0: the whole game.")] = 0,
) -> None:
    """Measure, and print a line a seat."""
    lengths = tuple(int(ring) for ring in rings.split(","))
    assert len(lengths) == denkste.LEVELS
    whole = None if turns else multiplayer_solution.solution(players, lengths, haste_gedacht)
    table = MultiplayerGame(players, solution(lengths, haste_gedacht), whole, turns)
    for seat, (own, best) in enumerate(measure(table)):
        print(f"seat {seat}: wins {own:.4f} among its like, the best answer {best:.4f}, gain {best - own:.4f}")


if __name__ == "__main__":
    typer.run(main)
