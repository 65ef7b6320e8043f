"""Biberbande's learned players: what each one sees, whom it plays against and how large its network is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tafelrunde.bots.biberbande import features_multiplayer, features_two_players
from tafelrunde.games.biberbande import state as biber
from tafelrunde.lab.training.biberbande import critic_features
from tafelrunde.lab.training.biberbande.critic_features import Layout
from tafelrunde.lab.training.biberbande.games import Games
from tafelrunde.lab.training.biberbande.match_value import LeadValue, PointsValue
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS, RANDOM

Shares = dict[str, float]
Make = Callable[..., Games]


@dataclass(frozen=True)
class Config:
    """How one of the players learns."""

    features: Any
    critic: Layout
    layers: tuple[int, ...]
    iterations: int
    shares: Shares
    """How often it plays against which opponent."""
    tables: Callable[[int, Shares, int, Make, Any], list[Games]]
    """So many tables against opponents by these shares, by seed, what makes games, and the value of a match; in two
    halves, so that one half can play while the player thinks about the other."""
    match_value: Callable[[int], Any]
    upweighted: int | None = None
    """The number that tells the critic that the opponent is random: less is at stake there, so it weighs more."""

    @property
    def zero(self) -> Any:
        """What is subtracted from each number that the critic sees."""
        return np.concatenate([self.features.ZERO, np.zeros(self.critic.width - self.features.SIZE)])

    @property
    def scale(self) -> Any:
        """What each difference is multiplied by."""
        return np.concatenate([self.features.SCALE, self.critic.scale])


def mixed(count: int, shares: dict[Any, float], seed: int = 0) -> Any:
    """So many of the keys by their shares, in random order."""
    parts = np.array(list(shares.values()))
    drawn = np.searchsorted(np.cumsum(parts / parts.sum()), (np.arange(count) + 0.5) / count)
    return np.random.default_rng(seed).permutation(np.array(list(shares))[drawn])


def kinds_of(names: Any) -> Any:
    return np.array([OPPONENTS.index(name) for name in np.ravel(names)]).reshape(np.shape(names))


def for_two(count: int, shares: Shares, seed: int, make: Make, match_value: Any) -> list[Games]:
    """Tables of two."""
    kinds = kinds_of(mixed(count, {name: shares.get(name, 0.0) for name in OPPONENTS}))
    kinds = np.repeat(kinds[:, None], biber.SEATS, axis=1)
    shape = critic_features.TWO.width, features_two_players.ACTIONS
    return [make(2, kinds[half::2], *shape, 2 * seed + half, match_value) for half in range(2)]


SIZES = {3: 0.35, 4: 0.35, 5: 0.15, 6: 0.15}
"""How often so many play."""
ALIKE = 0.6
"""The share of tables at which all opponents are of one kind."""


def for_many(count: int, shares: Shares, seed: int, make: Make, match_value: Any) -> list[Games]:
    """Tables of three to six."""
    kinds = kinds_of(mixed(count * biber.SEATS, shares).reshape(count, biber.SEATS))
    kinds[: int(ALIKE * count)] = kinds[: int(ALIKE * count), :1]
    players = mixed(count, SIZES, 1)
    shape = critic_features.MANY.width, features_multiplayer.ACTIONS
    return [make(players[half::2], kinds[half::2], *shape, 2 * seed + half, match_value) for half in range(2)]


CONFIGS = {
    "usual": Config(
        features=features_two_players,
        critic=critic_features.TWO,
        layers=(448, 256),
        iterations=500,
        shares={"itself": 0.08, "greedy": 0.75, "good": 0.08, "gentle": 0.02, "random": 0.04, "heuristic": 0.03},
        tables=for_two,
        match_value=LeadValue,
        upweighted=critic_features.TWO.opponents + RANDOM,
    ),
    "random": Config(
        features=features_two_players,
        critic=critic_features.TWO,
        layers=(128, 64),
        iterations=200,
        shares={"random": 1.0},
        tables=for_two,
        match_value=LeadValue,
    ),
    "many": Config(
        features=features_multiplayer,
        critic=critic_features.MANY,
        layers=(224, 128),
        iterations=200,
        shares={"greedy": 0.4, "heuristic": 0.32, "good": 0.14, "gentle": 0.04, "random": 0.1},
        tables=for_many,
        match_value=PointsValue,
    ),
}
