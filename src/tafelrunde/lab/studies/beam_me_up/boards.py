"""Whether the boards of Beam me up are equally strong (BM-03): self-play on all of them, seats rotated."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.kernel import seeds
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.languages import Texts, number
from tafelrunde.lab.studies import Table
from tafelrunde.lab.studies.beam_me_up import selfplay

TEXTS = Texts(Path(__file__).parent)

POLICIES = ("random", "greedy")
PLAYERS = (2, 3, 4)
CELLS = len(POLICIES) * len(PLAYERS)
CONFIDENCE = 0.99
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Balance:
    """How often each board wins, one cell for each policy and number of players."""

    cells: list[dict[str, Any]]

    def plain(self) -> list[dict[str, Any]]:
        """JSON-ready."""
        return self.cells

    def text(self, lang: str) -> list[str | Table]:
        """For a person to read."""
        columns = [TEXTS.say("boards", key, lang) for key in ("policy", "players", "games")]
        columns += [board["name"][lang] for board in self.cells[0]["boards"]]
        title = TEXTS.say("boards", "title", lang, confidence=number(CONFIDENCE, ".0%", lang))
        rows = [_row(each, lang) for each in self.cells]
        return [Table(title, [*columns, TEXTS.say("boards", "largest", lang)], rows, left=1)]


def _row(cell: dict[str, Any], lang: str) -> list[str]:
    shares = [number(board["share"], ".2%", lang) for board in cell["boards"]]
    widest = max(cell["differences"], key=lambda pair: abs(pair["difference"]))
    largest = f"{number(abs(widest['difference']) * 100, '.2f', lang)} ± {number(widest['margin'] * 100, '.2f', lang)}"
    return [
        TEXTS.say("boards", cell["policy"], lang),
        str(cell["players"]),
        number(cell["games"], ",", lang),
        *shares,
        largest,
    ]


def measure(games: int, seed: int, threads: int, progress: Callable[[int], None]) -> Balance:
    """All cells, in so many games each."""
    found = []
    for each in cells(games, seed, threads):
        found.append(each)
        progress(len(found))
    return Balance(found)


def cells(games: int = 200_000, seed: int = 0, threads: int = 1) -> Iterator[dict[str, Any]]:
    """How often each board wins, for each policy and number of players, in so many games each.

    Every choice and order of boards is played equally often (games are rounded up to that). Plain data: one dict a
    cell with the share of wins of each board and the difference of each two boards, both with confidence intervals.
    """
    games = Value(games, "games", BadOption).integer(1, 10**9)
    threads = Value(threads, "threads", BadOption).integer(1, 256)
    word = Value(seed, "seed", BadOption).integer(0, seeds.WORD)
    return (cell(policy, players, games, word, threads) for policy in POLICIES for players in PLAYERS)


def cell(policy: str, players: int, games: int, seed: int, threads: int) -> dict[str, Any]:
    """One policy and number of players."""
    boards = range(len(beam.BOARDS))
    seatings = np.array(list(permutations(boards, players)))
    rounds = -(-games // len(seatings))
    games = rounds * len(seatings)
    greedy_seats = (1 << players) - 1 if policy == "greedy" else 0
    wins = played_wins(greedy_seats, players, games, seed, threads, seatings)
    won = [int(wins[seatings == board].sum()) for board in boards]
    played = games * players // len(beam.BOARDS)
    texts = BeamMeUp(players=players).rulebook.texts
    names = [texts.say_in_all("board", name) for name in beam.NAMES]
    return {
        "policy": policy,
        "players": players,
        "games": games,
        "confidence": CONFIDENCE,
        "boards": [
            {"board": board, "name": names[board], "played": played, "wins": won[board]} | _share(won[board], played)
            for board in boards
        ],
        "differences": [
            {"boards": [*pair]} | _difference(wins, seatings, pair, games, played) for pair in combinations(boards, 2)
        ],
    }


def played_wins(greedy_seats: int, players: int, games: int, seed: int, threads: int, seatings: Counts) -> Counts:
    """Wins by seating and seat; the same games whatever the number of threads."""
    blank = BeamMeUp(players=players).blank()

    def share(low: int, high: int) -> Counts:
        states = np.concatenate([blank, blank])
        out = np.zeros(beam.MAX_MOVES, np.int32)
        gain, hope = (
            np.zeros((beam.STONES, selfplay.STEPS), np.int32),
            np.zeros(selfplay.CHANCES, np.int32),
        )
        wins = np.zeros(seatings.shape, np.int64)
        selfplay.play(states, np.uint64(seed), low, high - low, seatings, greedy_seats, out, gain, hope, wins)
        return wins

    bounds = [games * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda bound: share(*bound), pairwise(bounds)))
    wins: Counts = np.sum(parts, axis=0)
    return wins


def _share(wins: int, played: int) -> dict[str, float]:
    """The share of wins with Wilson's interval."""
    share, spread = wins / played, _Z * _Z / played
    middle = (share + spread / 2) / (1 + spread)
    margin = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread)
    return {"share": share, "low": middle - margin, "high": middle + margin}


def _difference(wins: Counts, seatings: Counts, boards: tuple[int, int], games: int, played: int) -> dict[str, float]:
    """The difference of two boards' shares of wins, with the margin of its interval.

    A game counts 1 if the one wins, −1 if the other does, else 0. Every seating has the same number of games, so that
    only what varies within a seating is by chance.
    """
    rounds = games // len(seatings)
    one, other = ((wins * (seatings == board)).sum(axis=1) / rounds for board in boards)
    variance = float((one + other - (one - other) ** 2).sum()) * rounds
    return {"difference": float((one - other).sum()) * rounds / played, "margin": _Z * sqrt(variance) / played}
