"""The Python interface that all games share: options, notation, views, positions."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tafelrunde.kernel import engine, seeds
from tafelrunde.kernel.errors import BadOption
from tafelrunde.kernel.facts import Facts
from tafelrunde.kernel.fields import Fields, Option, Value, read_options
from tafelrunde.kernel.languages import fill
from tafelrunde.kernel.match import Event, Match, deep_copy
from tafelrunde.kernel.rulebook import Rulebook
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.arrays import Layout, States
from tafelrunde.kernel.targets.native import compiling

if TYPE_CHECKING:
    from tafelrunde.kernel.batch.batch import Batch
    from tafelrunde.kernel.targets.playouts import Playouts

WARM_UP_MOVES = 60
"""So many moves from the beginning of a game call all compiled code that playing needs."""
DEVICES = ("cpu", "cuda")
"""Where many games at once are played."""
SEATS = frozenset(("seat", "seats", "starter", "dealer", "owner", "other", "to", "winners"))
"""What in events and labels is a seat, or several."""


class Game(ABC):
    """A game with its options chosen: what `load` gives. Each game has one subclass, in `games/<game>/game.py`.

    >>> import tafelrunde as tr
    >>> game = tr.load("denkste", players=3)
    >>> game.options
    {'players': 3, 'haste_gedacht': False, 'rings': [24, 16, 8]}
    >>> game.NOTATION
    'go 4 · stop 2 · stop 2 5 · stop 1 3 3'
    >>> print(game.describe(game.new(seed=7).view(), "en"))
    Seat 0: level 1, field 0 of 24, holds the Go card
    Seat 1: level 1, field 0 of 24
    Seat 2: level 1, field 0 of 24, holds the Stop card
    """

    facts: ClassVar[Facts]
    OPTIONS: ClassVar[Sequence[Option]]
    STATE: ClassVar[Layout]
    ACTIONS: ClassVar[int]
    MAX_MOVES: ClassVar[int]
    KINDS: ClassVar[Sequence[str]]
    NOTATION: ClassVar[str]
    TABLE_ACTS: ClassVar[bool] = False
    EFFECTS_ARE_PUBLIC: ClassVar[bool] = False
    """Whether `effects` are the same for everybody."""
    first_seat = 0
    """What `tell` and `describe` call the first seat: programs count from 0, people from 1."""

    def __init__(self, **options: Any) -> None:
        self._options = read_options(self.OPTIONS, options)
        self.players: int = self._options["players"]
        self.rulebook = _rulebook(self._room())

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is its class and its options: so it can be sent to another process, or kept."""
        return _with, (type(self), self._options)

    @property
    def name(self) -> str:
        """The name under which it is loaded."""
        return self.facts.name

    @property
    def options(self) -> dict[str, Any]:
        """The full set of options, defaults filled in."""
        options: dict[str, Any] = deep_copy(self._options)
        return options

    @classmethod
    def _room(cls) -> Path:
        return Path(inspect.getfile(cls)).parent

    # what every game must provide

    @abstractmethod
    def fill(self, state: Any) -> None:
        """Write the options into a blank state."""

    @abstractmethod
    def parse(self, text: str) -> int | None:
        """The action for a text in notation; None if it is not a move of this game."""

    @abstractmethod
    def write(self, action: int) -> str:
        """An action in notation."""

    @abstractmethod
    def public(self, state: Any) -> dict[str, Any]:
        """All that everybody may know, JSON-ready. States are in plain form everywhere; only `place` may change one."""

    @abstractmethod
    def position(self, state: Any) -> dict[str, Any]:
        """The whole state, JSON-ready, without the game, options and seed."""

    @abstractmethod
    def place(self, fields: Fields, state: Any) -> None:
        """Read a position into a state that already holds the options; raise BadPosition if it is impossible."""

    @abstractmethod
    def report(self, before: Any, seat: int | None, action: int, after: Any) -> list[Event]:
        """The events caused by an action."""

    @abstractmethod
    def report_step(self, before: Any, step: int, after: Any) -> list[Event]:
        """The events caused by a step of the table."""

    @abstractmethod
    def describe(self, view: dict[str, Any], lang: str) -> str:
        """A view in words, for the terminal."""

    # what a game may provide in addition

    def private(self, state: Any, seat: int) -> dict[str, Any]:
        """The parts of the view that are different for this seat, as far as they are."""
        return {}

    def effects(self, states: States, seat: int | None, actions: Sequence[int]) -> list[dict[str, Any]]:
        """What moves would do to the pieces on the board, JSON-ready, so that clients need not know the rules.

        `actions` are the seat's legal ones. Returns only what the seat (None: everybody) may know.
        """
        return []

    def blocked_moves(self, states: States, seat: int, actions: Sequence[int]) -> list[dict[str, Any]]:
        """Illegal moves that a person would try with what the seat holds and cannot use, JSON-ready: each `move`, whose
        piece it would move (`seat`) and `from` where.

        `actions` are the seat's legal ones. Returns only what the seat may know.
        """
        return []

    # what a table does differently for some games

    def acting(self, view: dict[str, Any], actors: list[int]) -> list[int]:
        """The seats that may act, as far as everybody can tell; `actors` are those that really may."""
        return actors

    def awaited(self, view: dict[str, Any]) -> tuple[Any, ...]:
        """What the table's own move is waiting for, from public information; its clock restarts when this changes."""
        return ()

    def is_look(self, event: dict[str, Any]) -> bool:
        """In a game of memory: whether the event is somebody looking at a card."""
        return False

    def follow_looks(self, event: dict[str, Any], seat: int, at: float, looks: dict[int, float]) -> None:
        """In a game of memory: update the slots that the seat is looking at, each with its time, after an event."""

    def cover(self, view: dict[str, Any], seat: int | None, looks: Container[int]) -> None:
        """In a game of memory: cover all cards in a view except those that the seat is looking at."""

    def overtakes(self, event: dict[str, Any], move: str, view: dict[str, Any]) -> bool:
        """In a game without turns: whether the event got in ahead of this move by somebody with this view."""
        return False

    # what all games inherit

    def new(self, seed: int | None = None) -> Match:
        """A new match; without a seed, an unpredictable one is chosen.

        The same options, seed and moves give the same match on every machine.
        """
        number = seeds.random_seed() if seed is None else Value(seed, "seed", BadOption).integer(0, seeds.MAX_SEED)
        states = self.blank()
        engine.setup(states, *map(arrays.word, seeds.key_of(number)))
        return Match(self, states, seed=number)

    def blank(self) -> States:
        """A state in memory with only the options set."""
        return arrays.packed(self.STATE, self.empty_state())

    def empty_state(self) -> dict[str, Any]:
        """The same in plain form. Who plays needs one: before the first, the rules are compiled."""
        with compiling(self.name, "rules") as fresh:
            if fresh:
                self._compile()
        state = arrays.blank(self.STATE)
        state["players"] = self.players
        self.fill(state)
        return state

    def playouts(
        self,
        games: int = 1000,
        seed: int = 0,
        threads: int = 1,
        kinds: bool = False,
        first: int = 0,
        device: str = "cpu",
    ) -> Playouts:
        """Complete random games in compiled code, numbered from `first`; the same on any number of threads, and with
        `device="cuda"` on a graphics card.

        >>> import tafelrunde as tr
        >>> found = tr.load("denkste").playouts(games=1000, seed=7)
        >>> found.games, sum(found.wins), found.decisions == sum(found.lengths.tolist())
        (1000, 1000, True)
        """
        from tafelrunde.kernel.targets.playouts import play

        return play(self, games, seed, threads, kinds, first, device)

    def batch(self, games: int, seed: int = 0, threads: int = 0, device: str = "cpu") -> Batch:
        """So many games side by side, one decision in each at every step; 0 threads are as many as there are cores.

        With `device="cuda"` games and arrays are on a graphics card, and the arrays are CuPy's.
        """
        if Value(device, "device", BadOption).choice(DEVICES) == "cuda":
            from tafelrunde.kernel.targets.gpu.batch import CudaBatch

            return CudaBatch(self, games, seed)
        from tafelrunde.kernel.batch.batch import Batch

        return Batch(self, games, seed, threads)

    def tell(self, event: dict[str, Any], lang: str) -> str:
        """An event in words: the first wording for its type whose placeholders can all be filled in."""
        values = {key: _spoken(value) for key, value in self._counted(event).items()}
        for wording in self.rulebook.texts.wordings("event", event["type"], lang):
            try:
                return fill(wording, values, lang)
            except KeyError:
                continue
        raise KeyError(event["type"])

    def label(self, key: str, lang: str, **values: Any) -> str:
        """A text of the game in a language."""
        return self.rulebook.texts.say("label", key, lang, **self._counted(values))

    def _counted(self, values: dict[str, Any]) -> dict[str, Any]:
        """The same with seats counted from `first_seat`."""
        if self.first_seat == 0:
            return values
        return {key: _later(value, self.first_seat) if key in SEATS else value for key, value in values.items()}

    def kind_name(self, kind: str, lang: str) -> str:
        """A kind of action in a language."""
        return self.rulebook.texts.say("kind", kind, lang)

    def _compile(self) -> None:
        """Compile everything needed for playing, so that no move has to wait for it: the first moves need it all."""
        match = self.new(seed=0)
        for _ in range(WARM_UP_MOVES):
            for seat in match.actors()[:1]:
                match.view(seat)
                match.effects(seat)
                match.explain(seat, self.write(0))
                match.play(seat, match.moves(seat)[0])


def _with(game: type[Game], options: dict[str, Any]) -> Game:
    return game(**options)


@cache
def _rulebook(room: Path) -> Rulebook:
    return Rulebook(room)


def _later(seats: Any, by: int) -> Any:
    if isinstance(seats, list):
        return [seat + by for seat in seats]
    return seats + by if isinstance(seats, int) else seats


def _spoken(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_spoken(entry) for entry in value)
    return "–" if value is None else str(value)
