"""Updates tell only what has changed; together with what was told before they say exactly what a snapshot says."""

import json
import random

import pytest

import tafelrunde as tr
from tafelrunde.server.tables.audience import Audience
from tafelrunde.table import acts, visibility, wishes
from tafelrunde.table.acts import Place
from tests.parts import parts
from tests.protocol_client import Message
from tests.server.support.hubs import RecordingSubscriber
from tests.table.sessions import GUEST, HOST, ONLOOKER, Session, fewest

MOVES = 120
WATCHING = (HOST, HOST, GUEST, ONLOOKER, ONLOOKER)
"""Who is connected; some of them twice."""


class Room:
    """A table with its audience: after everything that happens, everybody is told."""

    def __init__(self, game: str, seed: int) -> None:
        self.choice = random.Random(seed)
        own, empty = Place("person", HOST), len(Session(game).table.places) - fewest(game)
        places = [own, Place(), *[own] * (fewest(game) - 2), *[Place("empty")] * empty]
        self.session = Session(game, places, take_back=True, memory_aid=bool(seed % 2))
        self.session.join(GUEST, ONLOOKER).ask(GUEST, wishes.Sit(1))
        self.audience = Audience(self.session.table, self._due, str)
        self.listeners: list[RecordingSubscriber] = []

    def _due(self, seat: int) -> float | None:
        return None if seat else self.session.now + 7

    def enter(self, person: str, after: int = 0) -> RecordingSubscriber:
        subscriber = RecordingSubscriber(person)
        self.audience.add(subscriber)
        self.audience.send_snapshot(subscriber, after, "", self.session.now)
        return subscriber

    def tell(self) -> None:
        """Everybody is told, and knows what somebody new is told."""
        self.audience.broadcast(self.session.now)
        for listener in self.listeners:
            fresh = self.enter(listener.person)
            assert known(listener.last()) == known(fresh.last())
            self.audience.remove(fresh)

    def happen(self) -> None:
        """Something happens: a move, a move that is taken back, words, or time that passes."""
        table, choice = self.session.table, self.choice
        covering = visibility.next_covering(table, self.session.now)
        if covering is not None and choice.random() < 0.5:
            self.session.now = covering + 0.01
            return
        self.session.now += choice.choice((0.4, 2.0, 6.0))
        if table.taker is not None and choice.random() < 0.4:
            person, seat = table.taker
            self.session.ask(person, wishes.TakeBack(seat))
        elif choice.random() < 0.1:
            self.session.ask(GUEST, wishes.Say("hello"), wishes.Mute(HOST, choice.random() < 0.5))
        else:
            assert table.match is not None
            seat = choice.choice(table.match.actors())
            self.session.happen(acts.Moved(seat, choice.choice(table.match.moves(seat)), "person"))


def known(told: Message) -> str:
    """All that somebody knows, but for what happened and which message said so."""
    seats = {
        seat: {part: value for part, value in seen.items() if part not in ("events", "since")}
        for seat, seen in told["seats"].items()
    }
    return json.dumps([told["version"], told["mark"], told["lobby"], seats], sort_keys=True)


def events(listener: RecordingSubscriber) -> dict[str, list[tuple[int, str]]]:
    """What somebody was told of what happened, as a client keeps it."""
    kept: dict[str, list[tuple[int, str]]] = {}
    for message in map(json.loads, listener.frames):
        for seat, seen in message.get("seats", {}).items():
            before = [] if message["after"] == 0 else kept.get(seat, [])
            latest = [(event["n"], event["type"]) for event in seen["events"]]
            kept[seat] = [event for event in before if event[0] < seen["since"]] + latest
    return kept


@pytest.mark.parametrize("seed", parts(8))
@pytest.mark.parametrize("game", tr.games())
def test_changes_add_up_to_the_snapshot(game: str, seed: int) -> None:
    room = Room(game, seed)
    room.listeners = [room.enter(person) for person in WATCHING[::2]]
    room.session.deal()
    room.session.now += 10
    room.tell()
    for number in range(MOVES):
        if number == 10:  # their second device
            room.listeners += [room.enter(person) for person in WATCHING[1::2]]
        if room.session.table.phase == "over":
            break
        room.happen()
        room.tell()
    for listener in room.listeners:
        fresh = room.enter(listener.person)
        assert events(listener) == events(fresh)
    for person in WATCHING:
        assert len({id(each.told) for each in room.listeners if each.person == person}) <= 1, (
            "they share what is encoded"
        )


def test_only_what_has_changed_is_told() -> None:
    room = Room("denkste", 1)
    anna = room.enter(HOST)
    room.session.deal()
    room.audience.broadcast(room.session.now)
    assert anna.message(-1)["whole"], "seats that were not there before"
    room.session.now += 10
    room.session.ask(HOST, wishes.Play(0, "go 4"))
    room.audience.broadcast(room.session.now)
    update = anna.message(-1)
    assert (update["number"], update["whole"]) == (2, False)
    assert update["lobby"] == {"version": update["version"]}
    seen = update["seats"]["0"]
    assert seen["view"] == {"go": 4, "go_set": True} and seen["moves"] == [] and "effects" not in seen
    room.audience.tell_all(HOST)
    room.audience.broadcast(room.session.now)
    assert (anna.message(-1)["whole"], anna.message(-1)["after"]) == (True, 0), "with other eyes, everything"
