"""Thousands of games of Biberbande for two to six, side by side in compiled code.

Each of them stands where the learning player has to decide.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande import features_multiplayer, features_two_players
from tafelrunde.bots.biberbande.features import action_of, number_of, points_so_far
from tafelrunde.bots.biberbande.memory import MEMORY, after_action, before_action, new_match
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import allocating, allocating_entry
from tafelrunde.lab.training.biberbande.critic_features import write_hidden
from tafelrunde.lab.training.biberbande.match_value import share_of, win_chance
from tafelrunde.lab.training.biberbande.opponents import ITSELF, opponent

TABLE = np.dtype(
    [
        ("word", "u8"),  # chance
        ("players", "i4"),
        ("kinds", "i4", (biber.SEATS,)),  # who sits there; ITSELF is the learning player
        ("seat", "i4"),  # where the learning player sits, also if it plays against itself
        ("viewpoint", "i4"),  # the seat whose chance to win is written
        ("acts", "i4"),  # the seat that has to decide
        ("over", "i4"),  # what ended with the last decision,
        ("won", "f4"),  # how likely the viewpoint wins the match then,
        ("round", "i4"),  # which round it was,
        ("points", "i4", (biber.SEATS,)),  # its points
        ("totals", "i4", (biber.SEATS,)),  # and those of all rounds
        ("share", "f4"),  # the learning player's share of the last match that was over
        ("slots", "i4", (biber.SEATS * biber.SLOTS,)),
    ]
)
NOTHING, A_ROUND, A_MATCH = range(3)
"""What can have ended."""


@allocating
def carry_out(state, memory, seat, action):
    knocker, written = state.knocker, state.written
    before_action(memory, state, seat, action)
    engine.apply(state, seat, action)
    after_action(memory, state, knocker, written)


@allocating
def start(states, blanks, number, memory, table):
    states[number] = blanks[table.players]
    table.word = splitmix(table.word)
    engine.begin(states[number], scramble(table.word), np.uint64(number))
    engine.settle(states[number])
    new_match(memory)


@allocating
def go_on(state, memory, table, out, found, written):
    """Play until the learning player has a choice or one more round is written; returns the number of actions."""
    while state.written == written:
        seat = lowest(verbs.actors(state))
        count = verbs.moves(state, seat, out)
        if count == 1:
            carry_out(state, memory, seat, out[0])
        elif table.kinds[seat] == ITSELF:
            table.acts = seat
            return count
        else:
            table.word = splitmix(table.word)
            action = opponent(table.kinds[seat], state, seat, out, count, scramble(table.word), found)
            carry_out(state, memory, seat, action)
    return 0


@allocating
def value_after_round(state, table, values):
    """How likely the viewpoint wins the match, now that a round has ended; the totals are written."""
    for seat in range(table.players):
        table.totals[seat] = points_so_far(state, seat)
    chance = win_chance(table, np.int64(state.written), values)
    return chance if table.viewpoint == table.seat else 1 - chance


@allocating
def write_end(state, table, values):
    """Write what has ended."""
    table.over = A_MATCH if verbs.over(state) else A_ROUND
    table.won = value_after_round(state, table, values)
    table.round = np.int64(state.written) - 1
    for seat in range(table.players):
        table.points[seat] = state.scores[seat * biber.SEATS + table.round]
    if table.over == A_MATCH:
        table.share = share_of(table.totals, np.int64(table.seat), np.int64(table.players))


@allocating
def observe(state, memory, table, facts, out, count):
    """Write what the seat on turn sees, then what the critic sees beside it."""
    if table.players == 2:
        features_two_players.write_features(state, memory, table.acts, out, count, facts, table.slots)
    else:
        features_multiplayer.write_features(state, memory, table.acts, out, count, facts, table.slots)
    write_hidden(state, table, facts)


@allocating
def show(state, memory, table, facts, legal, out, count):
    """Write the next decision: what can be seen, and which actions are legal."""
    observe(state, memory, table, facts, out, count)
    legal[:] = 0
    for i in range(count):
        legal[number_of(out[i], table.acts, table.slots)] = 1


@allocating_entry
def begin(states, blanks, memories, tables, facts, legal):
    """New matches everywhere."""
    out, found = np.zeros(128, np.int32), np.zeros(128)
    for number in range(len(tables)):
        start(states, blanks, number, memories[number], tables[number])
        count = go_on(states[number], memories[number], tables[number], out, found, 0)
        show(states[number], memories[number], tables[number], facts[number], legal[number], out, count)


@allocating_entry
def branch(states, blanks, memories, tables, values, first, last, chosen, every, rows, branches, ended, facts, legal):
    """Play on as was chosen, and look where every other action would have led.

    The branches of a table begin at its row: what is seen at the next decision of the round, whether another seat than
    the viewpoint has it, and how likely the viewpoint wins if there is none. Without `every` only the chosen action is
    tried, and no branch is written.
    """
    out, found, options = np.zeros(128, np.int32), np.zeros(128), np.zeros(128, np.int32)
    state, memory, table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    next_state, next_memory, next_table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    for number in range(first, last):
        seat, row, written = tables[number].acts, rows[number], states[number].written
        next_count = np.int64(0)
        for option in range(legal.shape[1]):
            if not legal[number, option] or (not every and option != chosen[number]):
                continue
            state[0], memory[0], table[0] = states[number], memories[number], tables[number]
            carry_out(state[0], memory[0], seat, action_of(option, seat, tables[number].slots))
            count = go_on(state[0], memory[0], table[0], out, found, written)
            if every:
                ended[row, 1] = -1.0
                if count > 0:
                    observe(state[0], memory[0], table[0], branches[row], out, count)
                else:
                    ended[row, 1] = value_after_round(state[0], table[0], values)
                ended[row, 0] = table[0].acts != table[0].viewpoint
                row += 1
            if option == chosen[number]:
                next_state[0], next_memory[0], next_table[0] = state[0], memory[0], table[0]
                for i in range(count):
                    options[i] = out[i]
                next_count = count
        states[number], memories[number], tables[number] = next_state[0], next_memory[0], next_table[0]
        tables[number].over = NOTHING
        if next_count == 0:
            write_end(states[number], tables[number], values)
            if tables[number].over == A_MATCH:
                start(states, blanks, number, memories[number], tables[number])
            written = states[number].written
            next_count = go_on(states[number], memories[number], tables[number], options, found, written)
        show(states[number], memories[number], tables[number], facts[number], legal[number], options, next_count)


class Games:
    """Games at many tables, as arrays; threads share the work.

    By table there are the number of players and the kind of opponent on each seat; the learning player takes one of
    these seats, each of them equally often. Arrays have room for so many numbers and so many actions.
    """

    def __init__(
        self, players: Any, kinds: Any, width: int, actions: int, seed: int, threads: int, match_value: Any
    ) -> None:
        count, self.width = len(kinds), width
        self.match_value = match_value
        self.blanks = np.concatenate([tr.load("biberbande", players=max(n, 2)).blank() for n in range(biber.SEATS + 1)])
        self.states, self.memories = np.repeat(self.blanks[:1], count), np.zeros(count, MEMORY)
        self.tables = np.zeros(count, TABLE)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.tables["players"], self.tables["kinds"] = players, kinds
        self.tables["seat"] = np.arange(count) // 2 % players
        self.tables["kinds"][np.arange(count), self.tables["seat"]] = ITSELF
        self.tables["viewpoint"] = np.where(self.tables["players"] == 2, 0, self.tables["seat"])
        self.facts, self.legal = np.zeros((count, width), np.uint8), np.zeros((count, actions), np.uint8)
        self.branches, self.ended = np.zeros((count * 8, width), np.uint8), np.zeros((count * 8, 2), np.float32)
        begin(self.states, self.blanks, self.memories, self.tables, self.facts, self.legal)
        self.threads, self.pool = threads, ThreadPoolExecutor(threads + 1)
        self.going: Any = self.pool.submit(bool)

    def start(self, chosen: Any, every: bool = True) -> None:
        """Begin to play on as was chosen; `wait` waits until that is done."""
        counts = self.legal.sum(1, dtype=np.int64)
        rows = np.cumsum(counts) - counts
        self.count = int(counts.sum()) if every else 0
        if self.count > len(self.branches):
            self.branches = np.zeros((self.count, self.width), np.uint8)
            self.ended = np.zeros((self.count, 2), np.float32)
        self.going = self.pool.submit(self._step, chosen, every, rows)

    def wait(self) -> None:
        self.going.result()

    def _step(self, chosen: Any, every: bool, rows: Any) -> None:
        """One decision further at every table."""
        edges = np.linspace(0, len(self.states), self.threads * 2 + 1).astype(int)
        given = self.states, self.blanks, self.memories, self.tables, self.match_value.arrays

        def part(span):
            told = rows, self.branches, self.ended, self.facts, self.legal
            branch(*given, int(span[0]), int(span[1]), chosen, every, *told)

        list(self.pool.map(part, pairwise(edges)))

    def count_rounds(self) -> None:
        """Count the rounds that ended with the last decision."""
        self.match_value.count(self.tables[self.tables["over"] != NOTHING])

    def notes(self) -> Any:
        """Of each table: whether another seat than the viewpoint decides, whether something ended, and its worth."""
        return self.tables["acts"] != self.tables["viewpoint"], self.tables["over"] != NOTHING, self.tables["won"]

    def shares(self) -> Any:
        """The learning player's shares of the matches that are over."""
        return self.tables["share"]
