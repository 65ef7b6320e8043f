"""Biberbande's learned players: what each one sees, whom it meets and how large it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tafelrunde.bots.biberbande import features_multiplayer, features_two_players
from tafelrunde.games.biberbande import state as biber
from tafelrunde.lab.training.biberbande import games_many, games_two
from tafelrunde.lab.training.biberbande.games_many import Parties
from tafelrunde.lab.training.biberbande.games_two import Games
from tafelrunde.lab.training.biberbande.leads import Leads
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS, RANDOM
from tafelrunde.lab.training.biberbande.standings import Standings

Shares = dict[str, float]


@dataclass(frozen=True)
class Course:
    """How one of the players learns."""

    sight: Any
    games: Any
    layers: tuple[int, ...]
    lessons: int
    shares: Shares
    tables: Callable[[int, Shares, int, int, Any], list[Games]]
    leads: Callable[[int], Any]
    small: int | None = None
    """Where it is told that the other one plays at random: less is at stake there, so it counts more."""

    @property
    def zero(self) -> Any:
        """What is taken away from each number that the judge sees."""
        return np.concatenate([self.sight.ZERO, np.zeros(self.games.WIDTH - self.sight.SIZE)])

    @property
    def scale(self) -> Any:
        """What one of each counts then."""
        return np.concatenate([self.sight.SCALE, self.games.SCALE])


def mixed(count: int, shares: dict[Any, float], seed: int = 0) -> Any:
    """So many keys of this by their shares, in any order."""
    parts = np.array(list(shares.values()))
    drawn = np.searchsorted(np.cumsum(parts / parts.sum()), (np.arange(count) + 0.5) / count)
    return np.random.default_rng(seed).permutation(np.array(list(shares))[drawn])


def kinds_of(names: Any) -> Any:
    return np.array([OPPONENTS.index(name) for name in np.ravel(names)]).reshape(np.shape(names))


def for_two(count: int, shares: Shares, seed: int, threads: int, leads: Any) -> list[Games]:
    """Two halves of the tables."""
    kinds = kinds_of(mixed(count, {name: shares.get(name, 0.0) for name in OPPONENTS}))
    return [Games(kinds[half::2], 2 * seed + half, threads, leads) for half in range(2)]


SIZES = {3: 0.35, 4: 0.35, 5: 0.15, 6: 0.15}
"""How often so many play."""
ALIKE = 0.6
"""At how many of the tables all others are of one kind."""


def for_many(count: int, shares: Shares, seed: int, threads: int, leads: Any) -> list[Games]:
    """Two halves of the tables; at some all others are of one kind."""
    kinds = kinds_of(mixed(count * biber.SEATS, shares).reshape(count, biber.SEATS))
    kinds[: int(ALIKE * count)] = kinds[: int(ALIKE * count), :1]
    players = mixed(count, SIZES, 1)
    return [Parties(kinds[half::2], 2 * seed + half, threads, leads, players[half::2]) for half in range(2)]


COURSES = {
    "usual": Course(
        features_two_players,
        games_two,
        (448, 256),
        500,
        {"itself": 0.08, "greedy": 0.75, "good": 0.08, "gentle": 0.02, "random": 0.04, "quick": 0.03},
        for_two,
        Leads,
        games_two.KIND + RANDOM,
    ),
    "random": Course(features_two_players, games_two, (128, 64), 200, {"random": 1.0}, for_two, Leads),
    "many": Course(
        features_multiplayer,
        games_many,
        (224, 128),
        200,
        {"greedy": 0.4, "quick": 0.32, "good": 0.14, "gentle": 0.04, "random": 0.1},
        for_many,
        Standings,
    ),
}
