"""Biesti Boys: many games in real time side by side, and where every card would have led.

`python -m tafelrunde.lab.training.biesti_boys.games [DEALS]` measures how strong the player in use is.
"""

import sys
from typing import Any

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biesti_boys.features import NO_CARD, SIZE, WORKSPACE, write_common, write_lay
from tafelrunde.bots.biesti_boys.memory import MEMORY, begin
from tafelrunde.bots.biesti_boys.network import BETTER, learned
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import allocating, allocating_entry
from tafelrunde.lab.training.biesti_boys import real_time
from tafelrunde.lab.training.biesti_boys.critic_features import width, write_table
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, OPPONENTS
from tafelrunde.lab.training.biesti_boys.real_time import CLOCK

TABLE = np.dtype(
    [
        ("word", "u8"),
        ("watched", "i4"),  # the seat for which the critic learns
        ("rows", "i4"),  # rows that are written
        ("decisions", "i4"),  # and decisions
    ]
)
NOT_OVER = -1.0


@allocating
def deal(states, blank, number, memory, clock, word):
    """A new match."""
    states[number] = blank[0]
    engine.begin(states[number], scramble(word), np.uint64(number))
    engine.settle(states[number])
    begin(memory, states[number])
    real_time.start(clock, scramble(word + np.uint64(1)))


@allocating
def play_on(state, memory, clock, cards, out, mind, workspace):
    """Play on for so many cards."""
    while cards > 0 and not verbs.over(state):
        real_time.plan_all(state, memory, clock, out, mind, workspace, 0.0)
        if real_time.act(state, clock, memory, real_time.next_due(state, clock)):
            cards -= 1
    if not verbs.over(state):
        real_time.plan_all(state, memory, clock, out, mind, workspace, 0.0)


@allocating
def plan_others(state, memory, clock, seat, out, mind, workspace, heat):
    """Everybody but this seat who has no plan chooses a card."""
    mask = real_time.drop_idle_plans(state, clock)
    for other in range(np.int64(state.players)):
        if mask >> other & 1 and other != seat:
            count = verbs.moves(state, other, out)
            real_time.plan_card(
                clock, other, real_time.choose(state, memory, clock, other, out, count, mind, workspace, heat)
            )


@allocating
def examine(here, spare, seat, moves, count, deep, out, mind, workspace, samples, row):
    """Lay every card with the same cards and clocks, and play on for so many cards.

    Writes what the seat sees of each card, what the critic sees at the end, and who has won if the match is over.
    """
    states, memories, clocks, number = here
    next_states, next_memories, next_clocks = spare
    seen, ends, ended, _ = samples
    for i in range(count):
        write_common(states[number], memories[number], seat, workspace[0][0], seen[row])
        write_lay(states[number], memories[number], seat, moves[i], workspace[0][0], seen[row])
        next_states[0], next_memories[0], next_clocks[0] = states[number], memories[number], clocks[number]
        state, clock = next_states[0], next_clocks[0]
        clock.cold = 1
        real_time.plan_card(clock, seat, moves[i])
        play_on(state, next_memories[0], clock, deep, out, mind, workspace)
        write_table(state, clock, seat, ends[row], workspace[0][0].order)
        ended[row] = NOT_OVER
        if verbs.over(state):
            ended[row] = 1.0 if state.winner == seat + 1 else 0.0
        row += 1


@allocating
def write_position(state, memory, clock, seat, workspace, samples, row):
    """Write the position as the seat and as the critic see it."""
    seen, ends, ended, _ = samples
    write_common(state, memory, seat, workspace[0][0], seen[row])
    write_lay(state, memory, seat, NO_CARD, workspace[0][0], seen[row])
    write_table(state, clock, seat, ends[row], workspace[0][0].order)
    ended[row] = NOT_OVER


@allocating
def decide(here, spare, table, share, deep, heat, out, moves, mind, workspace, samples):
    """Everybody without a plan chooses a card; some of these decisions are examined."""
    states, memories, clocks, number = here
    state, memory, clock = states[number], memories[number], clocks[number]
    counts = samples[3]
    mask = real_time.drop_idle_plans(state, clock)
    for seat in range(np.int64(state.players)):
        if not mask >> seat & 1 or clock.plan[seat] >= 0:
            continue
        count = verbs.moves(state, seat, moves)
        action = real_time.choose(state, memory, clock, seat, moves, count, mind, workspace, heat)
        row = table.rows
        room = row + count <= len(samples[0]) and table.decisions < len(counts)
        if clock.kinds[seat] == ITSELF and count > 1 and room and real_time.unit(clock, seat) < share:
            plan_others(state, memory, clock, seat, out, mind, workspace, heat)
            examine(here, spare, seat, moves, count, deep, out, mind, workspace, samples, row)
            counts[table.decisions] = count
            table.rows += count
            table.decisions += 1
        real_time.plan_card(clock, seat, action)


@allocating
def watch(state, memory, clock, table, share, workspace, samples):
    """Now and then write the position itself."""
    seat, row, counts = table.watched, table.rows, samples[3]
    room = row < len(samples[0]) and table.decisions < len(counts)
    if clock.kinds[seat] == ITSELF and room and real_time.unit(clock, seat) < share:
        write_position(state, memory, clock, seat, workspace, samples, row)
        counts[table.decisions] = 1
        table.rows += 1
        table.decisions += 1


@allocating_entry
def begin_all(states, memories, clocks, tables, blank):
    for number in range(len(tables)):
        deal(states, blank, number, memories[number], clocks[number], tables[number].word)


@allocating_entry
def go_on(states, memories, clocks, tables, blank, spare, mind, workspace, heat, share, deep, critic_trace, samples):
    """Play so many cards at every table; write what the critic sees on the way, and examine some decisions."""
    out, moves = np.zeros(biesti.ACTIONS, np.int32), np.zeros(biesti.ACTIONS, np.int32)
    critic_facts, over, won = critic_trace
    rows = decisions = 0
    for number in range(len(tables)):
        here = states, memories, clocks, number
        state, memory, clock, table = states[number], memories[number], clocks[number], tables[number]
        table.rows, table.decisions = rows, decisions
        for step in range(len(over)):
            while True:
                decide(here, spare, table, share, deep, heat, out, moves, mind, workspace, samples)
                write_table(state, clock, table.watched, critic_facts[step, number], workspace[0][0].order)
                watch(state, memory, clock, table, share / 4, workspace, samples)
                if real_time.act(state, clock, memory, real_time.next_due(state, clock)):
                    break
            over[step, number] = 0.0
            if verbs.over(state):
                over[step, number] = 1.0
                won[step, number] = 1.0 if state.winner == table.watched + 1 else 0.0
                table.word = splitmix(table.word)
                deal(states, blank, number, memory, clock, table.word)
                table.watched = (table.watched + 1) % np.int64(state.players)
        plan_others(state, memory, clock, -1, out, mind, workspace, heat)
        write_table(state, clock, table.watched, critic_facts[len(over), number], workspace[0][0].order)
        rows, decisions = table.rows, table.decisions
    return decisions


@allocating_entry
def contest(states, memories, clocks, blank, lineups, seed, mind, workspace, results):
    """Every deal once for each lineup; by deal and lineup which seat has won."""
    out = np.zeros(biesti.ACTIONS, np.int32)
    state, memory, clock = states[0], memories[0], clocks[0]
    for number in range(len(results)):
        for turn in range(len(lineups)):
            deal(states, blank, 0, memory, clock, scramble(seed ^ scramble(np.uint64(number))))
            clock.cold = 1
            for seat in range(np.int64(state.players)):
                clock.kinds[seat] = lineups[turn, seat]
            while not verbs.over(state):
                real_time.plan_all(state, memory, clock, out, mind, workspace, 0.0)
                real_time.act(state, clock, memory, real_time.next_due(state, clock))
            results[number, turn] = state.winner - 1


def new_workspace(hidden: int) -> Any:
    """The scratch memory of a player."""
    sizes = SIZE, hidden, hidden, biesti.ACTIONS
    return np.zeros(1, WORKSPACE), *(np.zeros(size, np.float32) for size in sizes)


class Games:
    """Games at many tables."""

    def __init__(self, players: int, kinds: Any, seed: int, cards: int, rows: int, hidden: int) -> None:
        count = len(kinds)
        self.blank = tr.load("biesti-boys", players=players).blank()
        self.states, self.memories = np.repeat(self.blank, count), np.zeros(count, MEMORY)
        self.clocks, self.tables = np.zeros(count, CLOCK), np.zeros(count, TABLE)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.tables["watched"] = np.arange(count) % players
        self.clocks["kinds"][:, :players] = kinds
        begin_all(self.states, self.memories, self.clocks, self.tables, self.blank)
        self.spare = self.blank.copy(), np.zeros(1, MEMORY), np.zeros(1, CLOCK)
        self.workspace = new_workspace(hidden)
        facts = width(players)
        self.critic_facts = np.zeros((cards + 1, count, facts), np.float32)
        self.over, self.won = (np.zeros((cards, count), np.float32) for _ in range(2))
        self.seen, self.ends = np.zeros((rows, SIZE), np.float32), np.zeros((rows, facts), np.float32)
        self.ended, self.counts = np.zeros(rows, np.float32), np.zeros(rows // 2, np.int64)

    def play(self, mind: Any, heat: float, share: float, deep: int) -> int:
        """Play; returns how many decisions were examined."""
        critic_trace = self.critic_facts, self.over, self.won
        samples = self.seen, self.ends, self.ended, self.counts
        at = self.states, self.memories, self.clocks, self.tables, self.blank, self.spare
        return int(go_on(*at, mind, self.workspace, heat, share, deep, critic_trace, samples))


def winners(players: int, lineups: Any, mind: Any, deals: int, seed: int) -> Any:
    """By deal and lineup which seat has won."""
    blank = tr.load("biesti-boys", players=players).blank()
    results = np.zeros((deals, len(lineups)), np.int64)
    at = blank.copy(), np.zeros(1, MEMORY), np.zeros(1, CLOCK), blank, np.array(lineups, np.int64)
    contest(*at, np.uint64(seed), mind, new_workspace(len(mind[1])), results)
    return results


def mind_of(parts: dict[str, Any]) -> Any:
    """What the games need of the weights of a network."""
    needed = parts["weight0"], parts["bias0"], parts["weight1"][:, BETTER], parts["direct"][:, BETTER]
    return tuple(np.ascontiguousarray(part) for part in needed)


def strength(players: int, mind: Any, deals: int, seed: int = 1) -> dict[str, str]:
    """The share of wins alone among simple players of a kind, once on every seat, with its 95 % margin."""
    found, seats = {}, np.arange(players)
    for kind in range(1, len(OPPONENTS)):
        lineups = np.where(seats == seats[:, None], ITSELF, kind)
        won = winners(players, lineups, mind, deals, seed) == seats
        margin = 1.96 * won.mean(1).std() / deals**0.5
        found[OPPONENTS[kind]] = f"{won.mean():.2%} ± {margin:.2%}"
    return found


def main(deals: int) -> None:
    """How strong the player in use is."""
    for players in (2, 3, 4):
        print(players, strength(players, mind_of(learned(players)), deals), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30_000)
