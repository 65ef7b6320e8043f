"""What the best answer wins against the strongest player of Denkste! at tables of three and four: measured exactly.

    python -m tafelrunde.lab.denkste_answers --players 3 --rings 8,8,4

One seat answers as well as it can, the others all play the strongest player's mixtures. Every position of all figures
is looked at, so only small rings can be measured.
"""

from itertools import product
from typing import Annotated, Any

import numpy as np
import typer

from tafelrunde.bots.denkste_many import AHEAD, Company, company
from tafelrunde.bots.denkste_solver import CAUGHT, HITS
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


def mixtures(table: Company) -> tuple[Any, ...]:
    """Of every position: the level of the figure on turn, how both mix, and where the figure goes."""
    solved, players = table.solved, table.players
    total = players * solved.places**players
    levels, go = np.zeros(total, np.int64), np.zeros((total, GO))
    shown, ends = np.zeros((total, GO, CAUGHT)), np.zeros((total, GO, CAUGHT), np.int64)
    everywhere = product(range(players), *[range(solved.places)] * players)
    for position, (turn, *places) in enumerate(everywhere):
        figures = [solved.figure(place) for place in places]
        levels[position] = figures[turn][0]
        found = table.turn(figures, turn)
        go[position], ends[position] = found.go, table.ends(tuple(places), turn)
        for dials, share in zip(solved.stops[figures[turn][0]], found.stop, strict=False):
            shown[position, range(GO), HITS[dials]] += share
    return levels, go, shown, ends


def measure(players: int, rings: tuple[int, ...], haste_gedacht: bool, ahead: int = AHEAD) -> list[tuple[float, float]]:
    """By seat, at the start: what the strongest player wins among its like, and what the best answer wins."""
    table = company(players, rings, haste_gedacht, ahead)
    solved, mixed = table.solved, mixtures(table)
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
    ahead: Annotated[int, typer.Option(help="How many turns are solved.")] = AHEAD,
) -> None:
    """Measure, and print a line a seat."""
    lengths = tuple(int(ring) for ring in rings.split(","))
    assert len(lengths) == LEVELS
    for seat, (own, best) in enumerate(measure(players, lengths, haste_gedacht, ahead)):
        print(f"seat {seat}: wins {own:.4f} among its like, the best answer {best:.4f}, gain {best - own:.4f}")


if __name__ == "__main__":
    typer.run(main)
