"""How long a bot waits before its move is a function of what everybody knows."""

import copy
import itertools
import random
from dataclasses import replace

import pytest

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.table import tempo
from tafelrunde.table.clock import Clock
from tafelrunde.table.table import Table
from tests import every
from tests.table import sessions
from tests.table.sessions import HOST, Session

IN_TURN = [game for game in sessions.GAMES if not tr.load(game).facts.simultaneous]
MOVES = 60


def twin_of(table: Table, seed: int) -> Table:
    """A table that nobody who looks on could tell from this one: all that is hidden is drawn anew."""
    assert table.match is not None
    twin = copy.copy(table)
    twin.match = table.match.resample(None, seed)
    return twin


def due(table: Table, seed: int, now: float, thought: float) -> dict[object, float]:
    """When bots can move for those who are away, if they think for this share of the time that they may."""
    clock = Clock(seed)
    clock.update_alarms(table, {HOST}, now)
    ends = {}
    for question in clock.questions(table, now):
        ends[question.key] = now + thought * question.seconds
        clock.take_answer(table, question, question.answer(), now, ends[question.key])
    return {key: max(alarm.at, ends[key]) for key, alarm in clock.alarms.items()}


@pytest.mark.parametrize("game", IN_TURN)
def test_a_pause_is_the_same_whatever_is_hidden_and_however_long_a_bot_thought(game: str) -> None:
    session = Session(game, tempo="fast").begin(players=sessions.fewest(game))
    levels, choice, forced = itertools.cycle(bots.levels(game)), random.Random(3), 0
    for number, _ in enumerate(session.play_on(random.Random(2), most=MOVES)):
        assert session.table.match is not None
        if session.table.phase != "running" or not session.table.match.actors():
            break
        twin = twin_of(session.table, choice.getrandbits(64))
        assert twin.match is not None
        level = next(levels)
        for place in session.table.seats[1:]:
            session.table.places[place] = replace(session.table.places[place], level=level)
        assert due(session.table, number, session.now, 0.0) == due(twin, number, session.now, 0.99)
        counts = [len(match.moves(seat)) for match in (session.table.match, twin.match) for seat in match.actors()]
        forced += 1 in counts and max(counts) > 1
    assert forced or game != "dog", "some had one move only, some had a choice"


@pytest.mark.parametrize("level", bots.levels("biesti-boys"))
def test_in_a_race_a_reaction_is_the_same_whatever_is_hidden(level: str) -> None:
    bot = bots.make(level, "biesti-boys")
    for number, (match, _, _) in enumerate(every.random_match(tr.load("biesti-boys"), seed=3, most=MOVES)):
        twin = match.resample(None, seed=number)
        for seat in range(match.game.players):
            here, there = (bot.pause(Seat.of(each, seat), random.Random(number)) for each in (match, twin))
            assert here == there


def test_a_thought_that_takes_too_long_takes_a_multiple() -> None:
    took = {0.0: 10.5, 0.3: 10.5, 0.5: 10.5, 0.6: 11.0, 1.2: 11.5}
    assert {each: tempo.thought_until(10.0, 10.0 + each, 0.5) for each in took} == took


def test_pauses_vary_as_they_should() -> None:
    """What is drawn is drawn from the table's own chance, not from the bot's."""
    session = Session("dog").begin(players=4)
    table = session.table
    pauses = [next(iter(due(table, seed, 0.0, 0.0).values())) for seed in range(50)] if table.match else []
    assert len(set(pauses)) > 40
    assert all(sooner != later for sooner, later in itertools.pairwise(pauses))
