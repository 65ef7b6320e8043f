"""The table: what the acts of its log add up to. Nothing here reads a clock, a socket or a database."""

from dataclasses import dataclass
from typing import Any

import tafelrunde as tr
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.table import acts, fair
from tafelrunde.table.acts import AnyAct, Place, Settings

REMEMBERED_WORDS = 50


@dataclass
class Person:
    """Somebody at the table, by the public id of the session."""

    id: str
    name: str
    part: str


@dataclass(frozen=True)
class Step:
    """What one version brought: when, by which act, and how many events of the match there were after it."""

    at: float
    act: AnyAct
    events: int


class Table:
    """A table at a version. Made from its log; changed by `apply` and by nothing else."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.people: dict[str, Person] = {}
        self.places: list[Place] = []
        self.seats: list[int] = []
        self.steps: list[Step] = []
        self.match: Match | None = None
        self.host = self.secret = ""
        self.before: str | None = None
        self.following: str | None = None
        self.settings: Settings

    @classmethod
    def replay(cls, id: str, log: list[tuple[AnyAct, float]]) -> "Table":
        """The table that a log describes."""
        table = cls(id)
        for act, at in log:
            table.apply(act, at)
        return table

    @property
    def version(self) -> int:
        """How many acts there were."""
        return len(self.steps)

    @property
    def phase(self) -> str:
        """open, running or over."""
        if self.match is None:
            return "open"
        return "running" if self.match.result is None else "over"

    @property
    def game(self) -> Game:
        """The game that is played here, with its options."""
        assert self.match is not None
        return self.match.game

    def apply(self, act: AnyAct, at: float) -> None:
        """Let an act have happened. It has been decided before: here nothing is refused."""
        match act:
            case acts.Created():
                self.host, self.secret, self.before = act.person, act.secret, act.before
                self.settings, self.places = act.settings, list(act.places)
                self.people[act.person] = Person(act.person, act.name, "")
            case acts.Joined():
                self.people[act.person] = Person(act.person, act.name, act.part)
            case acts.Left():
                self._leave(act.person)
            case acts.Placed():
                self.places[act.place] = act.now
            case acts.Changed():
                self._change(act.settings)
            case acts.Started():
                self._start(act.seats)
            case acts.Moved():
                assert self.match is not None
                self.match.play(act.seat, act.move)
            case acts.Followed():
                self.following = act.table
            case acts.Said():
                pass
        self.steps.append(Step(at, act, self._event_count()))

    def _event_count(self) -> int:
        return 0 if self.match is None else self.match.event_count

    def _leave(self, person: str) -> None:
        """Before the game the places become free; during it a bot plays on for who left."""
        if self.match is None:
            self.people.pop(person, None)
            for number, place in enumerate(self.places):
                if place.person == person:
                    self.places[number] = Place()
        if self.host == person:
            self.host = next((other for other in self.people if other != person), person)

    def _change(self, settings: Settings) -> None:
        if settings.game != self.settings.game:
            self.places = resized(self.places, place_count(settings.game))
        self.settings = settings

    def _start(self, seats: list[int]) -> None:
        self.seats = seats
        options = self.settings.options | {"players": len(seats)}
        self.match = tr.load(self.settings.game, **options).new(self.seed())

    def seed(self) -> int:
        """The seed of the match, from the secret and everybody's part in the order of their coming."""
        return fair.seed(self.secret, self.parts())

    def parts(self) -> list[str]:
        """Everybody's own part of the deal."""
        return [person.part for person in self.people.values()]

    # who is who

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of the game that this person holds; several, if a family shares a device."""
        return [seat for seat, place in enumerate(self.seats) if person and self.places[place].person == person]

    def person_at(self, seat: int) -> str | None:
        """Who holds a seat of the game, if a person does."""
        return self.places[self.seats[seat]].person

    def level_at(self, seat: int) -> str:
        """The level of the bot that plays a seat, or would play it for an absent person."""
        return self.places[self.seats[seat]].level or "greedy"

    def words(self) -> list[tuple[int, acts.Said]]:
        """What was said last, with the versions."""
        said = [(number, step.act) for number, step in enumerate(self.steps, 1) if isinstance(step.act, acts.Said)]
        return said[-REMEMBERED_WORDS:]

    def record(self) -> dict[str, Any]:
        """The permanent record of a game that is over: how it was dealt, and every move."""
        assert self.match is not None and self.phase == "over"
        deal = {"secret": self.secret, "commitment": fair.commitment(self.secret), "parts": self.parts()}
        names = [self.name_at(seat) for seat in range(len(self.seats))]
        return self.match.record() | {"table": self.id, "deal": deal, "names": names, "result": self.match.result}

    def name_at(self, seat: int) -> str | None:
        """The name of the person at a seat; None for a bot."""
        person = self.person_at(seat)
        return self.people[person].name if person in self.people else None


def place_count(game: str) -> int:
    """How many places a table of this game has."""
    return int(max(tr.load(game).OPTIONS[0].choices))


def resized(places: list[Place], count: int) -> list[Place]:
    """As many places as asked for: those who sit keep theirs as far as there is room."""
    return (places + [Place() for _ in range(count)])[:count]
