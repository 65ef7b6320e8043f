"""Thousands of games of Biberbande side by side, in compiled code: each stands where a learned player has to decide."""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande_memory import MEMORY, ROWS, after_action, before_action, new_round
from tafelrunde.bots.biberbande_sight import ACTIONS, SIZE, action_of, number_of, tell
from tafelrunde.games.biberbande.tables import KINDS, count_of
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.biberbande_opponents import ITSELF, OPPONENTS, opponent

HIDDEN = SIZE
"""From here on: what only a judge knows who sees all cards, and who plays."""
STOCK = HIDDEN + ROWS * KINDS
KIND = STOCK + KINDS
WIDTH = KIND + len(OPPONENTS)
SCALE = np.ones(WIDTH - SIZE, np.float32)
SCALE[STOCK - SIZE : KIND - SIZE] = 1 / 4

TABLE = np.dtype(
    [
        ("word", "u8"),
        ("kind", "i4"),
        ("seat", "i4"),  # where the learned player sits; it sits on both seats if the opponent is itself
        ("acts", "i4"),  # the seat that has to decide
        ("over", "i4"),  # whether a match ended by the last decision
        ("won", "f4"),  # and how much of it seat 0 won
        ("slots", "i4", (ROWS,)),
    ]
)


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
        facts[HIDDEN + i * KINDS + state.rows[table.slots[i]] - 1] = 1
    for card in range(KINDS):
        facts[STOCK + card] = count_of(state.pool, card + 1)
    facts[KIND + table.kind] = 1


@compiled
def start(states, blank, number, memory, table):
    states[number] = blank[0]
    table.word = splitmix(table.word)
    engine.begin(states[number], scramble(table.word), np.uint64(number))
    engine.settle(states[number])
    memory.odd[:] = 0
    memory.turns[:] = 0
    memory.takes[:] = 0
    memory.knocked[:] = 0
    new_round(memory)


@compiled
def go_on(state, memory, table, out, found):
    """Until the learned player has a choice, or the match is over; returns how many actions there are."""
    while not verbs.over(state):
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
def share_of_first(state, scores):
    """How much of a finished match seat 0 has won."""
    winners = verbs.score(state, scores)
    return 0.5 if winners == 3 else 1.0 if winners == 1 else 0.0


@compiled
def show(state, memory, table, facts, legal, out, count):
    tell(state, memory, table.acts, facts, table.slots)
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
        count = go_on(states[number], memories[number], tables[number], out, found)
        show(states[number], memories[number], tables[number], facts[number], legal[number], out, count)


@entry
def branch(states, blank, memories, tables, first, last, chosen, every, rows, branches, ended, facts, legal):
    """Go on as was chosen, and look what every other action would have led to.

    The branches of a table begin at its row: what is seen at the next decision, the seat that has it, and how much seat
    0 has won if there is none. Without `every` there are no branches but the one chosen, and it is not written.
    """
    out, found, scores, options = np.zeros(128, np.int32), np.zeros(128), np.zeros(8, np.int32), np.zeros(128, np.int32)
    state, memory, table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    next_state, next_memory, next_table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    for number in range(first, last):
        seat, row = tables[number].acts, rows[number]
        slots = tables[number].slots
        for option in range(ACTIONS):
            if not legal[number, option] or (not every and option != chosen[number]):
                continue
            state[0], memory[0], table[0] = states[number], memories[number], tables[number]
            carry_out(state[0], memory[0], seat, action_of(option, seat, slots))
            count = go_on(state[0], memory[0], table[0], out, found)
            won = -1.0 if count > 0 else share_of_first(state[0], scores)
            if every:
                if count > 0:
                    tell(state[0], memory[0], table[0].acts, branches[row], table[0].slots)
                    tell_all(state[0], table[0], branches[row])
                ended[row, 0], ended[row, 1] = table[0].acts, won
                row += 1
            if option == chosen[number]:
                next_state[0], next_memory[0], next_table[0] = state[0], memory[0], table[0]
                next_table[0].over, next_table[0].won = count == 0, won
                for i in range(count):
                    options[i] = out[i]
                next_count = count
        states[number], memories[number], tables[number] = next_state[0], next_memory[0], next_table[0]
        if tables[number].over:
            start(states, blank, number, memories[number], tables[number])
            next_count = go_on(states[number], memories[number], tables[number], options, found)
        show(states[number], memories[number], tables[number], facts[number], legal[number], options, next_count)


class Games:
    """Games against opponents of these kinds, as arrays; threads share the work."""

    def __init__(self, kinds: Any, seed: int, threads: int) -> None:
        count = len(kinds)
        self.blank = tr.load("biberbande", players=2).blank()
        self.states = np.repeat(self.blank, count)
        self.memories, self.tables = np.zeros(count, MEMORY), np.zeros(count, TABLE)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.tables["kind"], self.tables["seat"] = kinds, np.arange(count) // 2 % 2
        self.facts, self.legal = np.zeros((count, WIDTH), np.uint8), np.zeros((count, ACTIONS), np.uint8)
        self.branches, self.ended = np.zeros((count * 8, WIDTH), np.uint8), np.zeros((count * 8, 2), np.float32)
        begin(self.states, self.blank, self.memories, self.tables, self.facts, self.legal)
        self.threads, self.pool = threads, ThreadPoolExecutor(threads + 1)
        self.going: Any = self.pool.submit(bool)

    def start(self, chosen: Any, every: bool = True) -> None:
        """Begin to go on as was chosen; `wait` waits until that is done."""
        counts = self.legal.sum(1, dtype=np.int64)
        rows = np.cumsum(counts) - counts
        self.count = int(counts.sum()) if every else 0
        if self.count > len(self.branches):
            self.branches = np.zeros((self.count, WIDTH), np.uint8)
            self.ended = np.zeros((self.count, 2), np.float32)
        self.going = self.pool.submit(self.go, chosen, every, rows)

    def wait(self) -> None:
        self.going.result()

    def go(self, chosen: Any, every: bool, rows: Any) -> None:
        """One decision further at every table."""
        edges = np.linspace(0, len(self.states), self.threads * 2 + 1).astype(int)
        given = self.states, self.blank, self.memories, self.tables

        def part(span):
            told = rows, self.branches, self.ended, self.facts, self.legal
            branch(*given, int(span[0]), int(span[1]), chosen, every, *told)

        list(self.pool.map(part, pairwise(edges)))
