"""One game being played: the state, the events so far, and the refusal of illegal moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tafelrunde.kernel import engine, seeds
from tafelrunde.kernel.errors import BadOption, BadPosition, IllegalMove, quoted, shown
from tafelrunde.kernel.fields import Fields, Value
from tafelrunde.kernel.targets import arrays
from tafelrunde.kernel.targets.native import compiling

if TYPE_CHECKING:
    from tafelrunde.kernel.game import Game
    from tafelrunde.kernel.targets.arrays import States

TABLE = -1
"""The seat number of the table itself, or of an onlooker, in compiled code; in Python it is None."""
RECORD_VERSION = 1
"""Of the form of records, and of how seeds become cards and dice: a record of another version cannot be replayed."""


def deep_copy(data: Any) -> Any:
    """A deep copy of JSON-ready data, so that whoever gets it may change it."""
    if isinstance(data, dict):
        return {key: deep_copy(value) for key, value in data.items()}
    return [deep_copy(value) for value in data] if isinstance(data, list) else data


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: what everybody may know, and what individual seats know in addition."""

    public: dict[str, Any]
    private: dict[int, dict[str, Any]] = field(default_factory=dict)


class Match:
    """A match. Made by `Game.new`, `from_position` or `replay`. Seats are numbers from 0.

    Whoever gets a view or an event may change it. Where many only read, `peek` and `peek_events` save the copies.

    >>> import tafelrunde as tr
    >>> match = tr.load("denkste").new(seed=7)
    >>> match.actors()                      # both choose at the same time
    [0, 1]
    >>> match.moves(1)
    ['stop 1', 'stop 2', 'stop 3', 'stop 4', 'stop 5', 'stop 6']
    >>> match.play(0, "go 4")
    >>> match.view(0)["go"], match.view(1)["go"]
    (4, None)
    >>> match.play(1, "stop 2")
    >>> match.events(since=2)[0]["type"], match.result
    ('moved', None)
    """

    def __init__(self, game: Game, states: States, seed: int) -> None:
        self.game = game
        self.states = states
        self._seed = seed
        self._start: States | None = None
        """The position that the record begins with, unless the seed tells it."""
        self._played: list[tuple[int | None, str]] = []
        self._events: list[dict[str, Any]] = []
        """As everybody may know them, numbered."""
        self._secrets: list[dict[int, dict[str, Any]]] = []
        """What individual seats know of each event in addition."""
        self._buffer = arrays.zeros("i4", game.MAX_MOVES)
        self._options = game.options
        self._forget()
        self._settle()

    def _forget(self) -> None:
        """The state has changed: what was found out about it no longer holds."""
        self._plain: dict[str, Any] | None = None
        self._public: dict[str, Any] | None = None
        self._acting: int | None = None
        """The seats that may act, a bit each."""
        self._legal: dict[int | None, list[int]] = {}
        self._judged: tuple[int | None, str, int] | None = None
        """The last move found legal, so that a move that is explained and then played is judged only once."""

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {len(self._played)} moves played>"

    # who may do what

    def actors(self) -> list[int]:
        """The seats that may act now, sorted; empty when the game is over."""
        acting = self._actors()
        return [seat for seat in range(self.game.players) if acting >> seat & 1]

    def _actors(self) -> int:
        if self._acting is None:
            self._acting = int(engine.actors(self.states))
        return self._acting

    def moves(self, seat: int | None) -> list[str]:
        """Every legal move of a seat in notation, in a stable order."""
        return [self.game.write(action) for action in self.actions(seat)]

    def actions(self, seat: int | None) -> list[int]:
        """Every legal move of a seat as an action number for compiled code."""
        if not self._is_seat(seat) or (seat is not None and not self._actors() >> seat & 1):
            return []
        found = self._legal.get(seat)
        if found is None:
            count = engine.moves(self.states, _number(seat), self._buffer)
            found = self._legal[seat] = self._buffer[:count].tolist()
        return found.copy()

    def effects(self, seat: int | None = None) -> list[dict[str, Any]]:
        """What moves would do to the pieces on the board, as far as that seat may know, JSON-ready.

        Each entry names its move; the other fields depend on the game. Empty for games without such pieces.
        """
        self._check_viewer(seat)
        return self.game.effects(self.states, seat, self.actions(seat))

    def blocked_moves(self, seat: int) -> list[tuple[dict[str, Any], IllegalMove]]:
        """For what the seat holds and cannot use now: moves with it, piece by piece, each with its refusal."""
        self._check_viewer(seat)
        found = []
        for blocked in self.game.blocked_moves(self.states, seat, self.actions(seat)):
            refusal = self.explain(seat, blocked["move"])
            assert refusal is not None, blocked
            found.append((blocked, refusal))
        return found

    def play(self, seat: int | None, move: str) -> None:
        """Play a move in notation. Raises IllegalMove if it is not legal; nothing has changed then."""
        action = self._action(seat, move)
        if isinstance(action, IllegalMove):
            raise action
        before = self._state()
        engine.act(self.states, _number(seat), action)
        self._forget()
        self._played.append((seat, self.game.write(action)))
        self._tell(self.game.report(before, seat, action, self._state()))
        self._settle()

    def explain(self, seat: int | None, move: str) -> IllegalMove | None:
        """None if the move is legal, otherwise the refusal that `play` would raise.

        >>> import tafelrunde as tr
        >>> match = tr.load("denkste").new(seed=7)
        >>> match.explain(0, "go 4") is None
        True
        >>> match.explain(0, "stop 1").rule
        'DK-03'
        """
        action = self._action(seat, move)
        return action if isinstance(action, IllegalMove) else None

    def _action(self, seat: int | None, move: str) -> int | IllegalMove:
        if not self._is_seat(seat):
            return IllegalMove.said(quoted(move), "no-seat", players=self.game.players)
        if self._judged is not None and self._judged[:2] == (seat, move):
            return self._judged[2]
        action = self.game.parse(move) if isinstance(move, str) and len(move) <= 100 else None
        if action is None:
            return IllegalMove.said(quoted(move), "unreadable", allowed=self.game.NOTATION)
        rule = int(engine.judge(self.states, _number(seat), action))
        if rule:
            return self.game.rulebook.refuse(move, rule)
        self._judged = seat, move, action
        return action

    def _is_seat(self, seat: object) -> bool:
        if seat is None:
            return self.game.TABLE_ACTS
        return type(seat) is int and 0 <= seat < self.game.players

    def _settle(self) -> None:
        """Take the steps that the table takes on its own, one by one, and record their events."""
        while True:
            before = self._state()
            step = int(engine.step(self.states))
            if step == 0:
                break
            self._forget()
            self._tell(self.game.report_step(before, step, self._state()))
        self._result = self._outcome()
        if self._result is not None and not (self._events and self._events[-1]["type"] == "over"):
            self._tell([Event({"type": "over", **self._result})])

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._events.append({"n": len(self._events), **event.public})
            self._secrets.append(event.private)

    def _state(self) -> dict[str, Any]:
        """The state in plain form."""
        if self._plain is None:
            self._plain = arrays.plain(self.states)
        return self._plain

    # what a seat may know

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """All that the seat may know, JSON-ready; for None, what everybody may know.

        What a view of each game has is in `docs/views.schema.json`.
        """
        view: dict[str, Any] = deep_copy(self.peek(seat))
        return view

    def peek(self, seat: int | None = None) -> dict[str, Any]:
        """The view, for reading only: what several views have in common is one object."""
        self._check_viewer(seat)
        if self._public is None:
            head = {"game": self.game.name, "options": self._options, "seat": None, "result": self._result}
            self._public = head | self.game.public(self._state())
        private = {} if seat is None else self.game.private(self._state(), seat)
        return {**self._public, "seat": seat, **private}

    def events(self, since: int = 0, seat: int | None = None) -> list[dict[str, Any]]:
        """The events from number `since` on, as that seat may know them."""
        events: list[dict[str, Any]] = deep_copy(self.peek_events(since, seat))
        return events

    def peek_events(self, since: int = 0, seat: int | None = None) -> list[dict[str, Any]]:
        """The events, for reading only."""
        self._check_viewer(seat)
        first = max(since, 0)
        events = self._events[first:]
        for place, secrets in enumerate(self._secrets[first:] if seat is not None else ()):
            if seat in secrets:
                events[place] = events[place] | secrets[seat]
        return events

    @property
    def draws(self) -> int:
        """How many random numbers have been drawn so far."""
        draws: int = self._state()["chance"]
        return draws

    @property
    def event_count(self) -> int:
        """The number of events so far."""
        return len(self._events)

    def moves_by(self, seat: int | None) -> int:
        """How many moves this seat has played."""
        return sum(who == seat for who, _ in self._played)

    def _check_viewer(self, seat: object) -> None:
        if seat is not None and not self._is_seat(seat):
            raise ValueError(f"no seat {shown(seat)}: there are 0 to {self.game.players - 1}, and None for an onlooker")

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._result is not None

    @property
    def result(self) -> dict[str, Any] | None:
        """None while the game goes on, then the winners and scores."""
        result: dict[str, Any] | None = deep_copy(self._result)
        return result

    def _outcome(self) -> dict[str, Any] | None:
        scores = arrays.zeros("i4", 8)
        winners = int(engine.outcome(self.states, scores))
        if winners < 0:
            return None
        seats = range(self.game.players)
        return {
            "winners": [seat for seat in seats if winners >> seat & 1],
            "scores": scores[: self.game.players].tolist(),
        }

    # copies and text forms

    def copy(self) -> Match:
        """An independent copy."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.states, twin._buffer = self.states.copy(), arrays.zeros("i4", self.game.MAX_MOVES)
        twin._played, twin._events, twin._secrets = self._played.copy(), self._events.copy(), self._secrets.copy()
        return twin

    def resample(self, seat: int | None, seed: int) -> Match:
        """A match that this seat cannot tell from this one: everything it does not know is redrawn from the seed.

        >>> import tafelrunde as tr
        >>> match = tr.load("dog").new(seed=7)
        >>> other = match.resample(0, seed=1)
        >>> other.view(0) == match.view(0), other.view(1) == match.view(1)
        (True, False)
        """
        self._check_viewer(seat)
        number = Value(seed, "seed", BadOption).integer(0, seeds.MAX_SEED)
        states = self.states.copy()
        with compiling(self.game.name, "resample"):
            engine.resample(states, _number(seat), *map(arrays.word, seeds.key_of(number)))
        twin = self._going_on_from(states, number)
        own = _number(seat)
        twin._secrets = [{own: secrets[own]} if own in secrets else {} for secrets in self._secrets]
        return twin

    def reseeded(self, seed: int) -> Match:
        """A match that has come as far as this one, to which chance brings from now on what follows from the seed."""
        number = Value(seed, "seed", BadOption).integer(0, seeds.MAX_SEED)
        states = self.states.copy()
        states["key"][0], states["chance"][0] = seeds.key_of(number), 0
        return self._going_on_from(states, number)

    def draws_chance(self, seat: int, move: str) -> bool:
        """Whether chance has a part in what a legal move brings about."""
        states = self.states.copy()
        engine.act(states, seat, self.game.parse(move))
        while engine.step(states):
            pass
        return bool(states["chance"][0] != self.states["chance"][0])

    def _going_on_from(self, states: States, seed: int) -> Match:
        """A copy with another state, at which its record begins."""
        twin = self.copy()
        twin.states, twin._seed, twin._played = states, seed, []
        twin._start = states.copy()
        twin._forget()
        return twin

    def position(self) -> dict[str, Any]:
        """The complete position including everything hidden, JSON-ready: `from_position` starts from it."""
        return _position(self.game, self._state())

    def record(self) -> dict[str, Any]:
        """The whole match, JSON-ready: `replay` plays it again."""
        head: dict[str, Any] = {"version": RECORD_VERSION, "game": self.game.name}
        head |= {"options": self.game.options, "seed": self._seed}
        start = {} if self._start is None else {"position": _position(self.game, arrays.plain(self._start))}
        return head | start | {"moves": [[seat, move] for seat, move in self._played]}


def _position(game: Game, state: dict[str, Any]) -> dict[str, Any]:
    chance = {"seed": state["key"][1] << 64 | state["key"][0], "chance": state["chance"]}
    position: dict[str, Any] = deep_copy(game.position(state))
    return {"game": game.name, "options": game.options} | position | chance


def from_position(game: Game, fields: Fields) -> Match:
    """A match that starts from a position."""
    state = game.empty_state()
    seed = fields.get("seed", 0).integer(0, seeds.MAX_SEED)
    state["key"] = list(seeds.key_of(seed))
    state["chance"] = fields.get("chance", 0).integer(0, 2**63 - 1)
    game.place(fields, state)
    fields.done()
    states = arrays.packed(game.STATE, state)
    with compiling(game.name, "sound"):
        sound = engine.sound(states)
    if not sound:
        raise BadPosition("impossible", "position")
    match = Match(game, states, seed)
    match._start = match.states.copy()
    return match


def replay_moves(match: Match, moves: Value) -> Match:
    """Play the moves of a record."""
    for number, entry in enumerate(moves.items(0, 10**9), 1):
        seat, move = (part.raw for part in entry.items(2))
        refusal = match._action(seat, move)  # type: ignore[arg-type]  # judged before it is believed
        if isinstance(refusal, IllegalMove):
            said = IllegalMove.said(quoted(move), "in-record", number=number, reason="{reason}")
            texts = {lang: text.replace("{reason}", refusal.texts[lang]) for lang, text in said.texts.items()}
            raise IllegalMove(quoted(move), refusal.rule, texts)
        match.play(seat, move)  # type: ignore[arg-type]
    return match


def _number(seat: int | None) -> int:
    return TABLE if seat is None else seat
