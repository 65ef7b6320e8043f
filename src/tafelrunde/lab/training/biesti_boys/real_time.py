"""Biesti Boys in real time in compiled code, as the arena plays it at equal speed.

Everybody plans a card and lays it when it is due, if it still fits then; whoever has to plan again has lost that time.
"""

import numpy as np

from tafelrunde.bots.biesti_boys.features import COMMON, SIZE, write_common, write_lay
from tafelrunde.bots.biesti_boys.memory import follow
from tafelrunde.bots.player import EQUAL_SPEED
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.games.biesti_boys.facts import FACTS
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import allocating
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, opponent

QUICK, SLOW = EQUAL_SPEED
NEW_BOARD_PAUSE = FACTS.pauses["new_board"]
NOTHING = -1

CLOCK = np.dtype(
    [
        ("due", "f8", (biesti.MAX_PLAYERS,)),  # when the planned card is laid
        ("now", "f8"),
        ("opens", "f8"),  # from when on cards may be laid
        ("words", "u8", (biesti.MAX_PLAYERS,)),  # chance, each seat's own
        ("plan", "i4", (biesti.MAX_PLAYERS,)),
        ("kinds", "i4", (biesti.MAX_PLAYERS,)),  # who sits there
        ("cold", "i4"),  # whether nobody explores
    ]
)


@allocating
def word_of(clock, seat):
    clock.words[seat] = splitmix(clock.words[seat])
    return scramble(clock.words[seat])


@allocating
def unit(clock, seat):
    """A random number from 0 to 1."""
    return np.float64(word_of(clock, seat) >> np.uint64(11)) * 2.0**-53


@allocating
def start(clock, word):
    """Nobody has planned a card yet."""
    clock.now = clock.opens = 0.0
    for seat in range(biesti.MAX_PLAYERS):
        clock.words[seat] = scramble(word + np.uint64(seat))
        clock.plan[seat] = NOTHING


@allocating
def plan_card(clock, seat, action):
    clock.plan[seat] = action
    clock.due[seat] = max(clock.now, clock.opens) + QUICK + (SLOW - QUICK) * unit(clock, seat)


@allocating
def drop_idle_plans(state, clock):
    """Drop the plans of those who cannot act any more; returns as bits who can act and has no plan."""
    mask, able = 0, np.int64(verbs.actors(state))
    for seat in range(np.int64(state.players)):
        if not able >> seat & 1:
            clock.plan[seat] = NOTHING
        elif clock.plan[seat] == NOTHING:
            mask |= 1 << seat
    return mask


@allocating
def next_due(state, clock):
    """Whose card is due next."""
    chosen = NOTHING
    for seat in range(np.int64(state.players)):
        if clock.plan[seat] != NOTHING and (chosen < 0 or clock.due[seat] < clock.due[chosen]):
            chosen = seat
    return chosen


@allocating
def act(state, clock, memory, seat):
    """Lay the card that is due; returns whether it still fitted."""
    action = clock.plan[seat]
    clock.plan[seat] = NOTHING
    clock.now = clock.due[seat]
    if verbs.judge(state, seat, action) != 0:
        return False
    left, boards = state.left[seat], state.boards_left
    engine.apply(state, seat, action)
    follow(memory, state, seat, action, left, boards)
    if state.boards_left != boards:
        clock.opens = clock.now + NEW_BOARD_PAUSE
        for other in range(np.int64(state.players)):
            if clock.due[other] < clock.opens:
                clock.plan[other] = NOTHING
    return True


# the learning player


@allocating
def consider(state, memory, seat, out, count, mind, workspace):
    """Write by how much each card is better than others, in steps."""
    weight, bias, last, direct = mind
    workspaces, facts, common, hidden, better = workspace
    write_common(state, memory, seat, workspaces[0], facts)
    common[:] = bias
    at_once = add_up(facts, 0, COMMON, weight, direct, common)
    for number in range(count):
        write_lay(state, memory, seat, out[number], workspaces[0], facts)
        hidden[:] = common
        value = at_once + add_up(facts, COMMON, SIZE, weight, direct, hidden)
        for i in range(len(hidden)):
            value += max(hidden[i], np.float32(0.0)) * last[i]
        better[number] = value


@allocating
def add_up(facts, start, end, weight, direct, hidden):
    """Add these inputs to the hidden layer; returns what they add to the output directly."""
    value = np.float32(0.0)
    for i in range(start, end):
        fact = facts[i]
        if fact != 0.0:
            value += fact * direct[i]
            row = weight[i]
            for j in range(len(hidden)):
                hidden[j] += fact * row[j]
    return value


@allocating
def choose(state, memory, clock, seat, out, count, mind, workspace, heat):
    """The card that the seat lays: the learner's best one; others the more often, the hotter it is."""
    kind = clock.kinds[seat]
    if count == 1:
        return out[0]
    if kind != ITSELF:
        return opponent(kind, state, seat, out, count, word_of(clock, seat))
    consider(state, memory, seat, out, count, mind, workspace)
    better, best, most = workspace[-1], 0, -1e9
    for i in range(count):
        value = np.float64(better[i])
        if not clock.cold:
            value -= heat * np.log(-np.log(unit(clock, seat) + 1e-12) + 1e-12)
        if value > most:
            most, best = value, i
    return out[best]


@allocating
def plan_all(state, memory, clock, out, mind, workspace, heat):
    """Everybody without a plan chooses a card."""
    mask = drop_idle_plans(state, clock)
    for seat in range(np.int64(state.players)):
        if mask >> seat & 1:
            count = verbs.moves(state, seat, out)
            plan_card(clock, seat, choose(state, memory, clock, seat, out, count, mind, workspace, heat))
