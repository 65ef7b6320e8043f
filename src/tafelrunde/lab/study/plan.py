"""What is played for a report: experiments, each divided into pieces that can be worked on anywhere."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.fields import Value
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.seeds import WORD
from tafelrunde.lab import simulate, studies
from tafelrunde.lab.arena import Contest, contest
from tafelrunde.lab.pieces import Piece, work
from tafelrunde.lab.study.questions import Questions

RANDOM_GAMES = 10_000
LEAST = 2
"""So many games there are in every experiment, however small the study."""
THOROUGH = 30.0
SCALES = (1e-4, 1e4)
MOST_PIECES = 100


@dataclass(frozen=True)
class Experiment:
    """Something that is played or worked out."""

    key: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Subject:
    """The game that a report is about, and how much is played for it."""

    name: str
    seed: int
    scale: float

    @classmethod
    def of(cls, name: str, seed: int = 1, scale: float = 1.0) -> "Subject":
        """Raises BadOption for what is not possible."""
        game = tr.load(name)
        if not SCALES[0] <= scale <= SCALES[1]:
            raise BadOption("out-of-range", "scale", value=scale, low=SCALES[0], high=SCALES[1])
        return cls(game.name, Value(seed, "seed", BadOption).integer(0, WORD), float(scale))

    @cached_property
    def asked(self) -> Questions:
        """What is asked about this game in particular."""
        return studies.of(self.name).questions

    @cached_property
    def usual(self) -> Game:
        """As it is played most: by default, with the usual number of players."""
        usual = tr.load(self.name).facts.usual_players
        return tr.load(self.name, players=usual)

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """Who plays, from weak to strong; those for programs first."""
        return tuple(self.asked.strong if level == "strongest" else level for level in bots.levels(self.name))

    @property
    def people(self) -> tuple[str, ...]:
        """The levels that people play against."""
        return tuple(level for level in self.levels if level.partition(":")[0] in bots.PEOPLE)

    @property
    def pair(self) -> tuple[str, str]:
        """A better and a weaker player for where something is different from the usual game."""
        return self.asked.quick or (bots.usual(self.name), self.people[0])

    @property
    def elsewhere(self) -> str:
        """Who plays among equals there."""
        return self.pair[0]

    def amount(self, usual: float) -> int:
        """How many that is in a study of this size."""
        return max(LEAST, round(usual * self.scale))

    def games_of(self, *levels: str) -> int:
        """How many games these levels play: as many as is said of their contest, or as the slowest of them can."""
        kinds = [level.partition(":")[0] for level in levels]
        usual = min(self.asked.games.get(kind, Questions.USUAL) for kind in kinds)
        return self.asked.games.get("-".join(kinds), usual)

    def variants(self) -> Iterator[dict[str, Any]]:
        """The options that differ from the usual game, one at a time."""
        for option in self.usual.OPTIONS:
            for value in option.choices or self.asked.samples.get(option.name, ()):
                if value != self.usual.options[option.name]:
                    yield {option.name: value}

    # what can be played

    def at_random(self, **options: Any) -> Experiment:
        """Complete random games, the same as those of `tafelrunde simulate`."""
        game = tr.load(self.name, **self._chosen(options))
        pieces = simulate.pieces_of(game, self.amount(RANDOM_GAMES), self.seed)
        return _keyed(f"random{tag(options)}", pieces)

    def among(self, *levels: str, part: float = 1.0, **options: Any) -> Experiment:
        """Games of equals for one level; for several a contest, the same as that of `tafelrunde arena`."""
        held = self.contest(*levels, part=part, **options)
        count = min(held.deals, MOST_PIECES)
        bounds = [held.deals * number // count for number in range(count + 1)]
        given = {"game": self.name, "options": held.game.options, "levels": list(held.bots), "seed": held.seed}
        pieces = [
            Piece(f"{first}-{end}", "tafelrunde.lab.study.games:play_piece", given | {"first": first, "end": end})
            for first, end in pairwise(bounds)
        ]
        return _keyed(f"{'-'.join(levels).replace(':', '')}{tag(options)}", pieces)

    def contest(self, *levels: str, part: float = 1.0, **options: Any) -> Contest:
        """What `among` plays."""
        game = tr.load(self.name, **self._chosen(options))
        games = self.amount(self.games_of(*levels) * part)
        if len(levels) > 1:
            return contest(game, levels, games, self.seed)
        return Contest(game, levels, games, self.seed, equal_speed=False)

    def reviewed(self, one: str, other: str) -> Experiment:
        """The first games of a contest, with a review of each."""
        held = self.contest(one, other)
        deals = min(held.deals, self.amount(self.asked.reviewed) // 2 or 1)
        given = {"game": self.name, "options": held.game.options, "levels": list(held.bots), "seed": held.seed}
        given["simulations"] = self.asked.simulations
        pieces = [
            Piece(f"{first}", "tafelrunde.lab.study.games:review_piece", given | {"first": first, "end": first + 1})
            for first in range(deals)
        ]
        return _keyed(f"review-{one}-{other}".replace(":", ""), pieces)

    def _chosen(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"players": self.usual.players} | options


def tag(options: dict[str, Any]) -> str:
    """Options in the name of an experiment."""
    values = (f"{name}-{value}".replace(" ", "") for name, value in options.items())
    return "".join(f"-{text}".translate(str.maketrans(",", "_", "[]()")) for text in values)


def _keyed(key: str, pieces: Sequence[Piece]) -> Experiment:
    return Experiment(key, [replace(piece, key=f"{key}-{piece.key}") for piece in pieces])


def carry_out(
    experiments: Sequence[Experiment],
    workers: int | None,
    ray: str | None,
    folder: Path | None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, list[Any]]:
    """The results of all pieces, by experiment; what several chapters ask for is done once."""
    asked = {experiment.key: experiment.pieces for experiment in experiments}
    if any(experiment.pieces != asked[experiment.key] for experiment in experiments):
        raise ValueError("two experiments have the same key")
    pieces = [piece for each in asked.values() for piece in each]
    results = iter(
        work(
            pieces,
            workers=workers,
            ray=ray,
            folder=folder,
            progress=lambda done: progress(done, len(pieces)),
        )
    )
    return {key: [next(results) for _ in each] for key, each in asked.items()}
