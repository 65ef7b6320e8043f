"""People who want to spoil a table for others: under a false name, by a flood, by staying away, by not moving."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack, Refused
from tafelrunde.server.storage.listing import PER_ADDRESS
from tafelrunde.server.tables.hub import Hub
from tafelrunde.server.tables.live_table import LiveTable
from tafelrunde.server.tables.table_list import AWAY_SECONDS
from tafelrunde.table import permissions, visibility, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.people import members
from tafelrunde.table.table import Table
from tests.server.support.hubs import ManualTime, RecordingSubscriber, ask, open_table, running_hub
from tests.table.sessions import GUEST, HOST, ONLOOKER, STRANGER, Session

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    """A hub whose time is set by the test."""
    async with running_hub(Config(f"sqlite:///{tmp_path / 'games.db'}"), ManualTime()) as hub:
        yield hub


def twin(session: Session) -> Table:
    """The table read back from its log."""
    return Table.replay("t1", session.log)


# names


@pytest.mark.parametrize("name", ["Наnna", "Hаnna", "Han\u200dna", "ꓧanna", "𝐇anna\ufe0f"])
def test_nobody_looks_like_the_host(name: str) -> None:
    session = Session("dog")
    assert session.refused(GUEST, wishes.Join(name, "")) == "look-alike"
    assert session.refused(HOST, wishes.Sit(0, name)) == "look-alike"
    assert session.ask(GUEST, wishes.Join(" HANNA ", "")).table.people[GUEST].name == "HANNA 2"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "a\u115f", "\u0308", "Z" + "\u0335\u0336\u0337\u0338" * 4])
def test_nobody_is_invisible(name: str) -> None:
    assert Session("dog").refused(GUEST, wishes.Join(name, "")) == "bad-name"
    assert Session("dog").refused(HOST, wishes.Sit(0, name)) == "bad-name"


def test_nobody_takes_the_name_of_another_while_they_play() -> None:
    session = Session("denkste").begin(GUEST, players=2).join(ONLOOKER)
    assert session.ask(ONLOOKER, wishes.Join("Guest", "")).table.people[ONLOOKER].name == "Guest 2"
    assert session.refused(GUEST, wishes.Join("Hanna", "")) == "no-renaming"
    session.ask(GUEST, wishes.Leave(), wishes.Join("Hanna", ""))
    assert session.table.people[GUEST].name == "Guest", "whoever comes back is called as before"


# floods


def test_onlookers_cannot_silence_the_table() -> None:
    """Twenty onlookers who mute and unmute as long as they may: all others still may do everything."""
    session = Session("denkste").begin(GUEST, players=2)
    flood = [f"p{number}" for number in range(20)]
    session.join(*flood)
    for person in flood:
        for number in range(1000):
            decided = session.decide(person, wishes.Mute(HOST, number % 2 == 0))
            if isinstance(decided, wishes.Refusal):
                assert decided.code == "too-much"
                break
            session.happen(*decided)
        else:
            pytest.fail("there is no limit")
    assert session.table.version < 2000
    session.ask(HOST, wishes.Say("hello"), wishes.Hush(flood[0]), wishes.Remove(flood[1]), wishes.SetClock(30.0))
    session.ask(GUEST, wishes.Say("hello"), wishes.Mute(HOST)).join(STRANGER)


async def test_many_tables_do_not_bury_others_in_the_list(hub: Hub) -> None:
    """Ninety tables of one address, with their hosts there, are worth ten; one whose host is gone, none."""
    assert isinstance(hub.time, ManualTime)
    async with contextlib.AsyncExitStack() as tables:

        async def host(person: str, address: str) -> tuple[LiveTable, RecordingSubscriber]:
            opened = await hub.create(person, "Eve", Settings("dog", {}, public=True), None, "")
            live, subscriber = await tables.enter_async_context(hub.acquire(str(opened))), RecordingSubscriber(person)
            subscriber.payer = address, person
            await live.subscribe(subscriber, 0)
            return live, subscriber

        for number in range(90):
            if number == 45:
                honest, anna = await host("anna", "192.0.2.1")
            hub.time.moment += 0.1
            await host(f"eve {number % 30}", "203.0.113.9")
        await hub.table_list.settle()
        shown = [table["id"] for table in await hub.tables(0)]
        assert honest.table.id in shown[:2] and len(shown) == PER_ADDRESS + 1
        await honest.unsubscribe(anna)
        hub.time.moment += AWAY_SECONDS + 1
        await hub.table_list.refresh(hub.hosted())
        shown = [table["id"] for table in await hub.tables(0)]
        assert len(shown) == PER_ADDRESS and honest.table.id not in shown


# hosts who stay away, and people who do not move


async def test_a_host_who_is_gone_hands_the_role_on(hub: Hub) -> None:
    table = await open_table(hub)
    async with hub.acquire(table) as live:
        subscribers = {name: RecordingSubscriber(name) for name in ("anna", "ben", "eve")}
        for subscriber in subscribers.values():
            await live.subscribe(subscriber, 0)
        await ask(hub, live, "eve", wishes.Join("Eve", ""))
        await live.unsubscribe(subscribers["anna"])
        await _after(hub, live, hub.config.grace - 1)
        assert live.table.host == "anna"
        await _after(hub, live, 2)
        assert live.table.host == "ben" and subscribers["ben"].last()["lobby"]["host"] == "ben"
        assert isinstance(await ask(hub, live, "ben", wishes.Remove("eve")), Ack)
        assert await _code(hub, live, "ben", wishes.Remove("anna")) == "opener", "who stands in does not take over"
        await live.unsubscribe(subscribers["ben"])
        await live.subscribe(RecordingSubscriber("stranger"), 0)
        await _after(hub, live, hub.config.grace + 1)
        assert live.table.host == "ben", "an onlooker is not put in charge of a running game"


async def test_before_the_game_the_role_comes_back(hub: Hub) -> None:
    opened = await hub.create("anna", "Anna", Settings("dog", {}), [Place("person", "anna")], "")
    assert isinstance(opened, str)
    async with hub.acquire(opened) as live:
        anna, ben = RecordingSubscriber("anna"), RecordingSubscriber("ben")
        await live.subscribe(anna, 0)
        await live.subscribe(ben, 0)
        await ask(hub, live, "ben", wishes.Join("Ben", ""))
        await live.unsubscribe(anna)
        await _after(hub, live, hub.config.grace + 1)
        assert live.table.host == "ben"
        await live.subscribe(anna, 0)
        await _after(hub, live, 1)
        assert live.table.host == "anna"
        assert isinstance(await ask(hub, live, "anna", wishes.HandOn("ben")), Ack)
        await _after(hub, live, 1)
        assert live.table.host == "ben", "what is given away does not come back"


async def test_most_of_the_others_vote_a_staller_out(hub: Hub) -> None:
    table = await open_table(hub, people=4)
    async with hub.acquire(table) as live:
        names = ("anna", "ben", "carla", "dora")
        for name in names:
            await live.subscribe(RecordingSubscriber(name), 0)
        assert live.table.match is not None
        [staller, *_] = [names[seat] for seat in live.table.match.actors()]
        others = [name for name in names if names.index(name) not in live.table.match.actors()]
        await _after(hub, live, members.STALL_SECONDS - 1)
        assert await _code(hub, live, others[0], wishes.Vote(staller)) == "not-stalling"
        await _after(hub, live, 2)
        assert await _code(hub, live, staller, wishes.Vote(others[0])) == "not-stalling"
        assert await _code(hub, live, others[0], wishes.Vote(staller)) is None
        assert visibility.lobby(live.table)["votes"] == {staller: [others[0]]}
        assert live.table.seats_of(staller)
        assert await _code(hub, live, others[1], wishes.Vote(staller)) is None
        place = names.index(staller)
        assert live.table.places[place].kind == "bot" and live.table.is_here(staller) and not live.table.votes
        assert await _code(hub, live, staller, wishes.TakeOver(place)) is None, "whoever is back plays on"


def test_nobody_is_voted_out_by_somebody_who_does_not_move_either() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    session.now += members.STALL_SECONDS
    assert session.refused(HOST, wishes.Vote(GUEST)) == "your-turn"
    session.ask(HOST, wishes.Play(0, "go 4"))
    assert session.refused(HOST, wishes.Vote(GUEST)) == "not-stalling", "a move starts the minute anew"
    session.now += members.STALL_SECONDS
    assert session.decide(HOST, wishes.Vote(GUEST)) != []
    late = permissions.decide(session.table, HOST, wishes.Vote(GUEST), session.now, {HOST: 0.0, GUEST: session.now - 5})
    assert isinstance(late, wishes.Refusal) and late.code == "not-stalling", "whoever has just come back has a minute"
    session.ask(HOST, wishes.Vote(GUEST))
    assert session.table.places[1].kind == "bot" and twin(session).places == session.table.places


# who may come, and who has to go


def test_the_host_lets_people_in_or_not() -> None:
    session = Session("dog", entry="approve").join(GUEST, ONLOOKER, STRANGER)
    assert list(session.table.people) == [HOST] and session.refused(GUEST, wishes.Sit(0)) == "not-here"
    assert [one["name"] for one in visibility.lobby(session.table)["requests"]] == ["Guest", "Onlooker", "Stranger"]
    session.ask(HOST, wishes.Admit(GUEST), wishes.Admit(ONLOOKER, False)).ask(GUEST, wishes.Sit(0))
    assert session.refused(ONLOOKER, wishes.Join("Onlooker", "")) == "removed"
    session.ask(STRANGER, wishes.Leave())
    assert not session.table.requests and STRANGER not in session.table.removed
    session.join(STRANGER).ask(HOST, wishes.SetEntry("open"))
    assert session.table.is_here(STRANGER) and not session.table.requests
    session.ask(HOST, wishes.SetEntry("locked"))
    assert session.refused("late", wishes.Join("Late", "")) == "locked"
    session.join(GUEST)
    for number in range(members.MOST_REQUESTS):
        session.ask(HOST, wishes.SetEntry("approve")).join(f"p{number}")
    assert session.refused("one more", wishes.Join("More", "")) == "too-many-requests"
    assert twin(session).requests == session.table.requests


def test_the_host_removes_and_replaces_in_the_running_game() -> None:
    session = Session("denkste", move_seconds=None).begin(GUEST, players=2).join(ONLOOKER, STRANGER)
    session.ask(HOST, wishes.Remove(GUEST))
    assert session.table.places[1].kind == "bot" and session.refused(GUEST, wishes.Join("Guest", "")) == "removed"
    session.ask(HOST, wishes.Seat(1, ONLOOKER)).ask(ONLOOKER, wishes.Play(1, "stop 4"))
    assert session.table.names == ["Hanna", "Onlooker"]
    session.now += members.STALL_SECONDS
    session.ask(ONLOOKER, wishes.Vote(HOST))
    session.ask(STRANGER, wishes.TakeOver(0))
    session.ask(HOST, wishes.Remove(ONLOOKER))
    assert session.refused(HOST, wishes.TakeOver(1)) == "former-place", "nobody sees two hands"
    read = twin(session)
    assert (read.places, read.former, read.host) == (session.table.places, session.table.former, session.table.host)


def test_without_onlookers_a_latecomer_steps_in_and_sees_nothing_before() -> None:
    session = Session("dog", onlookers=False).join(ONLOOKER).begin(players=4)
    assert session.table.is_here(ONLOOKER), "there are bots to step in for"
    session.join(STRANGER).ask(STRANGER, wishes.TakeOver(2))
    assert session.table.seats_of(STRANGER) == [2]
    closed = Session("dog", onlookers=False, take_over=False).begin(players=4)
    assert closed.refused(STRANGER, wishes.Join("Fremd", "")) == "no-onlookers"


async def _after(hub: Hub, live: LiveTable, seconds: float) -> None:
    """Let time pass, and do what is due then."""
    assert isinstance(hub.time, ManualTime)
    hub.time.moment += seconds
    live.scheduler.wake()
    await live.tasks.finish()


async def _code(hub: Hub, live: LiveTable, person: str, wish: wishes.AnyWish) -> str | None:
    answer = await ask(hub, live, person, wish)
    return answer.refusal.code if isinstance(answer, Refused) else None
