"""Thousands of games of Biberbande side by side, in compiled code: each stands where a learned player has to decide."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande.features import LEADS, action_of, number_of, write_thresholds
from tafelrunde.bots.biberbande.features_two_players import ACTIONS, ROWS, SIZE, lead_of, write_features
from tafelrunde.bots.biberbande.memory import MEMORY, after_action, before_action, new_match
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.biberbande.leads import FARTHEST
from tafelrunde.lab.training.biberbande.opponents import ITSELF, OPPONENTS, opponent

HIDDEN = SIZE
"""From here on: what only a judge knows who sees all cards, and who plays."""
STOCK = HIDDEN + ROWS * biber.KINDS
KIND = STOCK + biber.KINDS
TRUE_SUMS = KIND + len(OPPONENTS)
TRUE_LEAD = TRUE_SUMS + 2
WIDTH = TRUE_LEAD + len(LEADS)
SCALE = np.ones(WIDTH - SIZE, np.float32)
SCALE[STOCK - SIZE : KIND - SIZE] = 1 / 4
SCALE[TRUE_SUMS - SIZE : TRUE_LEAD - SIZE] = 1 / 16

MIDDLE = 5
"""What a special card counts for the judge."""

TABLE = np.dtype(
    [
        ("word", "u8"),
        ("kind", "i4"),
        ("seat", "i4"),  # where the learned player sits; it sits on both seats if the opponent is itself
        ("acts", "i4"),  # the seat that has to decide
        ("over", "i4"),  # what ended by the last decision
        ("won", "f4"),  # and how likely that makes it that seat 0 wins the match
        ("round", "i4"),  # the round that has ended,
        ("before", "i4"),  # the learned player's lead before
        ("after", "i4"),  # and after it
        ("lead", "i4"),  # and now
        ("slots", "i4", (ROWS,)),
    ]
)


NOTHING, A_ROUND, A_MATCH = range(3)
"""What can have ended."""


@compiled
def carry_out(state, memory, seat, action):
    knocker, written = state.knocker, state.written
    before_action(memory, state, seat, action)
    engine.apply(state, seat, action)
    after_action(memory, state, knocker, written)


@compiled
def tell_all(state, table, facts):
    """What the judge sees beside what the seat sees."""
    facts[SIZE:] = 0
    for i in range(ROWS):
        facts[HIDDEN + i * biber.KINDS + state.rows[table.slots[i]] - 1] = 1
    for card in range(biber.KINDS):
        facts[STOCK + card] = piles.count_of(state.pool, card + 1)
    facts[KIND + table.kind] = 1
    for i in range(ROWS):
        points = np.int64(state.rows[table.slots[i]]) - 1
        facts[TRUE_SUMS + i // biber.SLOTS] += points if points < biber.NUMBERS else MIDDLE
    lead = lead_of(state, table.acts) + facts[TRUE_SUMS + 1] - facts[TRUE_SUMS]
    write_thresholds(facts, TRUE_LEAD, LEADS, lead)


@compiled
def start(states, blank, number, memory, table):
    states[number] = blank[0]
    table.word = splitmix(table.word)
    engine.begin(states[number], scramble(table.word), np.uint64(number))
    engine.settle(states[number])
    table.lead = 0
    new_match(memory)


@compiled
def go_on(state, memory, table, out, found, written):
    """Until the learned player has a choice, or one more round is written; returns how many actions there are."""
    while state.written == written:
        seat = lowest(verbs.actors(state))
        count = verbs.moves(state, seat, out)
        if count == 1:
            carry_out(state, memory, seat, out[0])
        elif table.kind == ITSELF or seat == table.seat:
            table.acts = seat
            return count
        else:
            table.word = splitmix(table.word)
            action = opponent(table.kind, state, seat, out, count, scramble(table.word), found)
            carry_out(state, memory, seat, action)
    return 0


@compiled
def won_by_first(state, table, worth):
    """How likely seat 0 wins the match, now that a round has ended."""
    lead = lead_of(state, table.seat)
    won = worth[table.kind, state.written, table.seat, lead + FARTHEST]
    return won if table.seat == 0 else 1 - won


@compiled
def tell_end(state, table, worth):
    """Write what has ended."""
    table.over = A_MATCH if verbs.over(state) else A_ROUND
    table.won = won_by_first(state, table, worth)
    table.round = np.int64(state.written) - 1
    table.before = table.lead
    table.after = table.lead = lead_of(state, table.seat)


@compiled
def show(state, memory, table, facts, legal, out, count):
    write_features(state, memory, table.acts, out, count, facts, table.slots)
    tell_all(state, table, facts)
    legal[:] = 0
    for i in range(count):
        legal[number_of(out[i], table.acts, table.slots)] = 1


@entry
def begin(states, blank, memories, tables, facts, legal):
    """New matches everywhere."""
    out, found = np.zeros(128, np.int32), np.zeros(128)
    for number in range(len(tables)):
        start(states, blank, number, memories[number], tables[number])
        count = go_on(states[number], memories[number], tables[number], out, found, 0)
        show(states[number], memories[number], tables[number], facts[number], legal[number], out, count)


@entry
def branch(states, blank, memories, tables, worth, first, last, chosen, every, rows, branches, ended, facts, legal):
    """Go on as was chosen, and look what every other action would have led to.

    The branches of a table begin at its row: what is seen at the next decision of the round, the seat that has it, and
    how likely seat 0 wins if there is none. Without `every` there are no branches but the one chosen, and it is not
    written.
    """
    out, found, options = np.zeros(128, np.int32), np.zeros(128), np.zeros(128, np.int32)
    state, memory, table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    next_state, next_memory, next_table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    for number in range(first, last):
        seat, row, written = tables[number].acts, rows[number], states[number].written
        slots = tables[number].slots
        for option in range(ACTIONS):
            if not legal[number, option] or (not every and option != chosen[number]):
                continue
            state[0], memory[0], table[0] = states[number], memories[number], tables[number]
            carry_out(state[0], memory[0], seat, action_of(option, seat, slots))
            count = go_on(state[0], memory[0], table[0], out, found, written)
            if every:
                ended[row, 1] = -1.0
                if count > 0:
                    write_features(state[0], memory[0], table[0].acts, out, count, branches[row], table[0].slots)
                    tell_all(state[0], table[0], branches[row])
                else:
                    ended[row, 1] = won_by_first(state[0], table[0], worth)
                ended[row, 0] = table[0].acts
                row += 1
            if option == chosen[number]:
                next_state[0], next_memory[0], next_table[0] = state[0], memory[0], table[0]
                for i in range(count):
                    options[i] = out[i]
                next_count = count
        states[number], memories[number], tables[number] = next_state[0], next_memory[0], next_table[0]
        tables[number].over = NOTHING
        if next_count == 0:
            tell_end(states[number], tables[number], worth)
            if tables[number].over == A_MATCH:
                start(states, blank, number, memories[number], tables[number])
            written = states[number].written
            next_count = go_on(states[number], memories[number], tables[number], options, found, written)
        show(states[number], memories[number], tables[number], facts[number], legal[number], options, next_count)


class Games:
    """Games against opponents of these kinds, as arrays; threads share the work."""

    begin, branch, table, shape = staticmethod(begin), staticmethod(branch), TABLE, (WIDTH, ACTIONS)

    def __init__(self, kinds: Any, seed: int, threads: int, leads: Any) -> None:
        count, (width, actions) = len(kinds), self.shape
        self.leads, self.width = leads, width
        self.tables = np.zeros(count, self.table)
        self.prepare(kinds)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.facts, self.legal = np.zeros((count, width), np.uint8), np.zeros((count, actions), np.uint8)
        self.branches, self.ended = np.zeros((count * 8, width), np.uint8), np.zeros((count * 8, 2), np.float32)
        self.begin(self.states, self.blank, self.memories, self.tables, self.facts, self.legal)
        self.threads, self.pool = threads, ThreadPoolExecutor(threads + 1)
        self.going: Any = self.pool.submit(bool)

    def prepare(self, kinds: Any) -> None:
        """The blank state, and who sits where."""
        self.blank = tr.load("biberbande", players=2).blank()
        self.states, self.memories = np.repeat(self.blank, len(kinds)), np.zeros(len(kinds), MEMORY)
        self.tables["kind"], self.tables["seat"] = kinds, np.arange(len(kinds)) // 2 % 2

    def start(self, chosen: Any, every: bool = True) -> None:
        """Begin to go on as was chosen; `wait` waits until that is done."""
        counts = self.legal.sum(1, dtype=np.int64)
        rows = np.cumsum(counts) - counts
        self.count = int(counts.sum()) if every else 0
        if self.count > len(self.branches):
            self.branches = np.zeros((self.count, self.width), np.uint8)
            self.ended = np.zeros((self.count, 2), np.float32)
        self.going = self.pool.submit(self.go, chosen, every, rows)

    def wait(self) -> None:
        self.going.result()

    def go(self, chosen: Any, every: bool, rows: Any) -> None:
        """One decision further at every table."""
        edges = np.linspace(0, len(self.states), self.threads * 2 + 1).astype(int)
        given = self.states, self.blank, self.memories, self.tables, self.leads.worth

        def part(span):
            told = rows, self.branches, self.ended, self.facts, self.legal
            self.branch(*given, int(span[0]), int(span[1]), chosen, every, *told)

        list(self.pool.map(part, pairwise(edges)))

    def count_rounds(self) -> None:
        """Let the leads know how the rounds went that ended by the last decision."""
        ended = self.tables[self.tables["over"] != NOTHING]
        self.leads.count(*(ended[name] for name in ("kind", "round", "seat", "before", "after")))

    def notes(self) -> Any:
        """What a lesson keeps of each table: who decides, whether something has ended, and what it was worth."""
        return self.tables["acts"], self.tables["over"] != NOTHING, self.tables["won"]

    def shares(self) -> Any:
        """What the learned player has won of matches that are over."""
        return (np.sign(self.tables["after"]) + 1) / 2
