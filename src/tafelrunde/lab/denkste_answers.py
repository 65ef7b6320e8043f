"""What the best answer wins against the strongest player of Denkste! at tables of three and four: measured exactly.

    python -m tafelrunde.lab.denkste_answers --players 3 --rings 8,8,4

One seat answers as well as it can, the others all play the strongest player's mixtures. Every position of all figures
is looked at, so only small rings can be measured.
"""

from typing import Annotated, Any

import numpy as np
import typer

from tafelrunde.bots import denkste_ahead as ahead
from tafelrunde.bots import denkste_party as party
from tafelrunde.bots.denkste_many import Company
from tafelrunde.bots.denkste_solution import solution
from tafelrunde.bots.denkste_solver import CAUGHT, HITS
from tafelrunde.bots.denkste_table import table as solved_table
from tafelrunde.bots.matrix_game import MOST_COLUMNS
from tafelrunde.games.denkste.rules import GO, LEVELS
from tafelrunde.kernel.compiled import compiled, entry

CLOSE = 1e-10
MOST_ROUNDS = 20_000


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


@entry
def settle(value, seat, answering, levels, go, shown, ends, stops, counts, players, places):
    """Round by round, from a sure win downwards, what the seat wins with its mixtures or with the best answer."""
    per_turn = places**players
    for _ in range(MOST_ROUNDS):
        change = 0.0
        for position in range(len(value) - 1, -1, -1):
            turn = position // per_turn
            best = 0.0
            if answering and (seat + 1) % players == turn:
                for i in range(counts[levels[position]]):
                    hits, total = HITS[stops[levels[position], i]], 0.0
                    for n in range(GO):
                        end = ends[position, n, hits[n]]
                        total += go[position, n] * next_value(value, position, end, turn, players, places)
                    best = max(best, total)
            else:
                mean = 0.0
                for n in range(GO):
                    mine = seat == turn
                    one = go_value(value, position, n, shown[position], ends[position], turn, mine, players, places)
                    mean += go[position, n] * one
                    best = max(best, one)
                if not answering or seat != turn:
                    best = mean
            change = max(change, value[position] - best)
            value[position] = best
        if change < CLOSE:
            return


def worths(table: Company) -> Any:
    """How likely each seat wins, at every position, as the player sees it: by its table, or so many turns ahead."""
    if table.table:
        return table.table.values
    solved, players = table.solved, table.players
    values = np.zeros((players * solved.places**players, players))
    ahead.leaves(solved.values, players, values)
    for _ in range(table.most_turns - 1):
        before = values.copy()
        party.sweep(*_board(table), before, *_blank(len(values)), values)
    return values


def mixtures(table: Company) -> tuple[Any, ...]:
    """Of every position: the level of the figure on turn, how both mix, and where the figure goes."""
    solved, players, values = table.solved, table.players, worths(table)
    total = len(values)
    go, stop, ends = _blank(total)
    party.sweep(*_board(table), values, go, stop, ends, values.copy())
    if table.table:
        go[table.table.numbers], stop[table.table.numbers] = table.table.go, table.table.stop
    numbers = np.arange(total)
    turns = numbers // solved.places**players
    levels = solved.levels[numbers // solved.places ** (players - 1 - turns) % solved.places]
    shown = np.zeros((total, GO, CAUGHT))
    for level in range(1, LEVELS + 1):
        there = levels == level
        for card, dials in enumerate(HITS[solved.stops[level, : solved.counts[level]]]):
            for number in range(GO):
                shown[there, number, dials[number]] += stop[there, card]
    return levels, go, shown, ends


def _board(table: Company) -> tuple[Any, ...]:
    return table.game.blank(), table.solved.stops, table.solved.counts, table.solved.levels


def _blank(total: int) -> tuple[Any, ...]:
    return np.zeros((total, GO)), np.zeros((total, MOST_COLUMNS)), np.zeros((total, GO, CAUGHT), np.int64)


def measure(table: Company) -> list[tuple[float, float]]:
    """By seat, at the start: what the strongest player wins among its like, and what the best answer wins."""
    solved, players, mixed = table.solved, table.players, mixtures(table)
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
    assert len(lengths) == LEVELS
    whole = None if turns else solved_table(players, lengths, haste_gedacht)
    table = Company(players, solution(lengths, haste_gedacht), whole, turns)
    for seat, (own, best) in enumerate(measure(table)):
        print(f"seat {seat}: wins {own:.4f} among its like, the best answer {best:.4f}, gain {best - own:.4f}")


if __name__ == "__main__":
    typer.run(main)
