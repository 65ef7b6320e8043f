"""Replays: what a seat saw, nothing more while the game runs, and everything when it is over."""

import random
from typing import Any

import msgspec
import pytest

import tafelrunde as tr
from tafelrunde.table import replay, visibility, wishes
from tafelrunde.table.replay import GameReplay, ReplayCache, ReplayPosition, Step, Viewer
from tafelrunde.table.wishes import Refusal

from . import sessions
from .sessions import GUEST, HOST, ONLOOKER, STRANGER, Session

MOVES = 60


def begun(game: str, **settings: Any) -> Session:
    return Session(game, **settings).begin(GUEST, players=sessions.fewest(game))


def steps(session: Session, viewer: Viewer, at: ReplayPosition | None = None) -> list[Step]:
    played = GameReplay.of(session.table)
    return replay.page(played, replay.allowed_viewer(session.table, viewer), 0, played.last, at)[0]


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_replay_tells_a_seat_what_it_was_told_at_the_time(game: str) -> None:
    session = begun(game, memory_aid=True)
    viewers: dict[Viewer, int | None] = {"public": None, 0: 0, 1: 1}
    told: dict[Viewer, list[Any]] = {viewer: [] for viewer in viewers}

    def hear() -> None:
        for viewer, seat in viewers.items():
            seen = visibility.perspective(session.table, seat, session.table.version - 1, session.now)
            told[viewer].append((session.table.version, seen.events, seen.view))

    hear()
    for number, _ in enumerate(session.play_on(random.Random(3), MOVES)):
        hear()
        if number % 5 == 0:
            session.ask(HOST, wishes.Say(phrase="hello"))
    for viewer, heard in told.items():
        shown = [(step.version, step.events, step.view) for step in steps(session, viewer)]
        assert shown == heard


@pytest.mark.parametrize("game", sessions.GAMES)
def test_a_step_does_not_depend_on_what_the_seat_cannot_know(game: str) -> None:
    session, choice, redrawn = begun(game), random.Random(5), 0
    for _ in session.play_on(random.Random(7), MOVES):
        pass
    played = GameReplay.of(session.table)
    for at in played.run(None):
        for seat in (None, *range(len(session.table.seats))):
            viewer: Viewer = "public" if seat is None else seat
            twin = ReplayPosition(at.number, at.match.resample(seat, choice.getrandbits(128)))
            redrawn += twin.match.position() != at.match.position()
            mine, other = (msgspec.json.encode(replay.step(played, each, viewer)) for each in (at, twin))
            assert mine == other
    assert redrawn > 20


@pytest.mark.parametrize(("game", "moves"), [("denkste", ("go 2", "go 5")), ("dog", (0, -1))])
def test_a_sealed_move_is_told_to_who_made_it(game: str, moves: tuple[Any, Any]) -> None:
    """The texts of moves are in the log, so that a redrawn match does not change them."""
    one, other = (begun(game) for _ in moves)
    for session, move in zip((one, other), moves, strict=True):
        assert session.table.match is not None
        text = move if isinstance(move, str) else session.table.match.moves(0)[move]
        session.ask(HOST, wishes.Play(0, text))
    for viewer in ("public", 1):
        assert steps(one, viewer) == steps(other, viewer)
    assert steps(one, 0) != steps(other, 0) and steps(one, 0)[-1].move is not None


def test_what_was_looked_at_is_not_in_the_replay_of_a_running_game_of_memory() -> None:
    session = begun("biberbande")
    for _ in session.play_on(random.Random(4), MOVES, pauses=(0.1,), avoid=("knock",)):
        pass
    assert session.table.phase == "running"

    def known(viewer: Viewer) -> list[Any]:
        return [(step.events, step.view) for step in steps(session, viewer)]

    assert known(0) == known(1) == known("public")
    session.to_the_end()
    assert known(0) != known("public")


@pytest.mark.parametrize("game", sessions.GAMES)
def test_everything_is_open_when_it_is_over(game: str) -> None:
    session = begun(game).to_the_end()
    assert session.table.match is not None
    match, shown = tr.load(game, **session.table.match.game.options).new(session.table.seed()), steps(session, "all")
    assert shown[0].view == match.position() and shown[0].move is None and shown[0].ms == 0
    for step in shown[1:]:
        assert step.move is not None
        match.play(step.seat, step.move)
        assert step.view == match.position()
    assert match.result is not None and [step.number for step in shown] == list(range(len(shown)))
    assert [[step.seat, step.move] for step in shown[1:]] == session.table.record()["moves"]
    assert [event["n"] for step in shown for event in step.events] == list(range(match.event_count))


def test_with_everything_open_the_events_say_what_each_seat_knew() -> None:
    session = begun("denkste").ask(HOST, wishes.Play(0, "go 2")).to_the_end()
    assert steps(session, "all")[1].events[0]["known"] == {"0": {"go": 2}}
    assert "known" not in repr([step.events for step in steps(session, 0)])


@pytest.mark.parametrize("game", sessions.GAMES)
def test_pages_are_the_same_wherever_they_begin(game: str) -> None:
    session, cache = begun(game).to_the_end(), ReplayCache()
    played, whole = GameReplay.of(session.table), steps(session, "all")
    for first in (0, 7, 20, 3, 8, played.last):
        last = min(played.last, first + 6)
        page, at = replay.page(played, "all", first, last, cache.before("t1", played, first))
        assert page == whole[first : last + 1] and at.number == last
        cache.keep("t1", played, at)
        assert cache.before("t2", played, first) is None
    kept = cache.before("t1", played, 15)
    assert kept is not None and kept.number == 14, "one begins where another replay has been"


def test_the_cache_forgets() -> None:
    session, cache = begun("beam-me-up").to_the_end(), ReplayCache()
    played, match = GameReplay.of(session.table), tr.load("denkste").new(1)
    for number in range(replay.KEPT + 1):
        cache.keep("t1", played, ReplayPosition(number, match))
    assert cache.before("t1", played, 0) is None and cache.before("t1", played, 1) is not None


# who may see what


def code(session: Session, person: str | None, viewer: Viewer) -> str | None:
    refusal = replay.refused(session.table, person, viewer)
    assert refusal is None or isinstance(refusal, Refusal)
    return refusal.code if refusal else None


VIEWERS: tuple[Viewer, ...] = ("public", 0, 1, "all")


@pytest.mark.parametrize(
    ("person", "expected"),
    [
        (HOST, (None, None, "not-your-seat", "not-over")),
        (GUEST, (None, "not-your-seat", None, "not-over")),
        (ONLOOKER, (None, "not-your-seat", "not-your-seat", "not-over")),
        (STRANGER, (None, "not-your-seat", "not-your-seat", "not-over")),
    ],
)
def test_while_it_runs_one_sees_the_own_seats(person: str, expected: tuple[str | None, ...]) -> None:
    session = begun("denkste").join(ONLOOKER)
    assert tuple(code(session, person, viewer) for viewer in VIEWERS) == expected
    assert code(session, person, 2) == "no-such-place"
    session.to_the_end()
    assert [code(session, person, viewer) for viewer in VIEWERS] == [None] * 4


def test_where_onlookers_are_forbidden_the_game_is_for_those_who_played() -> None:
    session = begun("denkste", onlookers=False)
    assert code(session, STRANGER, "public") == "no-onlookers" and code(session, GUEST, "public") is None
    session.to_the_end()
    for viewer in VIEWERS:
        assert code(session, STRANGER, viewer) == code(session, None, viewer) == "no-onlookers"
        assert code(session, GUEST, viewer) is None
    session.ask(GUEST, wishes.Leave())
    assert code(session, GUEST, "all") is None, "who played may see it for ever"


def test_who_was_sent_away_sees_nothing_while_it_runs() -> None:
    session = Session("denkste").join(ONLOOKER).ask(HOST, wishes.Remove(ONLOOKER))
    assert code(session, HOST, "public") == "not-running"
    session.begin(GUEST, players=2)
    assert code(session, ONLOOKER, "public") == "removed"
