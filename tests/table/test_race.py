"""Where everybody plays at once: the countdown, new boards and the time to object, with a clock moved by hand."""

import random

import pytest

import tafelrunde as tr
from tafelrunde.games.biesti_boys.facts import FACTS
from tafelrunde.table import acts, permissions, visibility, wishes
from tafelrunde.table.acts import Place, Settings
from tafelrunde.table.clock import Clock, may_move_from
from tafelrunde.table.table import Table

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, Session

MARGIN = 0.01
COUNTDOWN, CALL_WINDOW, NEW_BOARD_PAUSE = FACTS.countdown, FACTS.table_move_seconds, FACTS.pauses["new_board"]


# the race


def test_a_race_begins_with_a_countdown() -> None:
    session = sessions.racing()
    seat = min(session.table.match.actors()) if session.table.match else 0
    person = (HOST, GUEST)[seat]
    assert visibility.perspective(session.table, seat, 0, session.now).wait == COUNTDOWN
    session.now += COUNTDOWN - MARGIN
    assert session.refused(person, sessions.lay(session, seat)) == "not-yet"
    session.now += MARGIN
    assert visibility.perspective(session.table, seat, 0, session.now).wait == 0
    session.ask(person, sessions.lay(session, seat))


@pytest.mark.parametrize("game", [game for game in sessions.GAMES if game != "biesti-boys"])
def test_other_games_begin_at_once(game: str) -> None:
    session = Session(game).begin(GUEST, players=sessions.fewest(game))
    session.now = session.table.started_at
    assert session.table.match is not None
    seat = session.table.match.actors()[0]
    assert may_move_from(session.table) <= session.now
    assert visibility.perspective(session.table, seat, 0, session.now).wait == 0


def test_bots_wait_for_the_end_of_the_countdown() -> None:
    session = sessions.racing()
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
    session = sessions.racing()
    new_board(session)
    assert session.table.match is not None
    seat = session.table.match.actors()[0]
    person = (HOST, GUEST)[seat]
    session.now += NEW_BOARD_PAUSE - MARGIN
    assert session.refused(person, sessions.lay(session, seat)) == "not-yet"
    session.ask(person, wishes.Say("moment"))
    session.now += MARGIN
    session.ask(person, sessions.lay(session, seat))


def test_an_alarm_that_would_ring_while_the_new_board_is_looked_at_is_set_anew() -> None:
    session = sessions.racing()
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
        moves = clock.due_moves(session.table, session.now)
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
    assert session.table.match is not None
    strict = tr.load("biesti-boys", players=4).new(session.table.match.record()["seed"])
    for _, act in sessions.drive(session, Clock(5), {ONLOOKER}):
        assert isinstance(act, acts.Moved)
        strict.play(act.seat, act.move)  # a wrong card would be refused here, and so would a call
    assert strict.is_over


# the call window


def waiting() -> tuple[Session, acts.Moved]:
    """A game of honour in which the table waits for a call, and a move after which it still does."""
    for seed in range(50):
        session = sessions.racing(referee="honour")
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
    assert clock.due_moves(session.table, closes - MARGIN) == []
    assert clock.due_moves(session.table, closes) == [acts.Moved(None, "window", "table")]
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


# who was too late is told by how much


def test_a_refusal_says_by_how_many_milliseconds_a_move_was_too_late() -> None:
    table, winner, loser = overtaken()
    seen = table.version
    table.apply(acts.Moved(0, winner, "person"), 100.0)
    late = wishes.Play(1, loser)
    decided = permissions.decide(table, "ben", late, 100.038)
    assert isinstance(decided, wishes.Refusal) and decided.rule is not None
    assert permissions.with_lateness(decided, table, late, seen, 100.038).late_ms == 38
    assert permissions.with_lateness(decided, table, late, table.version, 100.038).late_ms is None, (
        "it could have been seen"
    )
    other_lift = wishes.Play(1, f"{loser[:-1]}{int(loser[-1]) % 4 + 1}")
    assert permissions.with_lateness(decided, table, other_lift, seen, 100.038).late_ms is None


@pytest.mark.parametrize("move", ["", "lay", "lay 5", "lay 99 1", "draw", "xyzzy 1 2 3"])
def test_what_is_no_card_for_a_lift_is_never_too_late(move: str) -> None:
    table, winner, _ = overtaken()
    seen = table.version
    table.apply(acts.Moved(0, winner, "person"), 100.0)
    refusal = wishes.Refusal("rule", {}, "BB-05")
    assert permissions.with_lateness(refusal, table, wishes.Play(1, move), seen, 100.038).late_ms is None


def overtaken() -> tuple[Table, str, str]:
    """A table of Biesti Boys where a move of seat 0 makes one of seat 1 impossible."""
    for number in range(1000):
        places = [Place("person", "anna"), Place("person", "ben"), Place("empty"), Place("empty")]
        opened = acts.Created("anna", "Anna", Settings("biesti-boys", {}), places, str(number))
        log: list[tuple[acts.AnyAct, float]] = [(opened, 1.0), (acts.Joined("ben", "Ben", ""), 2.0)]
        table = Table.replay(
            "t", [*log, (acts.Locked("anna", [0, 1], str(number), []), 3.0), (acts.Started("anna"), 3.0)]
        )
        assert table.match is not None
        for winner in table.match.moves(0):
            after = table.match.copy()
            after.play(0, winner)
            lost = [
                move
                for move in table.match.moves(1)
                if winner.startswith("lay") and move[-1] == winner[-1] and after.explain(1, move)
            ]
            if lost:
                return table, winner, lost[0]
    raise AssertionError("no race")
