"""Taking back the last move: who may, when, and what the log, the record and the replays make of it."""

import random
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.table import acts, replay, verify, visibility, wishes
from tafelrunde.table.acts import Place
from tafelrunde.table.clock import Clock
from tafelrunde.table.people import budget
from tafelrunde.table.replay import GameReplay, ReplayCache
from tafelrunde.table.table import Table

from .sessions import GUEST, HOST, ONLOOKER, Session, drive
from .test_log import assert_same

BOTS = [Place("person", HOST), *[Place("bot", level="random")] * 3]


def against_bots(game: str, players: int = 2, **settings: Any) -> Session:
    places = [place if seat < players else Place("empty") for seat, place in enumerate(BOTS)]
    places += [Place("empty")] * (len(Session(game).table.places) - len(places))
    session = Session(game, places, **settings).deal()
    session.now += 10
    return session


def seen(session: Session, seat: int | None, after: int | None = None) -> visibility.Perspective:
    after = session.table.version - 1 if after is None else after
    return visibility.perspective(session.table, seat, after, session.now)


def position(session: Session) -> bytes:
    assert session.table.match is not None
    return bytes(session.table.match.states.tobytes())


def test_a_move_is_taken_back_and_another_one_made() -> None:
    session = against_bots("denkste")
    before, version = position(session), session.table.version
    session.ask(HOST, wishes.Play(0, "go 4"))
    assert (
        seen(session, 0).can_take_back and not seen(session, 1).can_take_back and not seen(session, None).can_take_back
    )
    session.ask(HOST, wishes.Say("oops"), wishes.TakeBack(0))
    assert position(session) == before and not seen(session, 0).can_take_back
    assert (seen(session, 0).since, seen(session, 0).events) == (0, [])
    session.ask(HOST, wishes.Play(0, "go 2"))
    told = seen(session, 0, version + 1)
    assert (told.since, [event["go"] for event in told.events]) == (0, [2]), (
        "who had heard of the first hears of the second"
    )
    assert [type(step.act).__name__ for step in session.table.log[-4:]] == ["Moved", "Said", "TakenBack", "Moved"]
    assert_same(session)


def test_only_the_last_move_and_only_until_somebody_moves() -> None:
    session = against_bots("denkste")
    assert session.refused(HOST, wishes.TakeBack(0)) == "too-late"
    session.ask(HOST, wishes.Play(0, "go 4"))
    assert session.refused(HOST, wishes.TakeBack(1)) == "not-your-seat"
    session.happen(acts.Moved(1, "stop 2", "bot"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "too-late"


def test_what_has_been_revealed_stays() -> None:
    session = against_bots("denkste")
    session.happen(acts.Moved(1, "stop 2", "bot"))
    session.ask(HOST, wishes.Play(0, "go 4"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "has-shown", "both cards lie open"
    session = against_bots("biberbande")
    session.ask(HOST, wishes.Play(0, "ready"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "has-shown", "one would look at the cards again"
    session.happen(acts.Moved(1, "ready", "bot"))
    assert session.table.match is not None
    while session.table.match.actors() != [0]:
        session.happen(acts.Moved(1, "knock", "bot"))
    session.ask(HOST, wishes.Play(0, "draw"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "has-shown", "a card was drawn"


def test_a_bots_move_for_an_absent_person_is_not_taken_back() -> None:
    session = against_bots("denkste")
    session.happen(acts.Moved(0, "go 4", "bot"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "too-late" and not seen(session, 0).can_take_back


def test_the_table_decides_whether_moves_can_be_taken_back() -> None:
    friends = Session("denkste").begin(GUEST, players=2).ask(HOST, wishes.Play(0, "go 4"))
    assert friends.refused(HOST, wishes.TakeBack(0)) == "no-take-back" and not seen(friends, 0).can_take_back
    kind = Session("denkste", take_back=True).begin(GUEST, players=2).join(ONLOOKER)
    kind.ask(HOST, wishes.Play(0, "go 4"))
    assert kind.refused(GUEST, wishes.TakeBack(0)) == "not-your-seat"
    assert kind.refused(ONLOOKER, wishes.TakeBack(0)) == "not-your-seat"
    kind.ask(HOST, wishes.TakeBack(0))
    strict = against_bots("denkste", take_back=False).ask(HOST, wishes.Play(0, "go 4"))
    assert strict.refused(HOST, wishes.TakeBack(0)) == "no-take-back"


def test_parts_of_a_move_are_taken_back_one_by_one() -> None:
    session = against_bots("dog", 4)
    match = tr.from_position(
        {
            "game": "dog",
            "pieces": [["h", "10", "20", "30"], *[["h"] * 4] * 3],
            "hands": [["7", "K"], ["2"], ["3"], ["4"]],
        }
    )
    session.table.match = match
    start = position(session)
    session.ask(HOST, wishes.Play(0, "7 10>13"))
    between = position(session)
    session.ask(HOST, wishes.Play(0, "7 20>22"), wishes.TakeBack(0))
    assert position(session) == between
    session.ask(HOST, wishes.TakeBack(0))
    assert position(session) == start and session.refused(HOST, wishes.TakeBack(0)) == "too-late"


@pytest.mark.parametrize(("game", "players"), [("dog", 4), ("denkste", 3), ("beam-me-up", 2), ("biberbande", 3)])
def test_records_and_replays_have_what_was_played_in_the_end(game: str, players: int) -> None:
    """Somebody takes back what can be taken back; whoever looks on understands it from what is told."""
    session, choice, cache, taken = against_bots(game, players), random.Random(8), ReplayCache(), 0
    heard: dict[int, Any] = {}
    told_at = 0
    while session.table.match is not None and session.table.match.actors():
        [seat, *_] = session.table.match.actors()
        move = choice.choice(session.table.match.moves(seat))
        if seat == 0:
            session.ask(HOST, wishes.Play(0, move))
            if seen(session, 0).can_take_back and choice.random() < 0.7:
                if choice.random() < 0.5:
                    told_at = hear(session, heard, told_at)
                session.ask(HOST, wishes.TakeBack(0))
                taken += 1
        else:
            session.happen(acts.Moved(seat, move, "bot"))
        if choice.random() < 0.5:
            told_at = hear(session, heard, told_at)
        if choice.random() < 0.1:
            assert_cached_page(session, cache)
    hear(session, heard, told_at)
    assert session.table.match is not None and taken > 0
    assert heard == {event["n"]: event for event in session.table.match.events()}
    assert len(session.table.record()["moves"]) == sum(isinstance(act, acts.Moved) for act, _ in session.log) - taken
    assert all(finding.holds for finding in verify.verify(session.table.record()))
    shown, _ = replay.page(GameReplay.of(session.table), "all", 0, 10**6)
    assert [[step.seat, step.move] for step in shown[1:]] == session.table.record()["moves"]
    assert_same(session)


def hear(session: Session, heard: dict[int, Any], after: int) -> int:
    """Take what an onlooker is told as a client does."""
    told = seen(session, None, after)
    for n in [n for n in heard if n >= told.since]:
        del heard[n]
    heard |= {event["n"]: event for event in told.events}
    return session.table.version


def assert_cached_page(session: Session, cache: ReplayCache) -> None:
    """A page from the cache is the page that a replay from the deal gives."""
    played = GameReplay.of(session.table)
    first = max(0, played.last - 2)
    page, reached = replay.page(played, "public", first, played.last, cache.before("t1", played, first))
    assert page == replay.page(played, "public", first, played.last)[0]
    cache.keep("t1", played, reached)


def test_who_takes_back_for_ever_is_stopped() -> None:
    session = against_bots("denkste")
    for _ in range(budget.LIMITS["host"][0]):
        session.table.budget.count("host", HOST)
    session.ask(HOST, wishes.Play(0, "go 4"))
    assert session.refused(HOST, wishes.TakeBack(0)) == "too-much"


def test_bots_leave_time_to_take_a_move_back() -> None:
    session, clock = against_bots("denkste", tempo="fast"), Clock(1)
    clock.update(session.table, {HOST}, session.now)
    session.now += 0.3
    session.ask(HOST, wishes.Play(0, "go 4"))
    began = session.now
    [(at, _)] = drive(session, clock, {HOST}, most=1)
    assert at - began >= 1.2


def test_a_table_with_a_move_taken_back_is_read_from_its_log() -> None:
    session = against_bots("denkste").ask(HOST, wishes.Play(0, "go 4"), wishes.TakeBack(0), wishes.Play(0, "go 1"))
    twin = Table.replay("t1", [(acts.decode(acts.encode(act)), at) for act, at in session.log])
    assert twin.taker == session.table.taker == (HOST, 0)
    assert [version for version, _ in twin.steps] == [version for version, _ in session.table.steps]
