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
from tafelrunde.games.biberbande import rules  # noqa: F401  # registers the verbs
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.biberbande.critic_features import write_hidden
from tafelrunde.lab.training.biberbande.match_value import share_of, win_chance
from tafelrunde.lab.training.biberbande.opponents import ITSELF, MOST_MOVES, new_room, opponent

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
    ],
    align=True,
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
def start(states, blanks, number, memory, table):
    states[number] = blanks[table.players]
    table.word = splitmix(table.word)
    engine.begin(states[number], scramble(table.word), np.uint64(number))
    engine.settle(states[number])
    new_match(memory)


@compiled
def go_on(state, memory, table, out, room, written):
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
            action = opponent(table.kinds[seat], state, seat, out, count, scramble(table.word), room)
            carry_out(state, memory, seat, action)
    return 0


@compiled
def value_after_round(state, table, values):
    """How likely the viewpoint wins the match, now that a round has ended; the totals are written."""
    for seat in range(table.players):
        table.totals[seat] = points_so_far(state, seat)
    chance = win_chance(table, np.int64(state.written), values)
    return chance if table.viewpoint == table.seat else 1 - chance


@compiled
def write_end(state, table, values):
    """Write what has ended."""
    table.over = A_MATCH if verbs.over(state) else A_ROUND
    table.won = value_after_round(state, table, values)
    table.round = np.int64(state.written) - 1
    for seat in range(table.players):
        table.points[seat] = state.scores[seat * biber.SEATS + table.round]
    if table.over == A_MATCH:
        table.share = share_of(table.totals, np.int64(table.seat), np.int64(table.players))


@compiled
def observe(state, memory, table, facts, out, count):
    """Write what the seat on turn sees, then what the critic sees beside it."""
    if table.players == 2:
        features_two_players.write_features(state, memory, table.acts, out, count, facts, table.slots)
    else:
        features_multiplayer.write_features(state, memory, table.acts, out, count, facts, table.slots)
    write_hidden(state, table, facts)


@compiled
def show(state, memory, table, facts, legal, out, count):
    """Write the next decision: what can be seen, and which actions are legal."""
    observe(state, memory, table, facts, out, count)
    legal[:] = 0
    for i in range(count):
        legal[number_of(out[i], table.acts, table.slots)] = 1


@compiled
def begin_at(number, states, blanks, memories, tables, facts, legal, desk):
    """A new match at a table."""
    out, room = desk[6], desk[8]
    start(states, blanks, number, memories[number], tables[number])
    count = go_on(states[number], memories[number], tables[number], out, room, 0)
    show(states[number], memories[number], tables[number], facts[number], legal[number], out, count)


@compiled
def try_option(number, option, states, memories, tables, values, row, every, branches, ended, desk):
    """Look where an action leads, in a copy of the table; returns how many actions there are at the next decision.

    Its branch is written in this row: what is seen at the next decision of the round, whether another seat than the
    viewpoint has it, and how likely the viewpoint wins if there is none.
    """
    state, memory, table, _, _, _, out, _, room = desk
    state[0], memory[0], table[0] = states[number], memories[number], tables[number]
    seat, written = table[0].acts, state[0].written
    carry_out(state[0], memory[0], seat, action_of(option, seat, tables[number].slots))
    count = np.int64(go_on(state[0], memory[0], table[0], out, room, written))
    if every:
        ended[row, 1] = -1.0
        if count > 0:
            observe(state[0], memory[0], table[0], branches[row], out, count)
        else:
            ended[row, 1] = value_after_round(state[0], table[0], values)
        ended[row, 0] = table[0].acts != table[0].viewpoint
    return count


@compiled
def finish(number, states, blanks, memories, tables, values, options, count, facts, legal, room):
    """Write what has ended with the last decision, and show the next one, which may be of the next round or match."""
    tables[number].over = NOTHING
    if count == 0:
        write_end(states[number], tables[number], values)
        if tables[number].over == A_MATCH:
            start(states, blanks, number, memories[number], tables[number])
        written = states[number].written
        count = np.int64(go_on(states[number], memories[number], tables[number], options, room, written))
    show(states[number], memories[number], tables[number], facts[number], legal[number], options, count)


@compiled
def branch_at(
    number, states, blanks, memories, tables, values, rows, chosen, every, branches, ended, facts, legal, desk
):
    """Play on at a table as was chosen, and look where every other action would have led.

    Its branches begin at its row. Without `every` only the chosen action is tried, and no branch is written.
    """
    state, memory, table, next_state, next_memory, next_table, out, options, room = desk
    row, next_count = rows[number], np.int64(0)
    for option in range(legal.shape[1]):
        if not legal[number, option] or (not every and option != chosen[number]):
            continue
        count = try_option(number, option, states, memories, tables, values, row, every, branches, ended, desk)
        row += 1
        if option == chosen[number]:
            next_state[0], next_memory[0], next_table[0] = state[0], memory[0], table[0]
            for i in range(count):
                options[i] = out[i]
            next_count = count
    states[number], memories[number], tables[number] = next_state[0], next_memory[0], next_table[0]
    finish(number, states, blanks, memories, tables, values, options, next_count, facts, legal, room)


@entry
def begin(states, blanks, memories, tables, facts, legal, desk):
    for number in range(len(tables)):
        begin_at(number, states, blanks, memories, tables, facts, legal, desk)


@entry
def branch(
    states, blanks, memories, tables, values, first, last, rows, chosen, every, branches, ended, facts, legal, desk
):
    for number in range(first, last):
        branch_at(
            number, states, blanks, memories, tables, values, rows, chosen, every, branches, ended, facts, legal, desk
        )


def new_desk() -> tuple[Any, ...]:
    """What a table works with: copies of it, lists of actions, and room for the opponents."""
    copies = [np.zeros(1, kind) for _ in range(2) for kind in (biber.STATE, MEMORY, TABLE)]
    return *copies, *(np.zeros(MOST_MOVES, np.int32) for _ in range(2)), new_room()


class Games:
    """Games at many tables, as arrays; threads share the work.

    By table there are the number of players and the kind of opponent on each seat; the learning player takes one of
    these seats, each of them equally often. Arrays have room for so many numbers and so many actions.
    """

    def __init__(
        self, players: Any, kinds: Any, width: int, actions: int, seed: int, match_value: Any, threads: int = 1
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
        self.count, self.branches, self.ended = 0, np.zeros((0, width), np.uint8), np.zeros((0, 2), np.float32)
        self._begin()
        self.threads, self.pool = threads, ThreadPoolExecutor(threads + 1)
        self.going: Any = self.pool.submit(bool)

    def _begin(self) -> None:
        begin(self.states, self.blanks, self.memories, self.tables, self.facts, self.legal, new_desk())

    def start(self, chosen: Any, every: bool = True) -> None:
        """Begin to play on as was chosen; `wait` waits until that is done."""
        counts = self.legal.sum(1, dtype=np.int64)
        rows = np.cumsum(counts) - counts
        self._make_room(int(counts.sum()) if every else 0)
        self.going = self.pool.submit(self._step, chosen, every, rows)

    def _make_room(self, count: int) -> None:
        """Room for so many branches."""
        self.count = count
        if count > len(self.branches):
            self.branches = self._zeros((count + count // 4, self.width), np.uint8)
            self.ended = self._zeros((len(self.branches), 2), np.float32)

    def _zeros(self, shape: tuple[int, int], kind: Any) -> Any:
        return np.zeros(shape, kind)

    def wait(self) -> None:
        self.going.result()

    def _step(self, chosen: Any, every: bool, rows: Any) -> None:
        """One decision further at every table."""
        edges = np.linspace(0, len(self.states), self.threads * 2 + 1).astype(int)
        given = self.states, self.blanks, self.memories, self.tables, self.match_value.arrays

        def part(span):
            told = self.branches, self.ended, self.facts, self.legal
            branch(*given, int(span[0]), int(span[1]), rows, chosen, every, *told, new_desk())

        list(self.pool.map(part, pairwise(edges)))

    def count_rounds(self) -> None:
        """Count the rounds that ended with the last decision."""
        self.match_value.count(self.tables[self.tables["over"] != NOTHING])

    def notes(self) -> Any:
        """Of each table: whether another seat than the viewpoint decides, whether something ended, and its worth."""
        return self.tables["acts"] != self.tables["viewpoint"], self.tables["over"] != NOTHING, self.tables["won"]

    def ended_matches(self) -> Any:
        """At which tables a match is over."""
        return self.tables["over"] == A_MATCH

    def shares(self) -> Any:
        """The learning player's shares of the matches that are over."""
        return self.tables["share"]
