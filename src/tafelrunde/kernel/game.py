"""The Python face that all games share: options, text in and out, views, positions, random games by the thousand."""

import inspect
import time
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from tafelrunde.kernel import engine, seeds
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.events import Event, fresh
from tafelrunde.kernel.facts import Facts
from tafelrunde.kernel.fields import Fields, Value
from tafelrunde.kernel.match import Match
from tafelrunde.kernel.options import Option, read_options
from tafelrunde.kernel.rulebook import Rulebook
from tafelrunde.kernel.targets.native import compiling

States = npt.NDArray[np.void]
"""An array of one state record (or more)."""


@dataclass(frozen=True)
class Playouts:
    """What complete random games came to."""

    games: int
    decisions: int
    seconds: float
    wins: list[int]
    scores: list[float]
    lengths: npt.NDArray[np.int64]
    kinds: dict[str, int]


class Game(ABC):
    """A game with its options chosen. Each room under `games/` has one subclass, in its `game.py`."""

    facts: ClassVar[Facts]
    OPTIONS: ClassVar[Sequence[Option]]
    STATE: ClassVar[np.dtype[np.void]]
    ACTIONS: ClassVar[int]
    MAX_MOVES: ClassVar[int]
    KINDS: ClassVar[Sequence[str]]
    NOTATION: ClassVar[str]
    TABLE_ACTS: ClassVar[bool] = False

    def __init__(self, **options: Any) -> None:
        self._options = read_options(self.OPTIONS, options)
        self.players: int = self._options["players"]
        self.rulebook = _rulebook(self._room())
        with compiling(self.name, "rules") as fresh:
            if fresh:
                self._compile()

    @property
    def name(self) -> str:
        """The name by which it is loaded."""
        return self.facts.name

    @property
    def options(self) -> dict[str, Any]:
        """The full set of options, defaults filled in."""
        options: dict[str, Any] = fresh(self._options)
        return options

    @classmethod
    def _room(cls) -> Path:
        return Path(inspect.getfile(cls)).parent

    # what a game has to say

    @abstractmethod
    def fill(self, state: Any) -> None:
        """Write the options into a blank state record."""

    @abstractmethod
    def parse(self, text: str) -> int | None:
        """The action that the notation means; None if it is none of this game."""

    @abstractmethod
    def write(self, action: int) -> str:
        """An action in notation."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """All that the seat may know, JSON-ready. As for reports, the state is plain and stays as it is."""

    @abstractmethod
    def position(self, state: Any) -> dict[str, Any]:
        """The whole state, JSON-ready, without game, options and seed."""

    @abstractmethod
    def place(self, fields: Fields, state: Any) -> None:
        """Read a position into a state record that holds the options; raise BadPosition where it cannot be."""

    @abstractmethod
    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        """What happened by an action."""

    @abstractmethod
    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        """What happened by a step of the table."""

    @abstractmethod
    def words(self, view: dict[str, Any], lang: str) -> str:
        """A view in words, for the terminal."""

    # what a game may say in addition

    def effects(self, states: States, seat: int | None, actions: Sequence[int]) -> list[dict[str, Any]]:
        """What moves do to the pieces on the board, JSON-ready, so that whoever draws it need not know the rules.

        `actions` are the legal ones of the seat. Only what the seat (None: everybody) may know is told.
        """
        return []

    # what a table may have to do differently for a game

    def acting(self, view: dict[str, Any], actors: list[int]) -> list[int]:
        """The seats that may act, as far as everybody can see it; `actors` are those that really may."""
        return actors

    def awaited(self, view: dict[str, Any]) -> tuple[Any, ...]:
        """What the table's own move waits for, by what everybody sees; while it is the same, its time runs on."""
        return ()

    def is_look(self, event: dict[str, Any]) -> bool:
        """In a game of memory: whether somebody looks at a card."""
        return False

    def follow_looks(self, event: dict[str, Any], seat: int, at: float, looks: dict[int, float]) -> None:
        """In a game of memory: what an event does to the cards that the seat has just looked at, each with its time."""

    def cover(self, view: dict[str, Any], seat: int | None, looks: Container[int]) -> None:
        """In a game of memory: cover all cards in a view but those that the seat is looking at."""

    def overtakes(self, event: dict[str, Any], move: str, view: dict[str, Any]) -> bool:
        """Where everybody acts at once: whether the event took the place of the move of somebody with this view."""
        return False

    # what all games can do

    def new(self, seed: int | None = None) -> Match:
        """A new match; without a seed, one that nobody can guess."""
        number = seeds.fresh() if seed is None else Value(seed, "seed", BadOption).integer(0, seeds.MAX_SEED)
        states = self.blank()
        engine.setup(states, *map(np.uint64, seeds.words(number)))
        return Match(self, states, seed=number)

    def blank(self) -> States:
        """A state record with the options and nothing else."""
        states = np.zeros(1, self.STATE)
        states[0]["players"] = self.players
        self.fill(states[0])
        return states

    def playouts(
        self, games: int = 1000, seed: int = 0, threads: int = 1, kinds: bool = False, first: int = 0
    ) -> Playouts:
        """Complete random games in compiled code, numbered from `first`; the same on any number of threads."""
        games = Value(games, "games", BadOption).integer(1, 10**9)
        threads = Value(threads, "threads", BadOption).integer(1, 256)
        word = np.uint64(Value(seed, "seed", BadOption).integer(0, seeds.WORD))
        bounds = [first + games * i // threads for i in range(threads + 1)]
        shares = [_Share(self, word, low, high - low, kinds) for low, high in pairwise(bounds)]
        with compiling(self.name, "playouts") as fresh:
            if fresh:
                _Share(self, word, 0, 1, kinds).play()
        began = time.perf_counter()
        if threads == 1:
            shares[0].play()
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(_Share.play, shares))
        seconds = time.perf_counter() - began
        lengths = np.concatenate([share.lengths for share in shares])
        totals = sum(share.totals for share in shares)
        counts = sum(share.kinds for share in shares)
        return Playouts(
            games=games,
            decisions=int(lengths.sum()),
            seconds=seconds,
            wins=[int(n) for n in np.sum([share.wins for share in shares], axis=0)[: self.players]],
            scores=[float(total) / games for total in np.atleast_1d(totals)[: self.players]],
            lengths=lengths,
            kinds={name: int(n) for name, n in zip(self.KINDS, np.atleast_1d(counts), strict=False)} if kinds else {},
        )

    def tell(self, event: dict[str, Any], lang: str) -> str:
        """An event in words: the first wording of its type for which everything is known."""
        values = {key: _spoken(value) for key, value in event.items()}
        for wording in self.rulebook.texts.wordings("event", event["type"], lang):
            try:
                return wording.format(**values)
            except KeyError:
                continue
        raise KeyError(event["type"])

    def label(self, key: str, lang: str, **values: Any) -> str:
        """A text of the game in a language."""
        return self.rulebook.texts.say("label", key, lang, **values)

    def kind_name(self, kind: str, lang: str) -> str:
        """A kind of action in a language."""
        return self.rulebook.texts.say("kind", kind, lang)

    def _compile(self) -> None:
        """Compile everything that playing needs, so that no move has to wait."""
        match = self.new(seed=0)
        for seat in match.actors():
            match.moves(seat)
            match.effects(seat)
            match.explain(seat, self.write(0))
        seat = match.actors()[0]
        match.play(seat, match.moves(seat)[0])


class _Share:
    """One thread's share of many random games."""

    def __init__(self, game: Game, seed: np.uint64, first: int, games: int, kinds: bool) -> None:
        self.seed, self.first = seed, first
        self.states = np.concatenate([game.blank(), game.blank()])
        self.lengths = np.zeros(games, np.int64)
        self.buffer = np.zeros(game.MAX_MOVES, np.int32)
        self.scores = np.zeros(8, np.int32)
        self.wins = np.zeros(8, np.int64)
        self.totals = np.zeros(8, np.int64)
        self.kinds = np.zeros(len(game.KINDS) if kinds else 0, np.int64)

    def play(self) -> None:
        engine.playouts(
            self.states,
            self.seed,
            self.first,
            self.lengths,
            self.buffer,
            self.scores,
            self.wins,
            self.totals,
            self.kinds,
        )


@cache
def _rulebook(room: Path) -> Rulebook:
    return Rulebook(room)


def _spoken(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_spoken(entry) for entry in value)
    return "–" if value is None else str(value)
