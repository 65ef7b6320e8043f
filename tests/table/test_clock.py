"""Time at the table, with a clock that is moved by hand."""

import itertools
import random

import pytest

import tafelrunde as tr
from tafelrunde.bots import usual
from tafelrunde.games.biesti_boys.facts import FACTS
from tafelrunde.table import acts, visibility, wishes
from tafelrunde.table import clock as pace
from tafelrunde.table.clock import Clock

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, Session

MARGIN = 0.01
COUNTDOWN, CALL_WINDOW, NEW_BOARD_PAUSE = FACTS.countdown, FACTS.table_move_seconds, FACTS.pauses["new_board"]
LONGEST_PAUSE = 2.0
"""No bot takes longer for a move, in any game."""


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
        for act in clock.ring(session.table, session.now):
            session.happen(act)
            played.append((session.now, act))
        clock.update(session.table, present, session.now)
    return played


# the race


def test_a_race_begins_with_a_countdown() -> None:
    session = racing()
    seat = min(session.table.match.actors()) if session.table.match else 0
    person = (HOST, GUEST)[seat]
    assert visibility.perspective(session.table, seat, 0, session.now).wait == COUNTDOWN
    session.now += COUNTDOWN - MARGIN
    assert session.refused(person, lay(session, seat)) == "not-yet"
    session.now += MARGIN
    assert visibility.perspective(session.table, seat, 0, session.now).wait == 0
    session.ask(person, lay(session, seat))


@pytest.mark.parametrize("game", [game for game in sessions.GAMES if game != "biesti-boys"])
def test_other_games_begin_at_once(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game))
    session.now = session.table.started_at
    assert session.table.match is not None
    seat = session.table.match.actors()[0]
    assert pace.may_move_from(session.table) <= session.now
    assert visibility.perspective(session.table, seat, 0, session.now).wait == 0


def test_bots_wait_for_the_end_of_the_countdown() -> None:
    session = racing()
    clock = Clock(1)
    clock.update(session.table, {ONLOOKER, HOST}, session.now)
    first = clock.next()
    assert first is not None and first > session.now + COUNTDOWN


def new_board(session: Session) -> None:
    """Play until a new board is turned up."""
    for _ in session.play_on(random.Random(6), pauses=(5.0,)):
        if session.table.paused_until == session.now + NEW_BOARD_PAUSE:
            return
    raise AssertionError("no new board in this game")


def test_a_new_board_is_looked_at_first() -> None:
    session = racing()
    new_board(session)
    assert session.table.match is not None
    seat = session.table.match.actors()[0]
    person = (HOST, GUEST)[seat]
    session.now += NEW_BOARD_PAUSE - MARGIN
    assert session.refused(person, lay(session, seat)) == "not-yet"
    session.ask(person, wishes.Say("moment"))
    session.now += MARGIN
    session.ask(person, lay(session, seat))


def test_an_alarm_that_would_ring_while_the_new_board_is_looked_at_is_set_anew() -> None:
    session = racing()
    clock = Clock(1)
    session.now += COUNTDOWN
    early = 0
    for _ in range(200):
        clock.update(session.table, {HOST}, session.now)
        pending = clock.next()
        for _ in session.play_on(random.Random(session.table.version), 1, pauses=(0.2,)):
            pass
        if session.table.phase == "over":
            break
        clock.update(session.table, {HOST}, session.now)
        due = clock.next()
        if session.table.paused_until == session.now + NEW_BOARD_PAUSE:
            early += pending is not None and pending < session.now + NEW_BOARD_PAUSE
            assert due is None or due > session.now + NEW_BOARD_PAUSE
    assert early, "an alarm was pending when a board was turned up"


def test_a_bot_plays_what_it_had_in_mind_or_looks_again() -> None:
    """Its reaction time counts from what it saw: a lift that changed in the last moment is not answered at once."""
    session = Session("biesti-boys").begin(GUEST, players=4)
    clock = Clock(3)
    in_mind: dict[int, str | None] = {}
    changed = again = 0
    for _ in range(300):
        clock.update(session.table, {HOST}, session.now)
        in_mind = {key[1]: alarm.move for key, alarm in clock.alarms.items() if key[0] == "bot"}
        at = clock.next()
        if at is None or session.table.phase == "over":
            break
        session.now = max(session.now, at)
        due = {key for key, alarm in clock.alarms.items() if alarm.at <= session.now}
        moves = clock.ring(session.table, session.now)
        clock.update(session.table, {HOST}, session.now)
        changed += not moves
        again += not moves and due <= clock.alarms.keys()
        for act in moves:
            assert act.seat is not None and act.move == in_mind[act.seat]
            session.happen(act)
    assert changed, "a lift was contested at least once"
    assert again, "and the bot had another card in mind after that"


def test_bots_of_honour_lay_right_cards_only_however_late() -> None:
    session = Session("biesti-boys", options={"referee": "honour"}).begin(GUEST, players=4).join(ONLOOKER)
    strict = Session("biesti-boys").begin(GUEST, players=4)
    for _, act in drive(session, Clock(5), {ONLOOKER}):
        strict.happen(act)  # a wrong card would be refused here, and so would a call
    assert strict.table.phase == "over"


# the call window


def waiting() -> tuple[Session, acts.Moved]:
    """A game of honour in which the table waits for a call, and a move after which it still does."""
    for seed in range(50):
        session = racing(referee="honour")
        session.now += COUNTDOWN
        for _ in session.play_on(random.Random(seed), pauses=(2.0,)):
            match = session.table.match
            if match is None or not match.moves(None):
                continue
            for seat, move in [(who, move) for who in match.actors() for move in match.moves(who)]:
                after = match.copy()
                after.play(seat, move)
                if after.moves(None) and after.view()["claims"] == match.view()["claims"]:
                    return session, acts.Moved(seat, move, "person")
    raise AssertionError("nothing ever waits for a call")


def test_the_call_window_closes_and_nobody_can_hold_it_open() -> None:
    session, move = waiting()
    clock = Clock(1)
    everybody = {HOST, GUEST}
    clock.update(session.table, everybody, session.now)
    closes = session.now + CALL_WINDOW
    assert clock.next() == closes
    session.now += 1
    session.ask(HOST, wishes.Say("moment")).happen(move)
    clock.update(session.table, everybody, session.now)
    assert clock.next() == closes
    assert clock.ring(session.table, closes - MARGIN) == []
    assert clock.ring(session.table, closes) == [acts.Moved(None, "window", "table")]
    session.happen(acts.Moved(None, "window", "table"))
    clock.update(session.table, everybody, session.now)
    assert clock.next() is None


def test_the_next_who_claims_to_have_won_gets_a_window_too() -> None:
    """The first one's wrong card is called back while another stands in line: then there are three seconds for that."""
    position = {
        "game": "biesti-boys",
        "options": {"players": 3, "referee": "honour"},
        "lifts": ["8", "8", "0", "0"],
        "hands": [[], [], ["5"]],
        "piles": [[], [], ["5"]],
        "laid": [{"seat": 0, "on": "2"}, {"seat": 1, "on": "2"}, None, None],
        "claims": [0, 1],
    }
    session = Session("biesti-boys", options={"referee": "honour"}).begin(GUEST, players=3)
    session.table.match = tr.from_position(position)
    clock = Clock(1)
    clock.update(session.table, {HOST}, session.now)
    assert clock.alarms["table", 0].at == session.now + CALL_WINDOW
    session.now += 2
    session.happen(acts.Moved(2, "halt 1", "person"))
    clock.update(session.table, {HOST}, session.now)
    assert clock.alarms["table", 1].at == session.now + CALL_WINDOW and ("table", 0) not in clock.alarms


def test_nobody_can_close_the_window_for_the_table() -> None:
    session, _ = waiting()
    assert session.refused(HOST, wishes.Play(0, "window")) == "rule"


# absence and bots


@pytest.mark.parametrize("game", sessions.GAMES)
def test_bots_play_for_all_who_are_absent_to_the_end(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game)).join(ONLOOKER)
    began = session.now
    played = drive(session, Clock(2), {ONLOOKER})
    assert session.table.phase == "over"
    assert {act.by for _, act in played} <= {"bot", "table"}
    times = [began, *(at for at, _ in played)]
    assert all(0 <= later - sooner <= LONGEST_PAUSE + NEW_BOARD_PAUSE for sooner, later in itertools.pairwise(times))


@pytest.mark.parametrize("game", sessions.GAMES)
def test_nothing_happens_while_nobody_is_here(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game))
    clock = Clock(2)
    assert drive(session, clock, set()) == []
    assert drive(session, clock, {"somebody of another table"}) == []
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
    [(_, act)] = drive(session, clock, {HOST}, most=1)
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


def asked(session: Session, clock: Clock) -> pace.Question:
    """What the bot of the guest, who is away, is asked; once."""
    clock.notice(session.table, {HOST}, session.now)
    [question] = clock.questions(session.table, session.now)
    assert question.key == ("bot", 1) and clock.questions(session.table, session.now) == []
    return question


def test_a_thought_counts_if_nothing_has_happened_meanwhile() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question, began = asked(session, clock), session.now
    session.now += 0.3
    session.ask(HOST, wishes.Say("hurry"))
    clock.notice(session.table, {HOST}, session.now)
    clock.hear(session.table, question, pace.Answer("stop 4", 0.5))
    assert clock.alarms == {("bot", 1): pace.Alarm(began + 0.5, "stop 4")}, "the pause counts from the question"


def test_a_thought_about_what_is_no_more_is_thought_anew() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question = asked(session, clock)
    session.ask(HOST, wishes.Play(0, "go 3"))
    clock.notice(session.table, {HOST}, session.now)
    assert clock.questions(session.table, session.now) == [], "one at a time"
    clock.hear(session.table, question, pace.Answer("stop 4", 0.5))
    assert not clock.alarms
    assert asked(session, clock).match.event_count == session.table.match.event_count  # type: ignore[union-attr]


def test_a_thought_for_who_is_back_is_dropped() -> None:
    session, clock = Session("denkste").begin(GUEST, players=2), Clock(1)
    question = asked(session, clock)
    clock.notice(session.table, {HOST, GUEST}, session.now)
    clock.hear(session.table, question, pace.Answer("stop 4", 0.5))
    assert not clock.alarms and not clock.unthought


def test_in_a_race_a_thought_counts_though_the_lifts_have_changed() -> None:
    session, clock = racing(), Clock(1)
    session.now += COUNTDOWN
    question = asked(session, clock)
    session.ask(HOST, lay(session, 0))
    clock.notice(session.table, {HOST}, session.now)
    clock.hear(session.table, question, pace.Answer("lay 1 1", 0.5))
    assert clock.alarms == {("bot", 1): pace.Alarm(session.now + 0.5, "lay 1 1")}


def test_who_found_nothing_to_do_looks_again_when_something_has_changed() -> None:
    session, clock = racing(), Clock(1)
    session.now += COUNTDOWN
    clock.hear(session.table, asked(session, clock), None)
    clock.notice(session.table, {HOST}, session.now)
    assert not clock.unthought and clock.questions(session.table, session.now) == []
    session.ask(HOST, lay(session, 0))
    question = asked(session, clock)
    session.now += 10
    session.ask(HOST, lay(session, 0))
    clock.notice(session.table, {HOST}, session.now)
    clock.hear(session.table, question, None)
    assert asked(session, clock).match.event_count > question.match.event_count, "there may be something by now"


# time per move


def test_out_of_time_a_bot_plays_one_move() -> None:
    session = Session("denkste", move_seconds=20).begin(GUEST, players=2)
    clock = Clock(1)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now + 20
    session.now += 20 - MARGIN
    assert clock.ring(session.table, session.now) == []
    session.now += MARGIN
    assert clock.ring(session.table, session.now) == [], "a bot has to think first"
    clock.update(session.table, {HOST, GUEST}, session.now)
    [act] = clock.ring(session.table, session.now)
    assert (act.seat, act.by) == (0, "time")
    session.happen(act)
    clock.update(session.table, {HOST, GUEST}, session.now)
    assert clock.next() == session.now, "the other one is out of time too"
    [act] = clock.ring(session.table, session.now)
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
        return drive(session, Clock(seed), {ONLOOKER}, most=40)

    assert game_of(1) == game_of(1)
    assert game_of(1) != game_of(2)


def test_nothing_rings_before_or_after_the_game() -> None:
    session = Session("denkste", move_seconds=5)
    clock = Clock(1)
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is None and clock.ring(session.table, session.now) == []
    session.begin(GUEST, players=2)
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is not None
    session.to_the_end()
    assert clock.ring(session.table, session.now + 100) == []
    clock.update(session.table, {HOST}, session.now)
    assert clock.next() is None
