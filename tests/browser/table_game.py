"""A whole game at a table, one person against bots, and all that anybody sees, as a hash: the same everywhere."""

import hashlib
import json
from dataclasses import asdict
from random import Random
from typing import Any

from tafelrunde.kernel.targets import native
from tafelrunde.table import permissions, records, replay, verify, visibility, wishes
from tafelrunde.table.clock import Clock
from tafelrunde.table.replay import GameReplay
from tafelrunde.table.table import Table
from tests.table.sessions import HOST, Session, part_of

VIEWERS: tuple[replay.Viewer, ...] = (0, "public", "all")


def play(game: str, level: str, players: int, most: int) -> tuple[int, str]:
    """A game with bots of a level, for so many steps at most; how many steps it had."""
    native.thread_seconds = lambda: 0.0  # so that no machine is too slow for all that a bot wants to try
    digest, chance, clock = hashlib.sha256(), Random(5), Clock(7)

    def note(*things: Any) -> None:
        digest.update(json.dumps(things, sort_keys=True).encode())

    session = Session(game)
    session.ask(HOST, wishes.Sit(0))
    for number, place in enumerate(session.table.places):
        if place.kind == "open":
            kind: Any = ("bot", level) if number < players else ("empty", None)
            session.ask(HOST, wishes.SetPlace(number, *kind))
    session.deal()
    session.now += 10
    steps = 0
    while steps < most and session.table.phase == "running" and _step(session, clock, chance):
        steps += 1
        seats = (None, *range(players))
        note([asdict(visibility.perspective(session.table, seat, 0, session.now)) for seat in seats])
        note(visibility.lobby_for(session.table, HOST))
    assert session.table.match is not None
    note([[records.plain(act), at] for act, at in session.log])
    note(session.table.match.record(), session.table.match.position())
    again = Table.replay("t1", [(records.read(records.plain(act), type(act)), at) for act, at in session.log])
    played = GameReplay.of(again)
    for viewer in VIEWERS:
        note(records.plain(replay.page(played, viewer, 0, played.last)[0]))
    if session.table.phase == "over":
        found = verify.verify(session.table.record(), part=part_of(HOST))
        assert all(check.holds for check in found)
        note([[check.check, check.holds] for check in found])
    return steps, digest.hexdigest()


def _step(session: Session, clock: Clock, chance: Random) -> bool:
    """The person moves at random, or whatever is due next happens; False when nothing is."""
    match = session.table.match
    assert match is not None
    clock.update(session.table, {HOST}, session.now)
    moves = match.moves(0)
    if moves and chance.random() < 0.7:
        wish = wishes.Play(0, chance.choice(moves))
        decided = permissions.decide(session.table, HOST, wish, session.now)
        if not isinstance(decided, wishes.Refusal):
            session.happen(*decided)
            return True
    due = clock.next()
    if due is None:
        return bool(moves)
    session.now = max(session.now, due)
    session.happen(*clock.due_moves(session.table, session.now))
    return True
