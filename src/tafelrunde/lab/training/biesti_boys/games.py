"""Biesti Boys: many games by the clock side by side, and what every card would have led to.

`python -m tafelrunde.lab.training.biesti_boys.games [DEALS]` tells how strong the player in use is.
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
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.biesti_boys.judge import tell_all, width
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, OPPONENTS
from tafelrunde.lab.training.biesti_boys.race import RACE, act, choose, first, forget_idle, intend, look, start, unit

TABLE = np.dtype(
    [
        ("word", "u8"),
        ("watched", "i4"),  # the seat for which the judge learns
        ("rows", "i4"),  # rows of the lesson that are written
        ("decisions", "i4"),  # and decisions
    ]
)
NOT_OVER = -1.0


@compiled
def deal(states, blank, number, memory, race, word):
    """A new match."""
    states[number] = blank[0]
    engine.begin(states[number], scramble(word), np.uint64(number))
    engine.settle(states[number])
    begin(memory, states[number])
    start(race, scramble(word + np.uint64(1)))


@compiled
def play_on(state, memory, race, cards, out, mind, desk):
    """So many cards more are laid."""
    while cards > 0 and not verbs.over(state):
        look(state, memory, race, out, mind, desk, 0.0)
        if act(state, race, memory, first(state, race)):
            cards -= 1
    if not verbs.over(state):
        look(state, memory, race, out, mind, desk, 0.0)


@compiled
def intend_all(state, memory, race, seat, out, mind, desk, heat):
    """All but this seat who have no card in mind choose one."""
    mask = forget_idle(state, race)
    for other in range(np.int64(state.players)):
        if mask >> other & 1 and other != seat:
            count = verbs.moves(state, other, out)
            intend(race, other, choose(state, memory, race, other, out, count, mind, desk, heat))


@compiled
def look_into(here, spare, seat, moves, count, deep, out, mind, desk, lesson, row):
    """Every card is laid on the same cards and by the same clocks, and so many cards after it.

    What the seat sees of each card is written, what the judge sees at last, and who has won if the match is over.
    """
    states, memories, races, number = here
    next_states, next_memories, next_races = spare
    seen, ends, ended, _ = lesson
    for i in range(count):
        write_common(states[number], memories[number], seat, desk[0][0], seen[row])
        write_lay(states[number], memories[number], seat, moves[i], desk[0][0], seen[row])
        next_states[0], next_memories[0], next_races[0] = states[number], memories[number], races[number]
        state, race = next_states[0], next_races[0]
        race.cold = 1
        intend(race, seat, moves[i])
        play_on(state, next_memories[0], race, deep, out, mind, desk)
        tell_all(state, race, seat, ends[row], desk[0][0].order)
        ended[row] = NOT_OVER
        if verbs.over(state):
            ended[row] = 1.0 if state.winner == seat + 1 else 0.0
        row += 1


@compiled
def look_at(state, memory, race, seat, desk, lesson, row):
    """The position as it is, as the seat sees it and as the judge does."""
    seen, ends, ended, _ = lesson
    write_common(state, memory, seat, desk[0][0], seen[row])
    write_lay(state, memory, seat, NO_CARD, desk[0][0], seen[row])
    tell_all(state, race, seat, ends[row], desk[0][0].order)
    ended[row] = NOT_OVER


@compiled
def decide(here, spare, table, share, deep, heat, out, moves, mind, desk, lesson):
    """All who have no card in mind choose one; some of these decisions are looked into."""
    states, memories, races, number = here
    state, memory, race = states[number], memories[number], races[number]
    counts = lesson[3]
    mask = forget_idle(state, race)
    for seat in range(np.int64(state.players)):
        if not mask >> seat & 1 or race.plan[seat] >= 0:
            continue
        count = verbs.moves(state, seat, moves)
        action = choose(state, memory, race, seat, moves, count, mind, desk, heat)
        row = table.rows
        room = row + count <= len(lesson[0]) and table.decisions < len(counts)
        if race.kinds[seat] == ITSELF and count > 1 and room and unit(race, seat) < share:
            intend_all(state, memory, race, seat, out, mind, desk, heat)
            look_into(here, spare, seat, moves, count, deep, out, mind, desk, lesson, row)
            counts[table.decisions] = count
            table.rows += count
            table.decisions += 1
        intend(race, seat, action)


@compiled
def watch(state, memory, race, table, share, desk, lesson):
    """Now and then the position itself is looked at."""
    seat, row, counts = table.watched, table.rows, lesson[3]
    room = row < len(lesson[0]) and table.decisions < len(counts)
    if race.kinds[seat] == ITSELF and room and unit(race, seat) < share:
        look_at(state, memory, race, seat, desk, lesson, row)
        counts[table.decisions] = 1
        table.rows += 1
        table.decisions += 1


@entry
def begin_all(states, memories, races, tables, blank):
    for number in range(len(tables)):
        deal(states, blank, number, memories[number], races[number], tables[number].word)


@entry
def go_on(states, memories, races, tables, blank, spare, mind, desk, heat, share, deep, course, lesson):
    """At every table so many cards; the judge's course is noted, and some decisions are looked into."""
    out, moves = np.zeros(biesti.ACTIONS, np.int32), np.zeros(biesti.ACTIONS, np.int32)
    judged, over, won = course
    rows = decisions = 0
    for number in range(len(tables)):
        here = states, memories, races, number
        state, memory, race, table = states[number], memories[number], races[number], tables[number]
        table.rows, table.decisions = rows, decisions
        for step in range(len(over)):
            while True:
                decide(here, spare, table, share, deep, heat, out, moves, mind, desk, lesson)
                tell_all(state, race, table.watched, judged[step, number], desk[0][0].order)
                watch(state, memory, race, table, share / 4, desk, lesson)
                if act(state, race, memory, first(state, race)):
                    break
            over[step, number] = 0.0
            if verbs.over(state):
                over[step, number] = 1.0
                won[step, number] = 1.0 if state.winner == table.watched + 1 else 0.0
                table.word = splitmix(table.word)
                deal(states, blank, number, memory, race, table.word)
                table.watched = (table.watched + 1) % np.int64(state.players)
        intend_all(state, memory, race, -1, out, mind, desk, heat)
        tell_all(state, race, table.watched, judged[len(over), number], desk[0][0].order)
        rows, decisions = table.rows, table.decisions
    return decisions


@entry
def contest(states, memories, races, blank, lineups, seed, mind, desk, results):
    """Every deal once for each lineup; by deal and lineup which seat has won."""
    out = np.zeros(biesti.ACTIONS, np.int32)
    state, memory, race = states[0], memories[0], races[0]
    for number in range(len(results)):
        for turn in range(len(lineups)):
            deal(states, blank, 0, memory, race, scramble(seed ^ scramble(np.uint64(number))))
            race.cold = 1
            for seat in range(np.int64(state.players)):
                race.kinds[seat] = lineups[turn, seat]
            while not verbs.over(state):
                look(state, memory, race, out, mind, desk, 0.0)
                act(state, race, memory, first(state, race))
            results[number, turn] = state.winner - 1


def empty_desk(hidden: int) -> Any:
    """Where a player thinks."""
    sizes = SIZE, hidden, hidden, biesti.ACTIONS
    return np.zeros(1, WORKSPACE), *(np.zeros(size, np.float32) for size in sizes)


class Games:
    """Games at many tables."""

    def __init__(self, players: int, kinds: Any, seed: int, cards: int, rows: int, hidden: int) -> None:
        count = len(kinds)
        self.blank = tr.load("biesti-boys", players=players).blank()
        self.states, self.memories = np.repeat(self.blank, count), np.zeros(count, MEMORY)
        self.races, self.tables = np.zeros(count, RACE), np.zeros(count, TABLE)
        self.tables["word"] = np.random.default_rng(seed).integers(0, 2**63, count)
        self.tables["watched"] = np.arange(count) % players
        self.races["kinds"][:, :players] = kinds
        begin_all(self.states, self.memories, self.races, self.tables, self.blank)
        self.spare = self.blank.copy(), np.zeros(1, MEMORY), np.zeros(1, RACE)
        self.desk = empty_desk(hidden)
        facts = width(players)
        self.judged = np.zeros((cards + 1, count, facts), np.float32)
        self.over, self.won = (np.zeros((cards, count), np.float32) for _ in range(2))
        self.seen, self.ends = np.zeros((rows, SIZE), np.float32), np.zeros((rows, facts), np.float32)
        self.ended, self.counts = np.zeros(rows, np.float32), np.zeros(rows // 2, np.int64)

    def play(self, mind: Any, heat: float, share: float, deep: int) -> int:
        """A lesson; returns how many decisions were looked into."""
        course = self.judged, self.over, self.won
        lesson = self.seen, self.ends, self.ended, self.counts
        at = self.states, self.memories, self.races, self.tables, self.blank, self.spare
        return int(go_on(*at, mind, self.desk, heat, share, deep, course, lesson))


def winners(players: int, lineups: Any, mind: Any, deals: int, seed: int) -> Any:
    """By deal and lineup which seat has won."""
    blank = tr.load("biesti-boys", players=players).blank()
    results = np.zeros((deals, len(lineups)), np.int64)
    at = blank.copy(), np.zeros(1, MEMORY), np.zeros(1, RACE), blank, np.array(lineups, np.int64)
    contest(*at, np.uint64(seed), mind, empty_desk(len(mind[1])), results)
    return results


def mind_of(parts: dict[str, Any]) -> Any:
    """What the games need of the weights of a network."""
    needed = parts["weight0"], parts["bias0"], parts["weight1"][:, BETTER], parts["direct"][:, BETTER]
    return tuple(np.ascontiguousarray(part) for part in needed)


def strength(players: int, mind: Any, deals: int, seed: int = 1) -> dict[str, str]:
    """How much of all it wins, alone among simple players of a kind, once on every seat; and the reach of 95 %."""
    found, seats = {}, np.arange(players)
    for kind in range(1, len(OPPONENTS)):
        lineups = np.where(seats == seats[:, None], ITSELF, kind)
        won = winners(players, lineups, mind, deals, seed) == seats
        reach = 1.96 * won.mean(1).std() / deals**0.5
        found[OPPONENTS[kind]] = f"{won.mean():.2%} ± {reach:.2%}"
    return found


def main(deals: int) -> None:
    """How strong the player in use is."""
    for players in (2, 3, 4):
        print(players, strength(players, mind_of(learned(players)), deals), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30_000)
