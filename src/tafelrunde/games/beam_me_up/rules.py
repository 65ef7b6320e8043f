"""Beam me up: the state and the compiled rules.

A player's stones are one word, a bit for the field of each (`tables.field`).
"""

import numpy as np

from tafelrunde.games.beam_me_up.tables import (
    BLUE,
    BOOST,
    BOTTOM_ROW,
    COUNTS,
    FIRST_WAY,
    FULL,
    GRANTED,
    GRANTED_COUNT,
    GRANTED_SHAPES,
    GUARD,
    JOKER_COUNT,
    JOKERS,
    KEEP,
    KEEP_COUNT,
    KEEPS,
    LANE,
    LANE_TOP,
    LIFT_COUNT,
    LIFT_FIRST,
    LIFT_LANES,
    MOST_KEEPS,
    NEEDED,
    NEVER_KEPT,
    NEVER_UP_THREE,
    NEVER_UP_TWICE,
    NO_DICE,
    ROCKETS,
    SHAPE,
    SKIP,
    SPACE,
    STAND,
    STARS,
    STONES,
    THROWN,
    UP,
    UP_COLUMN,
    UP_STEPS,
    WAYS,
    WITH_S,
)
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import popcount
from tafelrunde.kernel.chance import draw, shuffle
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.layout import layout

BM_04, BM_05, BM_06, BM_07, BM_08, BM_09, BM_10, BM_11 = range(4, 12)
BM_15, BM_17, BM_18, BM_19 = 15, 17, 18, 19

LIFTING, ROLLING, MOVING, BOOSTING = range(4)
"""The phases."""
THROW, PASS = 1, 2
"""The steps of the table."""
THROWS = 3
MOST_BOOSTS = 2

STATE = layout(
    ("random_starter", "u1"),
    ("random_boards", "u1"),
    ("starter", "u1"),
    ("board", "u1", (4,)),
    ("turn", "u1"),
    ("phase", "u1"),
    ("throw", "u1"),  # how many throws were made this turn
    ("boosts", "u1"),
    ("winners", "u1"),  # as bits: who fulfils BM-19
    ("dice", "u2"),  # less than five while a throw is pending; none before the first
    ("stones", "u8", (4,)),
)

rule = verbs.of(STATE)


@compiled
def climb(stones, lanes):
    """The stones of these columns, none of them in the top row, one field up."""
    moving = stones & lanes
    return stones ^ moving ^ (moving << np.uint64(1))


@compiled
def climb_by(stones, column, steps):
    """The stone of a column up by the dice; steps beyond the top lapse (BM-11)."""
    stone = stones & LANE[column]
    target = stone << np.uint64(steps)
    if target & ~LANE[column]:
        target = LANE_TOP[column]
    return stones ^ stone ^ target


@compiled
def cool_down(state, seat, column):
    """Everybody else's stone of the column one field down, unless at the bottom (BM-12) or on a star (BM-14)."""
    for other in range(state.players):
        stone = state.stones[other] & LANE[column]
        if other != seat and not stone & (BOTTOM_ROW | STARS[state.board[other]]):
            state.stones[other] ^= stone ^ (stone >> np.uint64(1))


@compiled
def has_joker(state, seat):
    """Whether a stone stands on a blue star (BM-17)."""
    return state.stones[seat] & BLUE[state.board[seat]] != np.uint64(0)


@compiled
def has_won(state, seat):
    """Enough stones in space and none at the bottom (BM-19)."""
    stones = state.stones[seat]
    return stones & BOTTOM_ROW == np.uint64(0) and popcount(stones & SPACE) >= NEEDED[state.players]


@compiled
def begin_turn(state, seat):
    state.turn = seat
    state.phase = ROLLING
    state.throw = 0
    state.dice = NO_DICE


@compiled
def seat_after(state, seat):
    return seat + 1 if seat + 1 < state.players else 0


@compiled
def lifts(state):
    """How many stones the player on turn lifts before the first turn (BM-04)."""
    places = np.int64(state.turn) - np.int64(state.starter)
    return places if places >= 0 else places + state.players


@compiled
def after_moving(state, seat):
    """The game ends at once (BM-19), or rockets are left to use (BM-15), or the next player throws."""
    if has_won(state, seat):
        state.winners = 1 << seat
        state.boosts = 0
    elif state.boosts:
        state.phase = BOOSTING
    else:
        begin_turn(state, seat_after(state, seat))


@rule
def setup(state):
    for board in range(4):
        state.board[board] = board
    if state.random_boards:
        shuffle(state, state.board, 4)
    for seat in range(4):
        if seat < state.players:
            state.stones[seat] = BOTTOM_ROW
        else:
            state.board[seat] = 0
    state.starter = draw(state, state.players) if state.random_starter else 0  # BM-20
    state.phase = LIFTING
    state.turn = seat_after(state, state.starter)


@rule
def over(state):
    return state.winners != 0


@rule
def score(state, out):
    """The stones in space."""
    for seat in range(state.players):
        out[seat] = popcount(state.stones[seat] & SPACE)
    return np.int64(state.winners)


@rule
def actors(state):
    return 0 if state.winners else 1 << state.turn


@rule
def moves(state, seat, out):
    if state.winners or seat != state.turn:
        return 0
    if state.phase == ROLLING:
        keeps = KEEPS[state.dice]
        for i in range(MOST_KEEPS):  # a fixed number of them is quicker than the right one
            out[i] = keeps[i]
        return KEEP_COUNT[state.dice]
    if state.phase == MOVING:
        return ups(state, seat, out)
    if state.phase == BOOSTING:
        return boosts(state, seat, out)
    number = lifts(state)
    for i in range(LIFT_COUNT[number]):
        out[i] = LIFT_FIRST[number] + i
    return LIFT_COUNT[number]


@compiled
def ups(state, seat, out):
    """Any possibility that is in the dice (BM-09), on any columns with a joker (BM-17)."""
    if has_joker(state, seat):
        shapes = GRANTED_SHAPES[state.dice]
        for i in range(JOKER_COUNT[shapes]):
            out[i] = JOKERS[shapes, i]
        return JOKER_COUNT[shapes]
    for i in range(GRANTED_COUNT[state.dice]):
        out[i] = GRANTED[state.dice, i]
    return GRANTED_COUNT[state.dice]


@compiled
def boosts(state, seat, out):
    count = 0
    for column in range(STONES):
        if not state.stones[seat] & LANE_TOP[column]:
            out[count] = BOOST + column
            count += 1
    out[count] = SKIP
    return count + 1


@rule
def judge(state, seat, action):
    if state.winners:
        return BM_19
    if seat != state.turn:
        return BM_04 if state.phase == LIFTING else BM_05
    if state.phase == LIFTING or action < KEEP:
        return judge_lift(state, action)
    if action < UP:
        return judge_keep(state, action)
    if action < BOOST:
        if state.phase == ROLLING:
            return BM_05
        return BM_15 if state.phase == BOOSTING else judge_up(state, seat, action - UP)
    if state.phase != BOOSTING:
        return BM_09 if action == SKIP and state.phase == MOVING else BM_15
    if action != SKIP and state.stones[seat] & LANE_TOP[action - BOOST]:
        return BM_11
    return 0


@compiled
def judge_lift(state, action):
    if state.phase != LIFTING:
        return BM_04
    number = lifts(state)
    first = LIFT_FIRST[number]
    return 0 if first <= action < first + LIFT_COUNT[number] else BM_04


@compiled
def judge_keep(state, action):
    if state.phase != ROLLING or state.dice < FULL or action == NEVER_KEPT:
        return BM_05
    if action == STAND or (COUNTS[state.dice] + GUARD - COUNTS[action - KEEP]) & GUARD == GUARD:
        return 0
    return BM_05


@compiled
def judge_up(state, seat, up):
    if up == NEVER_UP_THREE:
        return BM_09
    if up == NEVER_UP_TWICE:
        return BM_18
    joker, with_joker = has_joker(state, seat), GRANTED_SHAPES[state.dice] >> SHAPE[up] & 1
    if with_joker and joker:
        return 0
    for i in range(GRANTED_COUNT[state.dice]):
        if GRANTED[state.dice, i] == UP + up:
            return 0
    two = UP_STEPS[up, 1] != 0
    fewest = min(dice_of(state, UP_COLUMN[up, 0]), dice_of(state, UP_COLUMN[up, 1]))
    if not joker and not two and fewest == 1:
        return BM_10
    if WITH_S[up]:
        return BM_08
    if with_joker and fewest < 2:
        return BM_17
    return BM_07 if two else BM_06


@compiled
def dice_of(state, column):
    """How many dice show the number of a column; none that of column S."""
    return (COUNTS[state.dice] >> (4 * np.int64(column))) & 15


@rule
def act(state, seat, action):
    if action < KEEP:
        lift(state, seat, action)
    elif action < STAND:
        state.dice = action - KEEP
    elif action == STAND:
        state.phase = MOVING
    elif action < BOOST:
        use_dice(state, seat, action - UP)
    else:
        state.boosts -= 1
        if action < SKIP:
            lane = LANE[action - BOOST]
            state.stones[seat] = climb(state.stones[seat], lane)
            if state.stones[seat] & lane & ROCKETS[state.board[seat]]:  # BM-15
                state.boosts += 1
        after_moving(state, seat)


@compiled
def lift(state, seat, action):
    """A rocket does nothing here (BM-16)."""
    state.stones[seat] = climb(state.stones[seat], LIFT_LANES[action])
    if seat_after(state, seat) == state.starter:
        begin_turn(state, state.starter)
    else:
        state.turn = seat_after(state, seat)


@compiled
def use_dice(state, seat, up):
    """All parts move; then each stone that really moved two fields cools down the others; then rockets count."""
    before = state.stones[seat]
    after = before
    for part in range(2):
        if UP_STEPS[up, part]:
            after = climb_by(after, UP_COLUMN[up, part], UP_STEPS[up, part])
    state.stones[seat] = after
    for part in range(2):
        if UP_STEPS[up, part] >= 2:
            column = UP_COLUMN[up, part]
            if after & LANE[column] >= (before & LANE[column]) << np.uint64(2):  # BM-13
                cool_down(state, seat, column)
    state.boosts = popcount(after & ~before & ROCKETS[state.board[seat]])
    after_moving(state, seat)


@rule
def step(state):
    if state.winners:
        return 0
    if state.phase == ROLLING and state.dice < FULL:
        state.dice = THROWN[FIRST_WAY[state.dice] + draw(state, WAYS[state.dice])]
        state.throw += 1
        if state.throw == THROWS:  # BM-05
            state.phase = MOVING
        return THROW
    if state.phase == MOVING and GRANTED_SHAPES[state.dice] == 0:  # BM-09
        begin_turn(state, seat_after(state, state.turn))
        return PASS
    return 0


@rule
def resample(state, seat):
    """Nothing is hidden, and what falls next follows from the fresh seed."""


@rule
def sound(state):
    if state.turn >= state.players or state.starter >= state.players or state.phase > BOOSTING:
        return False
    if state.throw > THROWS or state.dice >= len(COUNTS) or state.boosts > MOST_BOOSTS:
        return False
    if state.phase == LIFTING and (state.throw or state.dice != NO_DICE or lifts(state) == 0):
        return False
    if (state.boosts != 0) != (state.phase == BOOSTING and state.winners == 0):
        return False
    if state.phase == ROLLING and (state.throw == THROWS or (state.dice >= FULL and state.throw == 0)):
        return False
    if state.phase == MOVING and (state.dice < FULL or state.throw == 0):
        return False
    winners = 0
    for seat in range(4):
        if seat >= state.players:
            if state.stones[seat] or state.board[seat]:
                return False
            continue
        if state.board[seat] >= len(ROCKETS):
            return False
        for other in range(seat):
            if state.board[other] == state.board[seat]:
                return False
        for column in range(STONES):
            if popcount(state.stones[seat] & LANE[column]) != 1:
                return False
        if popcount(state.stones[seat]) != STONES:
            return False
        if has_won(state, seat):
            winners |= 1 << seat
    return winners == state.winners and popcount(winners) <= 1


@rule
def kind(state, action):
    if action < KEEP:
        return 0
    if action < STAND:
        return 1
    if action == STAND:
        return 2
    if action < BOOST:
        return 3 if UP_STEPS[action - UP, 1] == 0 else 4
    return 5 if action < SKIP else 6
