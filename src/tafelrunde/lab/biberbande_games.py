"""Thousands of games of Biberbande side by side, in compiled code: each stands where a learned player has to decide."""
# mypy: allow-untyped-defs, allow-untyped-calls, allow-untyped-decorators

from concurrent.futures import ThreadPoolExecutor

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande_memory import MEMORY, ROWS, after_action, before_action, new_round
from tafelrunde.bots.biberbande_sight import ACTIONS, SIZE, action_of, number_of, tell
from tafelrunde.games.biberbande.tables import KINDS, count_of
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest, popcount
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
    memory.knocked[:] = 0
    new_round(memory)


@compiled
def go_on(states, blank, number, memory, table, out, found, scores):
    """Until the learned player has a choice."""
    state = states[number]
    table.over = 0
    while True:
        if verbs.over(state):
            winners = verbs.score(state, scores)
            table.over, table.won = 1, 0.5 if winners == 3 else 1.0 if winners == 1 else 0.0
            start(states, blank, number, memory, table)
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


@entry
def advance(states, blank, memories, tables, first, last, chosen, facts, legal):
    """Carry out what was chosen (nothing: begin), play on, and write what the learned player sees at each table."""
    out, found, scores = np.zeros(128, np.int32), np.zeros(128), np.zeros(8, np.int32)
    for number in range(first, last):
        memory, table, state = memories[number], tables[number], states[number]
        if chosen[number] < 0:
            start(states, blank, number, memory, table)
        else:
            carry_out(state, memory, table.acts, action_of(chosen[number], table.acts, table.slots))
        count = go_on(states, blank, number, memory, table, out, found, scores)
        tell(state, memory, table.acts, facts[number], table.slots)
        tell_all(state, table, facts[number])
        legal[number, :] = 0
        for i in range(count):
            legal[number, number_of(out[i], table.acts, table.slots)] = 1


class Games:
    """Games against opponents of these kinds, as arrays; threads share the work."""

    def __init__(self, kinds, seed: int, threads: int) -> None:
        count = len(kinds)
        self.blank = tr.load("biberbande", players=2).blank()
        self.states = np.repeat(self.blank, count)
        self.memories, self.tables = np.zeros(count, MEMORY), np.zeros(count, TABLE)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.tables["kind"], self.tables["seat"] = kinds, np.arange(count) // 2 % 2
        self.facts, self.legal = np.zeros((count, WIDTH), np.uint8), np.zeros((count, ACTIONS), np.uint8)
        self.threads, self.pool = threads, ThreadPoolExecutor(threads)
        self.go(np.full(count, -1))

    def go(self, chosen) -> None:
        """One decision further at every table."""
        edges = np.linspace(0, len(self.states), self.threads * 4 + 1).astype(int)

        def part(span):
            given = self.states, self.blank, self.memories, self.tables
            advance(*given, int(span[0]), int(span[1]), chosen, self.facts, self.legal)

        list(self.pool.map(part, zip(edges[:-1], edges[1:], strict=True)))
