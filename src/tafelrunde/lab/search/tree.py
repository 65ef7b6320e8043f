"""One search for all games: an information-set tree search over the verbs, in compiled code.

Each simulation deals anew all that the seat does not know, goes down the tree, and plays a quick game to its end or to
where the game knows a value. What a seat decides is stored under what that seat has seen since the root. Seats that act
in turn choose by what has proved good and by what was tried little (PUCT, counted where a move was available); seats
that choose at the same time mix by regret matching. Partners count as one side.
"""

import numpy as np

from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import bit, popcount
from tafelrunde.kernel.chance import below, scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.search import hooks

CURIOUS = 0.1
"""How often a seat that mixes tries a random move."""
SEATS = 8
DEEPEST = 256
"""Decisions of one simulation within the tree."""
TRAIL = 4096
PROBES = 32
DEALS = 16
"""How many deals are tried before an implausible one is taken."""
TOO_LONG = 100_000
"""A quick game of this many decisions is given up; all are equally likely to win."""

ENTRY = np.dtype(
    [
        ("key", "u8"),
        ("total", "f8"),  # values of all visits
        ("regret", "f8"),
        ("chosen", "f8"),  # how often mixing would have chosen it
        ("prior", "f4"),
        ("visits", "i4"),
        ("available", "i4"),
        ("spare", "i4"),
    ]
)
"""What the table holds about a node, and about a move at a node."""
STEP = np.dtype(
    [
        ("node", "i8"),
        ("move", "i8"),
        ("chance", "f8"),
        ("seat", "i4"),
        ("first", "i4"),
        ("count", "i4"),
        ("spare", "i4"),
    ]
)
"""A decision on the way down; of one that was mixed, also its chance and where its moves are on the trail."""
WORK = np.dtype(
    [
        ("values", "f8", (SEATS,)),
        ("keys", "u8", (SEATS,)),
        ("explore", "f8"),
        ("word", "u8"),
        ("scores", "i4", (SEATS,)),
        ("actions", "i4", (SEATS,)),
        ("length", "i4"),
        ("trailed", "i4"),
        ("plain", "i4"),  # random games to the end, whatever the game knows
        ("spare", "i4"),
    ]
)

_1 = np.uint64(1)
_AN_ACTION = 1 << 40


@compiled
def next_word(work):
    work.word = splitmix(work.word)
    return scramble(work.word)


@compiled
def unit(word):
    """A word as a number from 0 to 1."""
    return np.float64(word >> np.uint64(11)) * 2.0**-53


# the table


@compiled
def mix(key, number):
    """The key after something more was seen; never 0."""
    return scramble(key ^ scramble(np.uint64(number + _AN_ACTION))) | _1


@compiled
def root_key(seat):
    return mix(_1, seat)


@compiled
def find(table, key):
    """The place of a key, or a free one for it; -1 if there is none near."""
    last = np.uint64(len(table) - 1)
    place = key >> np.uint64(20)
    for _ in range(PROBES):
        at = np.int64(place & last)
        if table[at].key == key or table[at].key == 0:
            return at
        place += _1
    return -1


@compiled
def find_moves(state, seat, out, count, key, table, places):
    """Where the moves of a node are in the table, new ones too; whether there was room for all."""
    for i in range(count):
        move_key = mix(key, out[i])
        at = find(table, move_key)
        if at < 0:
            return False
        if table[at].key == 0:
            table[at].key = move_key
            table[at].prior = hooks.prior(state, seat, out[i])
        places[i] = at
    return True


# choosing


@compiled
def most_promising(node, count, table, places, explore):
    """The move with the best mean and the most to learn; one never tried has the node's mean."""
    priors = 0.0
    for i in range(count):
        priors += table[places[i]].prior
    unknown = node.total / node.visits if node.visits > 0 else 0.5
    best, chosen = -1.0, 0
    for i in range(count):
        move = table[places[i]]
        move.available += 1
        mean = move.total / move.visits if move.visits > 0 else unknown
        promise = mean + explore * move.prior / priors * np.sqrt(np.float64(move.available)) / (1 + move.visits)
        if promise > best:
            best, chosen = promise, i
    return chosen


@compiled
def share_of(move, regrets, count):
    """How often regret matching chooses a move."""
    return max(move.regret, 0.0) / regrets if regrets > 0.0 else 1.0 / count


@compiled
def mixed(count, table, places, word):
    """A move by regret matching, and its chance."""
    regrets = 0.0
    for i in range(count):
        regrets += max(table[places[i]].regret, 0.0)
    left, chosen, chance = unit(word), -1, 0.0
    for i in range(count):
        move = table[places[i]]
        share = share_of(move, regrets, count)
        move.chosen += share
        if chosen < 0:
            chance = (1.0 - CURIOUS) * share + CURIOUS / count
            left -= chance
            if left < 0.0 or i == count - 1:
                chosen = i
    return chosen, chance


@compiled
def quick_choice(state, seat, out, count, word, work):
    if work.plain or count == 1:
        return out[below(word, count)]
    return hooks.playout(state, seat, out, count, word)


@compiled
def decide(state, seat, mixes, work, table, path, trail, places, out):
    """What a seat does at its node, and whether the node is a new one or finds no room: the tree ends there."""
    count = verbs.moves(state, seat, out)
    if count == 1:
        return out[0], False
    key = work.keys[seat]
    at = find(table, key)
    full = at < 0 or work.trailed + count > len(trail) or work.length == len(path)
    if full or not find_moves(state, seat, out, count, key, table, places):
        return quick_choice(state, seat, out, count, next_word(work), work), True
    node = table[at]
    new = node.key == 0
    node.key = key
    step = path[work.length]
    work.length += 1
    step.node, step.seat = at, seat
    step.chance, step.first, step.count = 0.0, work.trailed, count
    if mixes:
        chosen, step.chance = mixed(count, table, places, next_word(work))
        for i in range(count):
            trail[work.trailed + i] = places[i]
        work.trailed += count
    else:
        chosen = most_promising(node, count, table, places, work.explore)
    step.move = places[chosen]
    return out[chosen], new


@compiled
def play(state, work, seat, action):
    """Carry out an action; everybody notes what they see of it."""
    for viewer in range(np.int64(state.players)):
        noticed = hooks.seen(state, viewer, seat, action) * SEATS + seat
        work.keys[viewer] = mix(work.keys[viewer], noticed)
    engine.apply(state, seat, action)
    for viewer in range(np.int64(state.players)):
        noticed = hooks.sight(state, viewer)
        if noticed != 0:
            work.keys[viewer] = mix(work.keys[viewer], noticed)


@compiled
def decide_all(state, mask, mixes, work, table, path, trail, places, out):
    """All in the mask choose, knowing nothing of each other; then it happens, as far as it still can.

    Returns whether the tree ends.
    """
    ends = False
    for seat in range(np.int64(state.players)):
        if mask & bit(seat):
            work.actions[seat], new = decide(state, seat, mixes, work, table, path, trail, places, out)
            ends |= new
    for seat in range(np.int64(state.players)):
        if mask & bit(seat) and (not mixes or verbs.judge(state, seat, work.actions[seat]) == 0):
            play(state, work, seat, work.actions[seat])
    return ends


# a simulation


@compiled
def share_win(state, winners, values):
    """Sides that win together share the win."""
    sides = np.uint64(0)
    for seat in range(np.int64(state.players)):
        if np.uint64(winners) & bit(seat):
            sides |= bit(hooks.side(state, seat))
    for seat in range(np.int64(state.players)):
        wins = sides & bit(hooks.side(state, seat)) != 0
        values[seat] = 1.0 / popcount(sides) if wins else 0.0


@compiled
def valued(state, work, depth):
    """Whether the values are known here: the game is over, or knows the value of the position."""
    if verbs.over(state):
        share_win(state, verbs.score(state, work.scores), work.values)
        return True
    return not work.plain and hooks.leaf(state, depth, work.values)


@compiled
def descend(state, work, table, path, trail, places, out):
    """Down the tree to its end, or to where the values are known; whether they are."""
    ends = False
    while not ends:
        if valued(state, work, np.int64(-1)):
            return True
        mask = np.uint64(verbs.actors(state))
        mixes = popcount(mask) > 1 and hooks.together(state)
        if not mixes:
            mask = bit(engine.pick_actor(mask, next_word(work)))
        ends = decide_all(state, mask, mixes, work, table, path, trail, places, out)
    return False


@compiled
def play_out(state, work, out):
    """Play on quickly; return the number of decisions."""
    depth = np.int64(0)
    while not valued(state, work, depth):
        if depth == TOO_LONG:
            share_win(state, (1 << state.players) - 1, work.values)
            break
        word = next_word(work)
        seat = engine.pick_actor(verbs.actors(state), word << np.uint64(32))
        if work.plain:
            action = np.int64(hooks.any_move(state, seat, out, word))
        else:
            action = np.int64(quick_choice(state, seat, out, verbs.moves(state, seat, out), word, work))
        engine.apply(state, seat, action)
        depth += 1
    return depth


@compiled
def learn(work, table, path, trail):
    """Update every decision on the way with the outcome."""
    for i in range(work.length):
        step = path[i]
        value = work.values[step.seat]
        table[step.node].visits += 1
        table[step.node].total += value
        table[step.move].visits += 1
        table[step.move].total += value
        if step.chance > 0.0:
            for j in range(step.first, step.first + step.count):
                table[trail[j]].regret -= value
            table[step.move].regret += value / step.chance


@compiled
def look_around(state, seat, seed, number, work):
    """Redraw what the seat does not know until the deal is plausible; nobody has seen anything yet."""
    work.word = scramble(seed ^ scramble(number))
    state.key[0] = seed
    for _ in range(DEALS):
        state.key[1] = next_word(work)
        state.chance = 0
        verbs.resample(state, seat)
        if work.plain or unit(next_word(work)) < hooks.belief(state, seat):
            break
    work.length = work.trailed = 0
    for viewer in range(np.int64(state.players)):
        work.keys[viewer] = root_key(viewer)


@entry
def simulate(states, seat, seed, first, count, works, table, path, trail, places, out):
    """Simulations from states[1]; return how many decisions were played quickly."""
    decisions = 0
    state, work = states[0], works[0]
    for number in range(first, first + count):
        states[0] = states[1]
        look_around(state, seat, seed, np.uint64(number), work)
        if not descend(state, work, table, path, trail, places, out):
            decisions += play_out(state, work, out)
        learn(work, table, path, trail)
    return decisions


@entry
def report(states, seat, table, places, out, found):
    """What was found out about each move at the root: visits, mean value, how often mixing chose it."""
    count = verbs.moves(states[1], seat, out)
    find_moves(states[1], seat, out, count, root_key(seat), table, places)
    for i in range(count):
        move = table[places[i]]
        found[i, 0] = move.visits
        found[i, 1] = move.total / max(move.visits, 1)
        found[i, 2] = move.chosen
    return count
