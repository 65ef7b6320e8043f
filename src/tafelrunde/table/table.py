"""The table: the state that results from its log of acts. Nothing here reads a clock, a socket or a database."""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match
from tafelrunde.table import acts
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.fair_deal import Round, Terms
from tafelrunde.table.people.budget import Budget, Role

CHAT_LENGTH = 50

T = TypeVar("T")


@dataclass
class Person:
    """Somebody at the table, identified by the public id of their session.

    `commitment` is to their part of the next deal; empty if they contribute none. `here` says whether they have joined
    and not left; lost connections are not in the log.
    """

    id: str
    name: str
    commitment: str
    here: bool = True


@dataclass(frozen=True)
class Request:
    """What somebody who waits to be let in will join with."""

    name: str
    commitment: str


@dataclass(frozen=True)
class LogEntry:
    """One version: when it happened, by which act, and how many events the match had after it."""

    at: float
    act: AnyAct
    events: int


@dataclass(frozen=True)
class Earlier:
    """The match before a move that can be taken back, and who made it with which seat."""

    match: Match
    person: str
    seat: int


class Table:
    """A table at a version, built from its log and changed only by `apply`.

    `phase` is open, dealing (from the lock until all parts are revealed), running or over. `arranged` is the version of
    the last act that was not just part of the game: since then the same people have been at the same places.
    `series` is the first of a series of rematches: people keep their ids in it. `rounds` are the attempts to deal: the
    last one counts. `steps` are the deal and every move that was not taken back, each with its version. `budget` counts
    everybody's acts other than moves, `moves_made` all moves, also those taken back. `tapped` says whether somebody has
    tapped since the last move. `requests` are those who wait to be let in, `votes` who wants a bot to play for whom.
    `former` has the places that people had in the running game until a bot got them: they know what was hidden there.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.phase, self.arranged = "open", 0
        self.people: dict[str, Person] = {}
        self.removed: set[str] = set()
        self.requests: dict[str, Request] = {}
        self.votes: dict[str, set[str]] = {}
        self.former: dict[str, set[int]] = {}
        self.places: list[Place] = []
        self.seats: list[int] = []
        self.rounds: list[Round] = []
        self.names: list[str | None] = []
        self.log: list[LogEntry] = []
        self.steps: list[tuple[int, LogEntry]] = []
        self.budget = Budget()
        self.match: Match | None = None
        self.host = self.opener = self.secret = self.code = self.origin = ""
        self.series = id
        self.is_host_stand_in = False
        """Whether the host is one only because the one before was gone for too long."""
        self.before: str | None = None
        self.following: str | None = None
        self.rematch_by: str | None = None
        self.ended_by: str | None = None
        self.started_at = 0.0
        self.paused_until = 0.0
        self.tapped = False
        self.moves_made = 0
        self.settings: Settings
        self.hushed: set[str] = set()
        self._earlier: list[Earlier] = []
        """For each of the latest moves that can be taken back, the last one first to be taken back."""
        self._muted: set[tuple[str, str]] = set()
        self.said: deque[tuple[int, acts.Said]] = deque(maxlen=CHAT_LENGTH)

    @classmethod
    def replay(cls, id: str, log: list[tuple[AnyAct, float]]) -> "Table":
        """The table that a log describes."""
        table = cls(id)
        for act, at in log:
            table.apply(act, at)
        return table

    @property
    def version(self) -> int:
        """The number of acts so far."""
        return len(self.log)

    @property
    def is_too_long(self) -> bool:
        """Whether the table has ended the game after very many moves: it has no result."""
        return self.match is not None and self.phase == "over" and not self.match.is_over and self.ended_by is None

    def apply(self, act: AnyAct, at: float) -> None:
        """Apply an act. It has already been decided, so nothing is refused here."""
        self._count(act)
        match act:
            case acts.Moved():
                self._move(act, at)
            case acts.Created():
                self._create(act)
            case acts.Joined():
                self.people[act.person] = Person(act.person, act.name, act.commitment)
                self.requests.pop(act.person, None)
            case acts.Requested():
                self.requests[act.person] = Request(act.name, act.commitment)
            case acts.Dismissed():
                self._dismiss(act)
            case acts.Left():
                self._leave(act)
            case acts.Placed():
                self._place(act)
            case acts.Changed():
                self._change(act.settings)
            case acts.Locked():
                self._lock(act)
            case acts.Revealed():
                self._reveal(act)
            case acts.Started():
                self._start(at)
            case acts.TakenBack():
                self.match = self._earlier.pop().match
            case acts.Tapped():
                self.tapped = True
            case acts.Ended():
                self.ended_by = act.person
            case acts.Said():
                if act.phrase or act.text:  # what was said may have been forgotten
                    self.said.append((self.version + 1, act))
            case acts.Muted():
                _put(self._muted, (act.person, act.other), act.muted)
            case acts.Hushed():
                _put(self.hushed, act.other, act.hushed)
            case acts.HostChanged():
                self.host, self.is_host_stand_in = act.host, act.by == "table"
            case acts.Voted():
                _put(self.votes.setdefault(act.other, set()), act.person, act.out)
            case acts.Followed():
                self.following, self.rematch_by = act.table, act.person
        self.phase = self._phase()
        self._pass_on_host()
        self.log.append(LogEntry(at, act, 0 if self.match is None else self.match.event_count))
        if not isinstance(act, acts.InPlay):
            self.arranged = self.version
        if isinstance(act, acts.Step):
            self.steps.append((self.version, self.log[-1]))
        elif isinstance(act, acts.TakenBack):
            self.steps.pop()

    def _phase(self) -> str:
        if self.match is None:
            return "dealing" if self.rounds else "open"
        is_too_long = self.moves_made >= self.match.game.facts.most_moves
        return "over" if self.match.is_over or self.ended_by is not None or is_too_long else "running"

    def _count(self, act: AnyAct) -> None:
        """Count an act of a person against what they may do."""
        if isinstance(act, acts.Uncounted):
            return
        doer = act.by or act.person if isinstance(act, acts.Joined | acts.Left) else act.person
        is_coming = isinstance(act, acts.Joined | acts.Left | acts.Requested | acts.Dismissed) and doer != self.host
        self.budget.count("coming" if is_coming else self.role_of(doer), doer)

    def _create(self, act: acts.Created) -> None:
        self.host, self.opener = act.person, act.person
        self.secret, self.before, self.code = act.secret, act.before, act.code
        self.series, self.origin = act.series or self.id, act.origin
        self.settings, self.places = act.settings, list(act.places)
        self.people[act.person] = Person(act.person, act.name, act.commitment)
        for person, name in act.invited.items():
            self.people[person] = Person(person, name, "", here=False)

    def _leave(self, act: acts.Left) -> None:
        """Players keep their seats and a bot plays for them; anyone else is gone, and their places are open again."""
        if act.by != act.person and self.is_here(act.person):
            self.removed.add(act.person)
        self.votes.pop(act.person, None)
        if self.seats_of(act.person):
            self.people[act.person].here = False
            return
        del self.people[act.person]
        if self.match is None:
            self.places = [Place() if place.person == act.person else place for place in self.places]

    def _dismiss(self, act: acts.Dismissed) -> None:
        """Whom the host has declined stays out."""
        self.requests.pop(act.other, None)
        if act.person != act.other:
            self.removed.add(act.other)

    def _place(self, act: acts.Placed) -> None:
        """In a running game a person takes over from a bot or the other way round; the record names the last."""
        person = self.places[act.place].person
        if self.match is not None and person is not None:
            self.former.setdefault(person, set()).add(act.place)
            self.votes.pop(person, None)
        self.places[act.place] = act.now
        if act.place in self.seats:
            self.names[self.seats.index(act.place)] = self.name_at(act.place)

    def _pass_on_host(self) -> None:
        """If the host has left, somebody else becomes the host."""
        if not self.is_here(self.host):
            here = {person.id for person in self.people.values() if person.here}
            self.host, self.is_host_stand_in = self.heir(here) or self.host, False

    def heir(self, present: Collection[str]) -> str | None:
        """Who is the host if the host is not there: whoever sits first, before the game else whoever came first."""
        there = [person.id for person in self.people.values() if person.here and person.id in present]
        seated = {place.person for place in self.places}
        first = next((person for person in there if person in seated), None)
        return first or (there[0] if there and self.phase != "running" else None)

    def _change(self, settings: Settings) -> None:
        if settings.game != self.settings.game:
            self.places = resized(self.places, place_count(settings.game))
        if settings.entry == "locked":
            self.requests.clear()
        self.settings = settings

    def _lock(self, act: acts.Locked) -> None:
        """People who join or leave from now on change neither the deal nor the names in the record."""
        self.seats, self.secret = act.seats, act.secret
        self.names = [self.name_at(place) for place in act.seats]
        self.rounds.append(Round(len(self.rounds) + 1, act.secret, act.contributions))

    def _reveal(self, act: acts.Revealed) -> None:
        contribution = self.rounds[-1].of(act.person)
        assert contribution is not None
        self.rounds[-1].parts[contribution.seat] = act.part
        self.people[act.person].commitment = act.commitment

    def _start(self, at: float) -> None:
        self.started_at, self.match = at, self._game().new(self.seed())

    def _game(self) -> Game:
        """The game with the options that are chosen and as many players as there are seats."""
        return tr.load(self.settings.game, **self.settings.options | {"players": len(self.seats)})

    def _move(self, act: acts.Moved, at: float) -> None:
        assert self.match is not None
        before, pauses = self.match.event_count, self.match.game.facts.pauses
        self.tapped, earlier = False, self._before(act)
        if act.seat is not None:
            self.votes.pop(self.person_at(act.seat) or "", None)
        self.match.play(act.seat, act.move)
        self.moves_made += 1
        if earlier is None or not self._told_only_the_move(earlier.match):
            self._earlier.clear()
        else:
            self._earlier = [other for other in self._earlier if other.person == earlier.person] + [earlier]
        for event in self.match.peek_events(before) if pauses else ():
            if event["type"] in pauses:
                self.paused_until = at + pauses[event["type"]]

    # taking moves back

    @property
    def allows_take_back(self) -> bool:
        """Whether moves can be taken back at this table."""
        chosen = self.settings.take_back
        return self.is_against_bots() if chosen is None else chosen

    @property
    def taker(self) -> tuple[str, int] | None:
        """Who may take back the last move, and the seat that made it."""
        if not self._earlier or not self.allows_take_back or self.phase != "running":
            return None
        person, seat = self._earlier[-1].person, self._earlier[-1].seat
        return (person, seat) if self.person_at(seat) == person else None

    def _before(self, act: acts.Moved) -> Earlier | None:
        """What to keep of a move that somebody may want to take back."""
        person = None if act.seat is None or act.by != "person" else self.person_at(act.seat)
        if person is None or act.seat is None or self.match is None or not self.allows_take_back:
            return None
        return Earlier(self.match.copy(), person, act.seat)

    def _told_only_the_move(self, before: Match) -> bool:
        """Whether the last move told nobody more than the move itself, and nothing happened by chance."""
        assert self.match is not None
        is_drawn = self.match.draws != before.draws
        plain = self.match.game.facts.plain_events
        return not is_drawn and all(event["type"] in plain for event in self.match.peek_events(before.event_count))

    # the deal

    def terms(self) -> Terms:
        """What is dealt."""
        game = self._game()
        return Terms(self.origin or self.id, game.name, game.options)

    def seed(self) -> int:
        """The seed of the match, when all parts are revealed."""
        return self.rounds[-1].seed(self.terms())

    def deal(self) -> dict[str, Any]:
        """How the cards were dealt, JSON-ready: every round with its secret, its commitments and its parts."""
        return {"rounds": [round.shown() for round in self.rounds]}

    # who is who

    def is_here(self, person: str) -> bool:
        """Whether this person has joined the table and not left it."""
        return person in self.people and self.people[person].here

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of the game that this person holds; several if people share a device."""
        return [seat for seat, place in enumerate(self.seats) if person and self.places[place].person == person]

    def role_of(self, person: str) -> Role:
        """What somebody is at this table."""
        if person == self.host:
            return "host"
        return "player" if any(place.person == person for place in self.places) else "onlooker"

    def person_at(self, seat: int) -> str | None:
        """Who holds a seat of the game, if a person does."""
        return self.places[self.seats[seat]].person

    def is_against_bots(self) -> bool:
        """Whether all seats but one are bots'."""
        return sum(place.kind == "person" for place in self.places) == 1

    def name_at(self, place: int) -> str | None:
        """Who sits at a place; None for bots, which are called differently in each language."""
        taken = self.places[place]
        return taken.name or (self.people[taken.person].name if taken.person else None)

    def level_at(self, seat: int) -> str:
        """The level of the bot that plays a seat, or would play it for an absent person."""
        return self.places[self.seats[seat]].level or bots.usual(self.settings.game)

    def muted_by(self, person: str) -> list[str]:
        """The people whom somebody has muted."""
        return sorted(other for listener, other in self._muted if listener == person)

    def chat(self) -> list[tuple[int, acts.Said]]:
        """The latest chat messages with their versions, without those of hushed people."""
        return [(version, said) for version, said in self.said if said.person not in self.hushed]

    def record(self) -> dict[str, Any]:
        """The permanent record of a game that is over: how it was dealt, every move, and the result if it has one."""
        return self.recorder()()

    def recorder(self) -> Callable[[], dict[str, Any]]:
        """What writes the record, of how the table stands now: it may take a while, in any thread."""
        assert self.match is not None and self.phase == "over"
        table = self.origin or self.id
        told = {"table": table, "deal": self.deal(), "names": self.names, "result": self.match.result}
        match = self.match
        return lambda: match.record() | told


def _put(members: set[T], member: T, is_in: bool) -> None:
    """Add a member to a set, or remove it."""
    (members.add if is_in else members.discard)(member)


def place_count(game: str) -> int:
    """How many places a table for this game has."""
    return max(tr.load(game).facts.players)


def resized(places: list[Place], count: int) -> list[Place]:
    """This many places: those taken are kept as far as there is room."""
    return (places + [Place() for _ in range(count)])[:count]
