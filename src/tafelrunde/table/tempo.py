"""How fast a table is played: how long bots pause, and whether they wait for a tap.

All of it follows from what everybody knows, so that a pause tells nothing about a hand.
"""

import math
import random

import tafelrunde as tr
from tafelrunde.table.table import Table

PAUSES = {"slow": (4.0, 2.0), "normal": (2.0, 1.1), "fast": (0.9, 0.7), "tap": (2.0, 1.1)}
"""Seconds before a bot's move by tempo: usually, and after events that show little; with "tap" if nobody has to tap."""
BEFORE_TAP = 0.9
"""With "tap", so many seconds pass at least: nobody should see by a bot's thinking whether it had a choice."""
REACTIONS = {"slow": 1.6, "normal": 1.0, "fast": 0.75, "tap": 1.0}
"""Where everybody acts at once: how a bot's time to react is stretched."""
TAKE_BACK_SECONDS = 1.2
"""Bots wait at least so long after a move that can be taken back."""
SPREAD = 0.1
"""By which share pauses vary, so that bots do not seem to march."""


def pause(table: Table, reaction: float, chance: random.Random) -> float:
    """How many seconds a bot waits before its move; `reaction` is its own time where everybody acts at once."""
    assert table.match is not None
    tempo = table.settings.tempo
    if table.match.game.facts.simultaneous:
        return reaction * REACTIONS[tempo]
    if _needs_tap(table):
        return BEFORE_TAP
    usual, brief = PAUSES[tempo]
    return (brief if _showed_little(table) else usual) * chance.uniform(1 - SPREAD, 1 + SPREAD)


def thought_until(began: float, now: float, seconds: float) -> float:
    """When a thought that began at a moment and has ended by now counts as thought.

    All thoughts of a level take equally long: whether there was anything to think about must not show. One that took
    longer than it may, as on a busy machine, takes twice as long, or three times.
    """
    return began + seconds * max(1, math.ceil((now - began) / seconds))


def can_wait_for_tap(table: Table) -> bool:
    """Whether bots can wait for a tap: in a game of one person against them, in which one moves after the other."""
    return table.is_against_bots() and not tr.load(table.settings.game).facts.simultaneous


def waits_for_tap(table: Table) -> bool:
    """Whether bots do not move before somebody taps."""
    return _needs_tap(table) and not table.tapped


def bots_move_from(table: Table) -> float:
    """The earliest time of a bot's move: somebody may have to tap first, or may want to take a move back."""
    if waits_for_tap(table):
        return math.inf
    if table.taker is None or table.tapped:
        return 0.0
    return table.steps[-1][1].at + max(TAKE_BACK_SECONDS, PAUSES[table.settings.tempo][0])


def _needs_tap(table: Table) -> bool:
    """Whether the next move needs a tap: not if a person may act, too, nor where little was to be seen."""
    if table.match is None or table.phase != "running":
        return False
    if table.settings.tempo != "tap" or not can_wait_for_tap(table):
        return False
    actors = table.match.actors()
    return all(table.person_at(seat) is None for seat in actors) and not _showed_little(table)


def _showed_little(table: Table) -> bool:
    """Whether there was little to see in what happened last."""
    assert table.match is not None
    since = table.steps[-2][1].events if len(table.steps) > 1 else 0
    brief = table.match.game.facts.brief_events
    return all(event["type"] in brief for event in table.match.peek_events(since))
