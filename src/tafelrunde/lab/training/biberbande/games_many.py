"""Thousands of games of Biberbande for three to six side by side, each where the learned player has to decide."""

from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande.features import LEADS, action_of, number_of, points_so_far, write_thresholds
from tafelrunde.bots.biberbande.features_multiplayer import ACTIONS, FEWEST, OTHERS, ROWS, SIZE, write_features
from tafelrunde.bots.biberbande.memory import MEMORY, new_match
from tafelrunde.games.biberbande import piles
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.biberbande.games_two import A_MATCH, A_ROUND, MIDDLE, NOTHING, Games, carry_out
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS, opponent
from tafelrunde.lab.training.biberbande.standings import Standings, likely, share_of

HIDDEN = SIZE
"""From here on: what only a judge knows who sees all cards, and who plays."""
STOCK = HIDDEN + ROWS * biber.KINDS
WHO = STOCK + biber.KINDS
TRUE_SUMS = WHO + OTHERS * len(OPPONENTS)
TRUE_LEAD = TRUE_SUMS + biber.SEATS
WIDTH = TRUE_LEAD + len(LEADS)
SCALE = np.ones(WIDTH - SIZE, np.float32)
SCALE[STOCK - SIZE : WHO - SIZE] = 1 / 4
SCALE[TRUE_SUMS - SIZE : TRUE_LEAD - SIZE] = 1 / 16

TABLE = np.dtype(
    [
        ("word", "u8"),
        ("players", "i4"),
        ("kinds", "i4", (biber.SEATS,)),  # of whom sits there
        ("seat", "i4"),  # where the learned player sits
        ("over", "i4"),  # what ended by the last decision
        ("won", "f4"),  # and how likely that makes it that the learned player wins
        ("share", "f4"),  # of the last match that was over
        ("points", "i4", (biber.SEATS,)),  # of the round that has ended
        ("slots", "i4", (ROWS,)),
    ]
)


@compiled
def tell_all(state, table, facts):
    """What the judge sees beside what the seat sees."""
    facts[SIZE:] = 0
    players, seat = np.int64(state.players), table.seat
    own, least = np.int64(0), np.int64(1000)
    for row in range(players):
        total = np.int64(0)
        for i in range(row * biber.SLOTS, (row + 1) * biber.SLOTS):
            card = np.int64(state.rows[table.slots[i]])
            facts[HIDDEN + i * biber.KINDS + card - 1] = 1
            total += card - 1 if card <= biber.NUMBERS else MIDDLE
        facts[TRUE_SUMS + row] = total
        total += points_so_far(state, (seat + row) % players)
        if row == 0:
            own += total
        else:
            least = min(least, total - own)
            facts[WHO + (row - 1) * len(OPPONENTS) + table.kinds[(seat + row) % players]] = 1
    for kind in range(biber.KINDS):
        facts[STOCK + kind] = piles.count_of(state.pool, kind + 1)
    write_thresholds(facts, TRUE_LEAD, LEADS, least)


@compiled
def start(states, blanks, number, memory, table):
    states[number] = blanks[table.players]
    table.word = splitmix(table.word)
    engine.begin(states[number], scramble(table.word), np.uint64(number))
    engine.settle(states[number])
    new_match(memory)


@compiled
def go_on(state, memory, table, out, found, written):
    """Until the learned player has a choice, or one more round is written; returns how many actions there are."""
    while state.written == written:
        seat = lowest(verbs.actors(state))
        count = verbs.moves(state, seat, out)
        if count == 1:
            carry_out(state, memory, seat, out[0])
        elif seat == table.seat:
            return count
        else:
            table.word = splitmix(table.word)
            action = opponent(table.kinds[seat], state, seat, out, count, scramble(table.word), found)
            carry_out(state, memory, seat, action)
    return 0


@compiled
def won_by_learned(state, table, worth, points):
    """How likely the learned player wins the match, now that a round has ended."""
    for seat in range(table.players):
        points[seat] = points_so_far(state, seat)
    return likely(points, table.seat, np.int64(table.players), table.kinds, np.int64(state.written), worth)


@compiled
def tell_end(state, table, worth, points):
    """Write what has ended."""
    table.over = A_MATCH if verbs.over(state) else A_ROUND
    table.won = won_by_learned(state, table, worth, points)
    for seat in range(table.players):
        table.points[seat] = state.scores[seat * biber.SEATS + state.written - 1]
    if table.over == A_MATCH:
        table.share = share_of(points, table.seat, table.players)


@compiled
def show(state, memory, table, facts, legal, out, count):
    write_features(state, memory, table.seat, out, count, facts, table.slots)
    tell_all(state, table, facts)
    legal[:] = 0
    for i in range(count):
        legal[number_of(out[i], table.seat, table.slots)] = 1


@entry
def begin(states, blanks, memories, tables, facts, legal):
    """New matches everywhere."""
    out, found = np.zeros(128, np.int32), np.zeros(128)
    for number in range(len(tables)):
        start(states, blanks, number, memories[number], tables[number])
        count = go_on(states[number], memories[number], tables[number], out, found, 0)
        show(states[number], memories[number], tables[number], facts[number], legal[number], out, count)


@entry
def branch(states, blanks, memories, tables, worth, first, last, chosen, every, rows, branches, ended, facts, legal):
    """Go on as was chosen, and look what every other action would have led to.

    The branches of a table begin at its row: what is seen at the next decision of the round, and how likely the learned
    player wins if there is none. Without `every` there are no branches but the one chosen, and it is not written.
    """
    out, found, options = np.zeros(128, np.int32), np.zeros(128), np.zeros(128, np.int32)
    points = np.zeros(biber.SEATS, np.int64)
    state, memory, table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    next_state, next_memory, next_table = states[:1].copy(), memories[:1].copy(), tables[:1].copy()
    for number in range(first, last):
        row, written, seat = rows[number], states[number].written, tables[number].seat
        next_count = np.int64(0)
        for option in range(ACTIONS):
            if not legal[number, option] or (not every and option != chosen[number]):
                continue
            state[0], memory[0], table[0] = states[number], memories[number], tables[number]
            carry_out(state[0], memory[0], seat, action_of(option, seat, tables[number].slots))
            count = go_on(state[0], memory[0], table[0], out, found, written)
            if every:
                ended[row, 1] = -1.0
                if count > 0:
                    write_features(state[0], memory[0], seat, out, count, branches[row], table[0].slots)
                    tell_all(state[0], table[0], branches[row])
                else:
                    ended[row, 1] = won_by_learned(state[0], table[0], worth, points)
                row += 1
            if option == chosen[number]:
                next_state[0], next_memory[0], next_table[0] = state[0], memory[0], table[0]
                for i in range(count):
                    options[i] = out[i]
                next_count = count
        states[number], memories[number], tables[number] = next_state[0], next_memory[0], next_table[0]
        tables[number].over = NOTHING
        if next_count == 0:
            tell_end(states[number], tables[number], worth, points)
            if tables[number].over == A_MATCH:
                start(states, blanks, number, memories[number], tables[number])
            written = states[number].written
            next_count = go_on(states[number], memories[number], tables[number], options, found, written)
        show(states[number], memories[number], tables[number], facts[number], legal[number], options, next_count)


class Parties(Games):
    """Games for three to six against opponents of these kinds, as arrays; threads share the work."""

    begin, branch, table, shape = staticmethod(begin), staticmethod(branch), TABLE, (WIDTH, ACTIONS)

    def __init__(self, kinds: Any, seed: int, threads: int, leads: Standings, players: Any) -> None:
        self.players = np.broadcast_to(players, len(kinds))
        super().__init__(kinds, seed, threads, leads)

    def prepare(self, kinds: Any) -> None:
        """The blank states by number of players, and who sits where."""
        games = [tr.load("biberbande", players=max(number, FEWEST)) for number in range(biber.SEATS + 1)]
        self.blank = np.concatenate([game.blank() for game in games])
        self.states, self.memories = np.repeat(self.blank[:1], len(kinds)), np.zeros(len(kinds), MEMORY)
        self.tables["players"], self.tables["kinds"] = self.players, kinds
        self.tables["seat"] = np.arange(len(kinds)) // 2 % self.players
        self.tables["kinds"][np.arange(len(kinds)), self.tables["seat"]] = 0

    def count_rounds(self) -> None:
        """Count the rows of the rounds that ended by the last decision."""
        ended = self.tables[self.tables["over"] != NOTHING]
        sits = np.arange(biber.SEATS) < ended["players"][:, None]
        players = np.broadcast_to(ended["players"][:, None], sits.shape)
        self.leads.count(players[sits], ended["kinds"][sits], ended["points"][sits])

    def notes(self) -> Any:
        """What a lesson keeps of each table: it is always the learned player who decides."""
        return np.zeros(len(self.tables)), self.tables["over"] != NOTHING, self.tables["won"]

    def shares(self) -> Any:
        """What the learned player has won of matches that are over."""
        return self.tables["share"]
