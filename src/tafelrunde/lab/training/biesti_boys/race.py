"""Biesti Boys by the clock in compiled code, as the arena holds it at equal speed.

Everybody has a card in mind and lays it when the time has come, if it is still right then; who looks again has lost the
time.
"""

import numpy as np

from tafelrunde.bots.biesti_boys.features import COMMON, SIZE, write_common, write_lay
from tafelrunde.bots.biesti_boys.memory import follow
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled
from tafelrunde.lab.contest import EQUAL_SPEED, NEW_BOARD_PAUSE
from tafelrunde.lab.training.biesti_boys.opponents import ITSELF, opponent

QUICK, SLOW = EQUAL_SPEED
NOTHING = -1

RACE = np.dtype(
    [
        ("due", "f8", (biesti.MAX_PLAYERS,)),  # when the card in mind is laid
        ("now", "f8"),
        ("opens", "f8"),  # from when on cards may be laid
        ("words", "u8", (biesti.MAX_PLAYERS,)),  # chance, each seat's own
        ("plan", "i4", (biesti.MAX_PLAYERS,)),
        ("kinds", "i4", (biesti.MAX_PLAYERS,)),  # who sits there
        ("cold", "i4"),  # whether nobody tries anything
    ]
)


@compiled
def word_of(race, seat):
    race.words[seat] = splitmix(race.words[seat])
    return scramble(race.words[seat])


@compiled
def unit(race, seat):
    """A number from 0 to 1 by chance."""
    return np.float64(word_of(race, seat) >> np.uint64(11)) * 2.0**-53


@compiled
def start(race, word):
    """Nobody has a card in mind yet."""
    race.now = race.opens = 0.0
    for seat in range(biesti.MAX_PLAYERS):
        race.words[seat] = scramble(word + np.uint64(seat))
        race.plan[seat] = NOTHING


@compiled
def intend(race, seat, action):
    race.plan[seat] = action
    race.due[seat] = max(race.now, race.opens) + QUICK + (SLOW - QUICK) * unit(race, seat)


@compiled
def forget_idle(state, race):
    """Who can do nothing any more has nothing in mind; those who can and have nothing in mind come back as bits."""
    mask, able = 0, np.int64(verbs.actors(state))
    for seat in range(np.int64(state.players)):
        if not able >> seat & 1:
            race.plan[seat] = NOTHING
        elif race.plan[seat] == NOTHING:
            mask |= 1 << seat
    return mask


@compiled
def first(state, race):
    """Whose time comes next."""
    chosen = NOTHING
    for seat in range(np.int64(state.players)):
        if race.plan[seat] != NOTHING and (chosen < 0 or race.due[seat] < race.due[chosen]):
            chosen = seat
    return chosen


@compiled
def act(state, race, memory, seat):
    """The time has come: whether the card was still right, and lies."""
    action = race.plan[seat]
    race.plan[seat] = NOTHING
    race.now = race.due[seat]
    if verbs.judge(state, seat, action) != 0:
        return False
    left, boards = state.left[seat], state.boards_left
    engine.apply(state, seat, action)
    follow(memory, state, seat, action, left, boards)
    if state.boards_left != boards:
        race.opens = race.now + NEW_BOARD_PAUSE
        for other in range(np.int64(state.players)):
            if race.due[other] < race.opens:
                race.plan[other] = NOTHING
    return True


# the player that learns


@compiled
def consider(state, memory, seat, out, count, mind, desk):
    """Write by how much each card is better than another one, in steps."""
    weight, bias, last, direct = mind
    desks, facts, common, hidden, better = desk
    write_common(state, memory, seat, desks[0], facts)
    common[:] = bias
    at_once = add_up(facts, 0, COMMON, weight, direct, common)
    for number in range(count):
        write_lay(state, memory, seat, out[number], desks[0], facts)
        hidden[:] = common
        value = at_once + add_up(facts, COMMON, SIZE, weight, direct, hidden)
        for i in range(len(hidden)):
            value += max(hidden[i], np.float32(0.0)) * last[i]
        better[number] = value


@compiled
def add_up(facts, start, end, weight, direct, hidden):
    """Add what these facts say to the hidden layer; returns what they say directly."""
    value = np.float32(0.0)
    for i in range(start, end):
        fact = facts[i]
        if fact != 0.0:
            value += fact * direct[i]
            row = weight[i]
            for j in range(len(hidden)):
                hidden[j] += fact * row[j]
    return value


@compiled
def choose(state, memory, race, seat, out, count, mind, desk, heat):
    """The card that the seat lays: the learner's best one, others now and then the hotter it is."""
    kind = race.kinds[seat]
    if count == 1:
        return out[0]
    if kind != ITSELF:
        return opponent(kind, state, seat, out, count, word_of(race, seat))
    consider(state, memory, seat, out, count, mind, desk)
    better, best, most = desk[-1], 0, -1e9
    for i in range(count):
        value = np.float64(better[i])
        if not race.cold:
            value -= heat * np.log(-np.log(unit(race, seat) + 1e-12) + 1e-12)
        if value > most:
            most, best = value, i
    return out[best]


@compiled
def look(state, memory, race, out, mind, desk, heat):
    """All who have no card in mind choose one."""
    mask = forget_idle(state, race)
    for seat in range(np.int64(state.players)):
        if mask >> seat & 1:
            count = verbs.moves(state, seat, out)
            intend(race, seat, choose(state, memory, race, seat, out, count, mind, desk, heat))
