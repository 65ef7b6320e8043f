"""Time at the table: who must act by when, when bots act, and what happens when time runs out.

Callers ask a `Clock` for its next alarm and ring it when it is due; it never reads the time itself. It is not in the
log: after a restart all alarms start again, so nobody loses time while the server is down.
"""

import math
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from tafelrunde import bots
from tafelrunde.bots import Seat
from tafelrunde.kernel.match import Match
from tafelrunde.table import acts, dealing, tempo
from tafelrunde.table.acts import AnyAct
from tafelrunde.table.fair_deal import REVEAL_SECONDS
from tafelrunde.table.table import Table

DEAL, TABLE, BOT, TIME = "deal", "table", "bot", "time"
"""The kinds of alarm: a part of the deal that does not come, the table's own move, a bot's move, the end of a person's
time."""

Key = tuple[Any, ...]
"""What an alarm is for; an alarm keeps running as long as its key is still wanted."""


@dataclass(frozen=True)
class Alarm:
    """When something is due, and the move the bot has chosen."""

    at: float
    move: str | None = None


@dataclass(frozen=True)
class Answer:
    """The move a bot has chosen, and how many seconds it needs to react where everybody acts at once."""

    move: str
    reaction: float


@dataclass(frozen=True)
class Question:
    """A decision for a bot, with its own copy of the match because the table carries on meanwhile.

    `step` is the version of the last step, by which it is known whether the match has moved on.
    """

    key: Key
    match: Match
    step: int
    bot: bots.Bot
    since: float
    chance: random.Random

    @property
    def seconds(self) -> float:
        """How many seconds the bot may think; that depends on nothing but its level."""
        return self.bot.seconds

    def answer(self) -> Answer | None:
        """Let the bot think; None if it has to wait until something changes."""
        seat = Seat.of(self.match, self.key[1])
        move = self.bot.choose(seat, self.chance) if seat.moves else None
        return None if move is None else Answer(move, self.bot.pause(seat, self.chance))


def may_move_from(table: Table) -> float:
    """The earliest time at which moves are accepted: after the countdown and any pause."""
    if table.match is None or not table.match.game.facts.countdown:
        return table.paused_until
    return max(table.started_at + table.match.game.facts.countdown, table.paused_until)


class Clock:
    """The alarms of one table. `reveal` is for how many seconds a round of the deal waits for the parts."""

    def __init__(self, seed: int, reveal: float = REVEAL_SECONDS) -> None:
        self.alarms: dict[Key, Alarm] = {}
        self.undecided: list[Key] = []
        """Alarms for which a bot still has to choose a move."""
        self._asked: set[Key] = set()
        self._waiting: dict[Key, int] = {}
        """Bots that had nothing to do, with the last step at that time."""
        self._bots_from = 0.0
        """When bots may move at the earliest; infinity while they wait for a tap."""
        self._chance, self._reveal = random.Random(seed), reveal

    def update(self, table: Table, present: Collection[str], now: float) -> None:
        """Set and drop alarms after a change. `present` are the people who are connected, or were until just now."""
        self.update_alarms(table, present, now)
        for question in self.questions(table, now):
            self.take_answer(table, question, question.answer(), now, now)

    def update_alarms(self, table: Table, present: Collection[str], now: float) -> None:
        """The quick part of an update: everything except letting bots think."""
        opens = may_move_from(table)
        kept = {key: alarm for key, alarm in self.alarms.items() if alarm.at >= opens}
        wanted = list(_wanted(table, {person for person in present if table.is_here(person)}))
        self.alarms = {key: kept[key] for key in wanted if key in kept}
        for key in wanted:
            if key not in self.alarms and not _is_bots(key) and key not in self.undecided:
                self.alarms[key] = self._set(table, key, max(now, opens))
        idle = {key for key, step in self._waiting.items() if step == _last_step(table)}
        self._bots_from = tempo.bots_move_from(table)
        self.undecided = [key for key in wanted if key not in self.alarms and key not in idle]

    def questions(self, table: Table, now: float) -> list[Question]:
        """The decisions bots have to make. Each is handed out only once, until `take_answer` gets its answer."""
        match = _running(table)
        if match is None:
            return []
        keys, step = [key for key in self.undecided if key not in self._asked], _last_step(table)
        self._asked.update(keys)
        return [
            Question(key, match.copy(), step, _bot(table, key[1]), now, random.Random(self._chance.getrandbits(64)))
            for key in keys
        ]

    def take_answer(self, table: Table, question: Question, answer: Answer | None, began: float, now: float) -> None:
        """Take a bot's answer, of which it began to think at a moment. If the match has moved on, it still counts only
        in a game without turns."""
        key, is_fresh = question.key, _last_step(table) == question.step
        self._asked.discard(key)
        if key not in self.undecided or not (is_fresh or (answer and question.match.game.facts.simultaneous)):
            return
        self.undecided.remove(key)
        if answer is None:
            self._waiting[key] = question.step
        else:
            pause = tempo.pause(table, answer.reaction, self._chance) if _is_bots(key) else 0.0
            at = max(question.since, may_move_from(table)) + pause
            if not question.match.game.facts.simultaneous:
                at = max(at, tempo.thought_until(began, now, question.seconds))
            self.alarms[key] = Alarm(at, answer.move)

    def deadline(self, seat: int) -> float | None:
        """When a seat's time runs out, if it has to move and its time is limited."""
        return next((alarm.at for key, alarm in self.alarms.items() if key[:2] == (TIME, seat)), None)

    def next(self) -> float | None:
        """When the next alarm is due; None if there is none, or all wait for a tap."""
        first = min((self._due(key) for key in self.alarms), default=math.inf)
        return None if first == math.inf else first

    def _due(self, key: Key) -> float:
        """When an alarm is due. Bots may have to wait longer than they would."""
        return max(self.alarms[key].at, self._bots_from) if _is_bots(key) else self.alarms[key].at

    def _set(self, table: Table, key: Key, since: float) -> Alarm:
        """The alarm for a part of the deal, a move by the table, or the end of a person's time."""
        if key[0] == DEAL or table.match is None:
            return Alarm(since + self._reveal)
        own = table.match.game.facts.table_move_seconds
        return Alarm(since + (own if key[0] == TABLE else table.settings.move_seconds or 0.0))

    def due_round(self, table: Table, now: float) -> list[AnyAct]:
        """Another round of the deal, if somebody has not revealed their part in time."""
        alarm = self.alarms.get((DEAL, len(table.rounds)))
        return dealing.next_round(table) if alarm is not None and alarm.at <= now else []

    def due_moves(self, table: Table, now: float) -> list[acts.Moved]:
        """The move that is due, if any. Only one at a time: the others are decided again after it."""
        due = sorted((self._due(key), str(key), key) for key in self.alarms if self._due(key) <= now)
        for _, _, key in due:
            act = self._act(table, key, self.alarms.pop(key))
            if act is not None:
                return [act]
            if key[0] not in (DEAL, TABLE):
                self.undecided.append(key)
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
        # Like a person who has already decided, the bot does not react to last-moment changes: it plays its chosen
        # move if it would still choose it, and otherwise thinks again.
        seat = Seat.of(match, key[1])
        seat.moves = [move for move in seat.moves if move == alarm.move]
        move = _bot(table, key[1]).choose(seat, self._chance) if seat.moves else None
        return None if move is None else acts.Moved(key[1], move, "time" if key[0] == TIME else "bot")


def _last_step(table: Table) -> int:
    """The version of the last step. While a match stands at it, nothing has happened: a step taken back is gone."""
    return table.steps[-1][0] if table.steps else 0


def _is_bots(key: Key) -> bool:
    return bool(key[0] == BOT)


def _running(table: Table) -> Match | None:
    return table.match if table.phase == "running" else None


def _bot(table: Table, seat: int) -> bots.Bot:
    return bots.make(table.level_at(seat), table.settings.game)


def _wanted(table: Table, here: set[str]) -> Iterator[Key]:
    """The keys that need an alarm; none if nobody is here."""
    match = _running(table)
    if table.phase == "dealing" and here:
        yield DEAL, len(table.rounds)
    if match is None or not here:
        return
    if match.game.TABLE_ACTS and match.moves(None):
        yield TABLE, *match.game.awaited(match.peek(None))
    for seat in match.actors():
        if table.person_at(seat) not in here:
            yield BOT, seat
        elif table.settings.move_seconds is not None:
            yield TIME, seat, match.moves_by(seat), table.settings.move_seconds
