"""What subscribers are sent does not depend on what they cannot know."""

import copy
import random

import pytest

import tafelrunde as tr
from tafelrunde.server.tables.audience import Audience
from tafelrunde.table import acts, permissions, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.table import Table, place_count
from tests import every
from tests.server.support.hubs import RecordingSubscriber


@pytest.mark.parametrize("game", tr.games())
def test_frames_do_not_depend_on_what_is_hidden(game: str) -> None:
    """Snapshots, updates, catch-up and refusals of tables that differ only in what is hidden from the subscriber."""
    choice = random.Random(7)
    count = tr.load(game).OPTIONS[0].choices[0]
    places = [Place("person", f"p{seat}") for seat in range(count)] + [Place("empty")] * (place_count(game) - count)
    opened = acts.Created("p0", "P0", Settings(game, {}), places, "secret")
    log: list[tuple[acts.AnyAct, float]] = [(opened, 1.0)]
    log += [(acts.Joined(f"p{seat}", f"P{seat}", ""), 2.0) for seat in range(1, count)]
    log += [(acts.Locked("p0", list(range(count)), "secret", []), 3.0), (acts.Started("p0"), 3.0)]
    table = Table.replay("t", log)
    compared = 0
    for moment in range(10, 200):
        match = table.match
        assert match is not None
        if not match.actors():
            break
        for person in (*(f"p{seat}" for seat in range(count)), "onlooker"):
            seat = next(iter(table.seats_of(person)), None)
            twin = copy.copy(table)
            twin.match = match.resample(seat, seed=choice.getrandbits(64))
            after = choice.choice([0, table.version - 1, table.version])
            assert frames(twin, person, after, moment) == frames(table, person, after, moment)
            compared += twin.match.states.tobytes() != match.states.tobytes()
            for _ in range(5):
                wish = wishes.Play(choice.randrange(count), match.game.write(choice.randrange(match.game.ACTIONS)))
                one, other = (permissions.decide(each, person, wish, moment) for each in (table, twin))
                assert every.canonical(str(one)) == every.canonical(str(other))
        actor = choice.choice(match.actors())
        table.apply(acts.Moved(actor, choice.choice(match.moves(actor)), "person"), float(moment))
    assert compared > 10


def frames(table: Table, person: str, after: int, now: float) -> list[bytes]:
    """What somebody is sent who connects, and then gets an update."""
    subscriber = RecordingSubscriber(person)
    audience = Audience(table, lambda seat: None, str)
    audience.add(subscriber)
    audience.send_snapshot(subscriber, after, "", now)
    audience.broadcast(now)
    subscriber.told = None
    audience.broadcast(now)
    return subscriber.frames
