"""What the tests of the table share: a session of people at a table, with a clock that is moved by hand."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tafelrunde.table import acts, fair_deal, permissions, wishes
from tafelrunde.table.acts import AnyAct, Place, Settings
from tafelrunde.table.clock import Clock
from tafelrunde.table.fair_deal import part_commitment
from tafelrunde.table.table import Table
from tafelrunde.table.wishes import AnyWish, Refusal

HOST, GUEST, ONLOOKER, STRANGER, REMOVED = "host", "guest", "onlooker", "stranger", "removed"
SECRET = "0123456789abcdef0123456789abcdef"
"""The same deal in every run."""
GAMES = ["beam-me-up", "biberbande", "biesti-boys", "denkste", "dog"]


def part_of(person: str, round: int = 1) -> str:
    """Somebody's part of the deal: the same in every run."""
    return hashlib.sha256(f"{person} {round}".encode()).hexdigest()[:32]


class Session:
    """A table with its log. `ask` is a wish that must happen, `refused` one that must not."""

    def __init__(self, game: str, places: list[Place] | None = None, id: str = "t1", **settings: Any) -> None:
        self.now = 1000.0
        self.log: list[tuple[AnyAct, float]] = []
        self.table = Table(id)
        own = part_commitment(part_of(HOST))
        opened = permissions.created(HOST, "Hanna", _settings(game, settings), places, None, own)
        assert isinstance(opened, acts.Created), opened
        self.happen(replace(opened, secret=SECRET))

    def happen(self, *done: AnyAct) -> None:
        """Let acts have happened now."""
        for act in done:
            self.table.apply(act, self.now)
            self.log.append((act, self.now))

    def decide(self, person: str, wish: AnyWish) -> list[AnyAct] | Refusal:
        """What would become of a wish now."""
        return permissions.decide(self.table, person, wish, self.now)

    def ask(self, person: str, *asked: AnyWish) -> "Session":
        """Wishes that are granted."""
        for wish in asked:
            decided = self.decide(person, wish)
            assert not isinstance(decided, Refusal), (wish, decided)
            assert decided, "a granted wish becomes one act at least"
            self.happen(*decided)
        return self

    def refused(self, person: str, wish: AnyWish) -> str:
        """The code with which a wish is refused; nothing has changed then."""
        decided = self.decide(person, wish)
        assert isinstance(decided, Refusal), (wish, decided)
        assert decided.texts["de"] and decided.texts["en"] and "{" not in decided.texts["de"] + decided.texts["en"]
        return decided.code

    def join(self, *people: str) -> "Session":
        """People come, each with a part of their own."""
        for person in people:
            self.ask(person, wishes.Join(person.title(), part_commitment(part_of(person))))
        return self

    def deal(self) -> "Session":
        """The host starts, and everybody reveals their part."""
        self.ask(self.table.host, wishes.Start())
        while self.table.phase == "dealing":
            person = self.table.rounds[-1].missing[0].person
            self.ask(person, self.reveal(person))
        return self

    def reveal(self, person: str) -> wishes.Reveal:
        """What somebody's client does as soon as it is told of the lock, with a fresh commitment."""
        number = len(self.table.rounds)
        lock = fair_deal.digest(self.table.rounds[-1].lock(self.table.terms()))
        return wishes.Reveal(lock, part_of(person, number), part_commitment(part_of(person, number + 1)))

    def begin(self, *people: str, players: int) -> "Session":
        """The host and these people sit down, bots take the other seats, the game begins and the countdown is over."""
        self.ask(HOST, wishes.Sit(0))
        for number, person in enumerate(people, 1):
            self.join(person).ask(person, wishes.Sit(number))
        for number, place in enumerate(self.table.places):
            if place.kind == "open":
                kind: Any = ("bot", "random") if number < players else ("empty", None)
                self.ask(HOST, wishes.SetPlace(number, *kind))
        self.deal()
        self.now += 10
        return self

    def play_on(
        self,
        choice: random.Random,
        most: int = 10**9,
        pauses: tuple[float, ...] = (0.4, 2.0, 6.0),
        avoid: tuple[str, ...] = (),
    ) -> Iterator[acts.Moved]:
        """Random moves of all seats (and of the table), each of them after it has happened."""
        match = self.table.match
        assert match is not None
        for _ in range(most):
            actors: list[int | None] = [*match.actors()]
            if match.moves(None) and choice.random() < 0.3:
                actors = [None]
            if not actors:
                return
            seat = choice.choice(actors)
            moves = match.moves(seat)
            text = choice.choice([move for move in moves if move not in avoid] or moves)
            move = acts.Moved(seat, text, "table" if seat is None else "bot")
            self.now += choice.choice(pauses)
            self.happen(move)
            yield move

    def to_the_end(self, seed: int = 1) -> "Session":
        """Play the game to its end."""
        for _ in self.play_on(random.Random(seed)):
            pass
        assert self.table.phase == "over"
        return self


def _settings(game: str, more: dict[str, Any]) -> Settings:
    return Settings(game, more.pop("options", {}), **more)


def fewest(game: str) -> int:
    """How many play at least."""
    return 4 if game == "dog" else 2


def racing(**options: str) -> Session:
    """Biesti Boys for two, just started; the host sits at 0, a guest at 1."""
    session = Session("biesti-boys", options=options).begin(GUEST, players=2)
    session.now = session.table.started_at
    return session


def lay(session: Session, seat: int) -> wishes.Play:
    assert session.table.match is not None
    return wishes.Play(seat, session.table.match.moves(seat)[0])


def drive(session: Session, clock: Clock, present: set[str], most: int = 10**9) -> list[tuple[float, acts.Moved]]:
    """Let the clock play, as the server does: the moves with their times, until nothing is due any more."""
    played: list[tuple[float, acts.Moved]] = []
    clock.update(session.table, present, session.now)
    while len(played) < most and (at := clock.next()) is not None:
        session.now = max(session.now, at)
        for act in clock.due_moves(session.table, session.now):
            session.happen(act)
            played.append((session.now, act))
        clock.update(session.table, present, session.now)
    return played
