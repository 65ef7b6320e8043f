"""Time at the table: who must act by when, when bots act, and what the clock does by itself.

A `Clock` is asked for the next alarm and rung when it is due; it reads no clock itself. It is not in the log: after a
restart it begins anew, so no time has run meanwhile.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.kernel.match import Match
from tafelrunde.table import acts
from tafelrunde.table.table import Table

TABLE, BOT, TIME = "table", "bot", "time"
"""The kinds of alarms: a move of the table itself, a bot's move, the end of a person's time."""

Key = tuple[Any, ...]
"""What an alarm is for; as long as it is the same, the alarm goes on."""


@dataclass(frozen=True)
class Alarm:
    """When something is due, and the move that a bot has in mind."""

    at: float
    move: str | None = None


@dataclass(frozen=True)
class Answer:
    """What a bot will do, and after how many seconds."""

    move: str
    pause: float


@dataclass(frozen=True)
class Question:
    """What a bot is to think about, with a copy of the match: the table goes on meanwhile."""

    key: Key
    match: Match
    bot: bots.Bot
    since: float
    chance: random.Random

    def answer(self) -> Answer | None:
        """The bot thinks; None: it has to wait until something changes."""
        seat = Seat.of(self.match, self.key[1])
        move = self.bot.choose(seat, self.chance) if seat.moves else None
        if move is None:
            return None
        return Answer(move, self.bot.pause(seat, self.chance) if _is_bots(self.key) else 0.0)


def may_move_from(table: Table) -> float:
    """From when on moves are taken: after the countdown, and after what makes the game pause."""
    if table.match is None or not table.match.game.facts.countdown:
        return table.paused_until
    return max(table.started_at + table.match.game.facts.countdown, table.paused_until)


class Clock:
    """The alarms of one table."""

    def __init__(self, seed: int) -> None:
        self.alarms: dict[Key, Alarm] = {}
        self.unthought: list[Key] = []
        """What a bot still has to choose a move for."""
        self._asked: set[Key] = set()
        self._waiting: dict[Key, int] = {}
        """Bots that found nothing to do, by how many events there were then."""
        self._chance = random.Random(seed)

    def update(self, table: Table, present: set[str], now: float) -> None:
        """Set and drop alarms after something has changed. `present` are the people who are here (or were just now)."""
        self.notice(table, present, now)
        for question in self.questions(table, now):
            self.hear(table, question, question.answer())

    def notice(self, table: Table, present: set[str], now: float) -> None:
        """The part of an update that takes no time: everything but what bots have to think about."""
        opens = may_move_from(table)
        kept = {key: alarm for key, alarm in self.alarms.items() if alarm.at >= opens}
        wanted = list(_wanted(table, {person for person in present if table.is_here(person)}))
        self.alarms = {key: kept[key] for key in wanted if key in kept}
        for key in wanted:
            if key not in self.alarms and not _is_bots(key) and key not in self.unthought:
                self.alarms[key] = _set(table, key, max(now, opens))
        idle = {key for key, events in self._waiting.items() if events == _events(table)}
        self.unthought = [key for key in wanted if key not in self.alarms and key not in idle]

    def questions(self, table: Table, now: float) -> list[Question]:
        """What bots are to think about: each is asked once, until `hear` is told the answer."""
        match = _running(table)
        if match is None:
            return []
        keys = [key for key in self.unthought if key not in self._asked]
        self._asked.update(keys)
        return [
            Question(key, match.copy(), _bot(table, key[1]), now, random.Random(self._chance.getrandbits(64)))
            for key in keys
        ]

    def hear(self, table: Table, question: Question, answer: Answer | None) -> None:
        """A bot has thought. If something has happened meanwhile, only a move in a race still counts."""
        key, is_fresh = question.key, _events(table) == question.match.event_count
        self._asked.discard(key)
        if key not in self.unthought or not (is_fresh or (answer and question.match.game.facts.simultaneous)):
            return
        self.unthought.remove(key)
        if answer is None:
            self._waiting[key] = question.match.event_count
        else:
            self.alarms[key] = Alarm(max(question.since, may_move_from(table)) + answer.pause, answer.move)

    def deadline(self, seat: int) -> float | None:
        """Until when a seat has to move, if its time is limited and it is to move."""
        return next((alarm.at for key, alarm in self.alarms.items() if key[:2] == (TIME, seat)), None)

    def next(self) -> float | None:
        """When the next alarm is due."""
        return min((alarm.at for alarm in self.alarms.values()), default=None)

    def ring(self, table: Table, now: float) -> list[acts.Moved]:
        """The move that is due, if any: one at a time, as the others are decided anew after it."""
        due = sorted((alarm.at, str(key), key) for key, alarm in self.alarms.items() if alarm.at <= now)
        for _, _, key in due:
            act = self._act(table, key, self.alarms.pop(key))
            if act is not None:
                return [act]
            if key[0] != TABLE:
                self.unthought.append(key)
        return []

    def _act(self, table: Table, key: Key, alarm: Alarm) -> acts.Moved | None:
        match = _running(table)
        if match is None:
            return None
        if key[0] == TABLE:
            moves = match.moves(None)
            return acts.Moved(None, moves[0], "table") if moves else None
        if alarm.move is None:
            return None
        # A person who has decided does not see what changed in the last moment: the bot plays what it had in mind, if
        # that is still right, and else looks again.
        seat = Seat.of(match, key[1])
        seat.moves = [move for move in seat.moves if move == alarm.move]
        move = _bot(table, key[1]).choose(seat, self._chance) if seat.moves else None
        return None if move is None else acts.Moved(key[1], move, "time" if key[0] == TIME else "bot")


def _set(table: Table, key: Key, since: float) -> Alarm:
    """The alarm of a move of the table, or of a person's time."""
    assert table.match is not None
    own = table.match.game.facts.table_move_seconds
    return Alarm(since + (own if key[0] == TABLE else table.settings.move_seconds or 0.0))


def _events(table: Table) -> int:
    return 0 if table.match is None else table.match.event_count


def _is_bots(key: Key) -> bool:
    return bool(key[0] == BOT)


def _running(table: Table) -> Match | None:
    return table.match if table.phase == "running" else None


def _bot(table: Table, seat: int) -> bots.Bot:
    return bots.make(table.level_at(seat), table.settings.game)


def _wanted(table: Table, here: set[str]) -> Iterator[Key]:
    """What there must be alarms for; nothing, if nobody is here."""
    match = _running(table)
    if match is None or not here:
        return
    if match.game.TABLE_ACTS and match.moves(None):
        yield TABLE, *match.game.awaited(match.view(None))
    for seat in match.actors():
        if table.person_at(seat) not in here:
            yield BOT, seat
        elif table.settings.move_seconds is not None:
            yield TIME, seat, match.moves_by(seat)
