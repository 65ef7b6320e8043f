"""Time at the table, with a clock that is moved by hand."""

import itertools
import math
from typing import Any

import pytest

import tafelrunde as tr
from tafelrunde.bots import usual
from tafelrunde.bots.player import QUICK
from tafelrunde.games.biesti_boys.facts import FACTS
from tafelrunde.table import acts, tempo, visibility, wishes
from tafelrunde.table.clock import Alarm, Answer, Clock, Question

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, Session

MARGIN = 0.01
COUNTDOWN, NEW_BOARD_PAUSE = FACTS.countdown, FACTS.pauses["new_board"]
LONGEST_PAUSE = 2.2
"""No bot takes longer for a move, in any game."""


TEMPOS = ("slow", "normal", "fast")


# absence and bots


@pytest.mark.parametrize("game", sessions.GAMES)
def test_bots_play_for_all_who_are_absent_to_the_end(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).join(ONLOOKER)
    began = session.now
    played = sessions.drive(session, Clock(2), {ONLOOKER})
    assert session.table.phase == "over"
    assert {act.by for _, act in played} <= {"bot", "table"}
    times = [began, *(at for at, _ in played)]
    assert all(0 <= later - sooner <= LONGEST_PAUSE + NEW_BOARD_PAUSE for sooner, later in itertools.pairwise(times))


@pytest.mark.parametrize("game", sessions.GAMES)
def test_nothing_happens_while_nobody_is_here(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game))
    clock = Clock(2)
    assert sessions.drive(session, clock, set()) == []
    assert sessions.drive(session, clock, {"somebody of another table"}) == []
    clock.update(session.join(ONLOOKER).table, {ONLOOKER}, session.now)
    assert clock.next() is not None
    clock.update(session.table, set(), session.now)
    assert clock.next() is None


def test_an_absent_persons_seat_is_played_by_a_bot_and_handed_back() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() is None, "both are here: nobody plays for them"
    clock.update(session.table, {HOST}, session.now)
    assert list(clock.alarms) == [("bot", 1)]
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() is None, "handed back the moment the person returns"
    [(_, act)] = sessions.drive(session, clock, {HOST}, most=1)
    assert (act.seat, act.by) == (1, "bot")


def test_who_left_is_played_for_even_with_a_socket_open() -> None:
    session = Session("denkste").begin(GUEST, players=2).ask(GUEST, wishes.Leave())
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert list(clock.alarms) == [("bot", 1)]
    session.join(GUEST)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() is None


def test_a_bot_for_an_absent_person_is_a_sensible_one() -> None:
    session = Session("denkste").begin(GUEST, players=3)
    assert [session.table.level_at(seat) for seat in range(3)] == [usual("denkste")] * 2 + ["random"]


def test_alarms_do_not_restart_when_others_move() -> None:
    session = Session("denkste", move_seconds=30).begin(GUEST, players=3)
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    before = dict(clock.alarms)
    assert session.table.match is not None
    seat, *others = session.table.match.actors()
    session.now += 0.2
    session.happen(acts.Moved(seat, session.table.match.moves(seat)[0], "person"))
    session.ask(HOST, wishes.Say("hurry"))
    clock.update(session.table, {HOST, GUEST}, session.now)
    kept = {key: alarm for key, alarm in clock.alarms.items() if key[1] in others}
    assert kept and kept.items() <= before.items()


# thinking while the table goes on


def asked(session: Session, clock: Clock) -> Question:
    """What the bot of the guest, who is away, is asked; once."""
    clock.update_alarms(session.table, {HOST}, session.now)
    [question] = clock.questions(session.table, session.now)
    assert question.key == ("bot", 1) and clock.questions(session.table, session.now) == []
    return question


def test_a_thought_counts_if_nothing_has_happened_meanwhile() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question, began = asked(session, clock), session.now
    session.now += 0.3
    session.ask(HOST, wishes.Say("hurry"))
    clock.update_alarms(session.table, {HOST}, session.now)
    clock.take_answer(session.table, question, Answer("stop 4", 0.0), question.since, session.now)
    [(key, alarm)] = clock.alarms.items()
    assert (key, alarm.move) == (("bot", 1), "stop 4")
    assert 0.9 <= alarm.at - began <= 1.3, "the pause counts from the question"


def test_a_thought_about_what_is_no_more_is_thought_anew() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question = asked(session, clock)
    session.ask(HOST, wishes.Play(0, "go 3"))
    clock.update_alarms(session.table, {HOST}, session.now)
    assert clock.questions(session.table, session.now) == [], "one at a time"
    clock.take_answer(session.table, question, Answer("stop 4", 0.0), question.since, session.now)
    assert not clock.alarms
    assert asked(session, clock).step == session.table.version


def test_a_thought_for_who_is_back_is_dropped() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question = asked(session, clock)
    clock.update_alarms(session.table, {HOST, GUEST}, session.now)
    clock.take_answer(session.table, question, Answer("stop 4", 0.0), question.since, session.now)
    assert not clock.alarms and not clock.undecided


def test_in_a_race_a_thought_counts_though_the_lifts_have_changed() -> None:
    session, clock = sessions.racing(), Clock(1)
    session.now += COUNTDOWN
    question = asked(session, clock)
    session.ask(HOST, sessions.lay(session, 0))
    clock.update_alarms(session.table, {HOST}, session.now)
    clock.take_answer(session.table, question, Answer("lay 1 1", 0.5), question.since, session.now)
    assert clock.alarms == {("bot", 1): Alarm(session.now + 0.5, "lay 1 1")}


def test_who_found_nothing_to_do_looks_again_when_something_has_changed() -> None:
    session, clock = sessions.racing(), Clock(1)
    session.now += COUNTDOWN
    clock.take_answer(session.table, asked(session, clock), None, session.now, session.now)
    clock.update_alarms(session.table, {HOST}, session.now)
    assert not clock.undecided and clock.questions(session.table, session.now) == []
    session.ask(HOST, sessions.lay(session, 0))
    question = asked(session, clock)
    session.now += 10
    session.ask(HOST, sessions.lay(session, 0))
    clock.update_alarms(session.table, {HOST}, session.now)
    clock.take_answer(session.table, question, None, question.since, session.now)
    assert asked(session, clock).match.event_count > question.match.event_count, "there may be something by now"


# time per move


def test_out_of_time_a_bot_plays_one_move() -> None:
    session = Session("denkste", move_seconds=20).begin(GUEST, players=2)
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now + 20
    session.now += 20 - MARGIN
    assert clock.due_moves(session.table, session.now) == []
    session.now += MARGIN
    assert clock.due_moves(session.table, session.now) == [], "a bot has to think first"
    clock.update(session.table, {HOST, GUEST}, session.now)
    session.now += QUICK
    assert clock.next() == session.now, "all thoughts take equally long"
    [act] = clock.due_moves(session.table, session.now)
    assert (act.seat, act.by) == (0, "time")
    session.happen(act)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now, "the other one is out of time too"
    [act] = clock.due_moves(session.table, session.now)
    assert (act.seat, act.by) == (1, "time")
    session.happen(act)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now + 20, "for the next move there is time again"


def test_without_a_limit_nobody_is_hurried() -> None:
    session = Session("denkste").begin(GUEST, players=2)
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() is None


def test_a_new_clock_gives_full_time_again() -> None:
    """After a restart no time has run."""
    session = Session("denkste", move_seconds=20).begin(GUEST, players=2)
    session.now += 500
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now + 20


@pytest.mark.parametrize("game", sessions.GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    def game_of(seed: int) -> list[tuple[float, acts.Moved]]:
        session = Session(game).begin(GUEST, players=sessions.fewest(game)).join(ONLOOKER)
        return sessions.drive(session, Clock(seed), {ONLOOKER}, most=40)

    assert game_of(1) == game_of(1)
    assert game_of(1) != game_of(2)


# tempo


def first_pause(game: str, seed: int, **settings: Any) -> float:
    """How long the first bot waits in a game that nobody but bots play."""
    session = Session(game, **settings).begin(GUEST, players=sessions.fewest(game)).join(ONLOOKER)
    began = session.now
    [(at, _)] = sessions.drive(session, Clock(seed), {ONLOOKER}, most=1)
    return at - began


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_slow_table_is_slow_and_a_fast_one_fast(game: str) -> None:
    slow, normal, fast = ([first_pause(game, seed, tempo=tempo) for seed in range(4)] for tempo in TEMPOS)
    assert sum(slow) > 1.4 * sum(normal) and sum(normal) > 1.2 * sum(fast)
    if game in ("dog", "biberbande"):
        assert all(1.8 <= pause <= 2.2 for pause in normal)


def test_little_to_see_takes_little_time() -> None:
    session, clock = Session("dog").begin(GUEST, players=4).join(ONLOOKER), Clock(1)
    began = session.now
    gives = sessions.drive(session, clock, {ONLOOKER}, most=4)
    times = [began, *(at for at, _ in gives)]
    first, *others = (later - sooner for sooner, later in itertools.pairwise(times))
    assert first >= 1.8 and all(pause <= 1.25 for pause in others)


def test_a_pause_does_not_depend_on_the_hand() -> None:
    """Whoever has only one move, or none that is good, takes as long as everybody."""
    pauses = []
    for hands in (["K", "K", "A"], ["2", "2", "2"]):
        session, clock = Session("dog").begin(GUEST, players=4).join(ONLOOKER), Clock(1)
        session.table.match = tr.from_position({"game": "dog", "pieces": [["1", "h", "h", "h"]] + [["h"] * 4] * 3,
                                                "hands": [hands, ["A"], ["A"], ["A"]], "turn": 0})  # fmt: skip
        began = session.now
        [(at, _)] = sessions.drive(session, clock, {ONLOOKER}, most=1)
        pauses.append(at - began)
    assert pauses[0] == pauses[1]


def against_bots(game: str, **settings: Any) -> Session:
    session = Session(game, **settings).ask(HOST, wishes.Sit(0), wishes.Fill("random")).deal()
    session.now += 10
    return session


def test_bots_wait_for_a_tap_and_each_tap_is_one_move() -> None:
    session, clock = against_bots("denkste", tempo="tap"), Clock(1)
    assert not tempo.waits_for_tap(session.table), "a person is to act, too"
    play_own_moves(session, clock)
    assert visibility.perspective(session.table, 0, 0, session.now).waits_for_tap
    assert sessions.drive(session, Clock(2), {HOST}) == [], "nor do they move after a restart"
    session.ask(HOST, wishes.Tap())
    assert session.table.tapped and session.refused(HOST, wishes.Tap()) == "nobody-waits"
    clock.update(session.table, {HOST}, session.now)
    assert (clock.next() or math.inf) <= session.now + 1, "soon"
    moves = sessions.drive(session, clock, {HOST})
    assert len(moves) == 2, "the second card is sealed without a tap, then both are seen"
    assert tempo.waits_for_tap(session.table)


def play_own_moves(session: Session, clock: Clock) -> None:
    """Until bots wait for a tap."""
    while not tempo.waits_for_tap(session.table):
        assert session.table.match is not None
        if 0 in session.table.match.actors():
            session.ask(HOST, wishes.Play(0, session.table.match.moves(0)[0]))
        sessions.drive(session, clock, {HOST})


def test_another_tempo_lets_the_bots_go() -> None:
    session = against_bots("beam-me-up", tempo="tap")
    play_own_moves(session, Clock(1))
    assert sessions.drive(session, Clock(2), {HOST}) == []
    session.ask(HOST, wishes.SetTempo("fast"))
    assert sessions.drive(session, Clock(3), {HOST}, most=1)


def test_nobody_waits_for_a_tap_where_friends_play_or_all_at_once() -> None:
    friends = Session("denkste", tempo="tap").begin(GUEST, players=3)
    assert friends.refused(HOST, wishes.SetTempo("tap")) == "no-tap"
    race = Session("biesti-boys").ask(HOST, wishes.Sit(0), wishes.Fill("random"))
    assert race.refused(HOST, wishes.SetTempo("tap")) == "no-tap"
    friends.ask(HOST, wishes.Play(0, "go 1")).ask(GUEST, wishes.Leave())
    assert sessions.drive(friends, Clock(1), {HOST}, most=3), "a table whose tempo was chosen before friends came"
    assert friends.ask(HOST, wishes.SetTempo("slow")).table.settings.tempo == "slow"


def test_nothing_rings_before_or_after_the_game() -> None:
    session = Session("denkste", move_seconds=5)
    clock = Clock(1)
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is None and clock.due_moves(session.table, session.now) == []
    session.begin(GUEST, players=2)
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is not None
    session.to_the_end()
    assert clock.due_moves(session.table, session.now + 100) == []
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is None
