"""Beam me up: the verbs with the rules that they follow."""

import numpy as np

from tafelrunde.games.beam_me_up import climbing, resample, sound  # noqa: F401  # two more verbs
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.bits import popcount
from tafelrunde.kernel.chance import draw, shuffle
from tafelrunde.kernel.compiled import compiled

BM_04, BM_05, BM_06, BM_07, BM_08, BM_09, BM_10, BM_11 = range(4, 12)
BM_15, BM_17, BM_18, BM_19 = 15, 17, 18, 19

THROW, PASS = 1, 2
"""The steps of the table."""


@compiled
def begin_turn(state, seat):
    state.turn = seat
    state.phase = beam.ROLLING
    state.throw = 0
    state.dice = beam.NO_DICE


@compiled
def seat_after(state, seat):
    return seat + 1 if seat + 1 < state.players else 0


@compiled
def after_moving(state, seat):
    """The game ends at once (BM-19), or rockets are left to use (BM-15), or the next player throws."""
    if climbing.has_won(state, seat):
        state.winners = 1 << seat
        state.boosts = 0
    elif state.boosts:
        state.phase = beam.BOOSTING
    else:
        begin_turn(state, seat_after(state, seat))


@beam.rule
def setup(state):
    for board in range(4):
        state.board[board] = board
    if state.random_boards:
        shuffle(state, state.board, 4)
    for seat in range(4):
        if seat < state.players:
            state.stones[seat] = beam.BOTTOM_ROW
        else:
            state.board[seat] = 0
    state.starter = draw(state, state.players) if state.random_starter else 0  # BM-20
    state.phase = beam.LIFTING
    state.turn = seat_after(state, state.starter)


@beam.rule
def over(state):
    return state.winners != 0


@beam.rule
def score(state, out):
    """The stones in space."""
    for seat in range(state.players):
        out[seat] = popcount(state.stones[seat] & beam.SPACE)
    return np.int64(state.winners)


@beam.rule
def actors(state):
    return 0 if state.winners else 1 << state.turn


@beam.rule
def moves(state, seat, out):
    if state.winners or seat != state.turn:
        return 0
    if state.phase == beam.ROLLING:
        keeps = beam.KEEPS[state.dice]
        for i in range(beam.MOST_KEEPS):  # a fixed number of them is quicker than the right one
            out[i] = keeps[i]
        return beam.KEEP_COUNT[state.dice]
    if state.phase == beam.MOVING:
        return ups(state, seat, out)
    if state.phase == beam.BOOSTING:
        return boosts(state, seat, out)
    number = climbing.lifts(state)
    for i in range(beam.LIFT_COUNT[number]):
        out[i] = beam.LIFT_FIRST[number] + i
    return beam.LIFT_COUNT[number]


@compiled
def ups(state, seat, out):
    """Any possibility that is in the dice (BM-09), on any columns with a joker (BM-17)."""
    if climbing.has_joker(state, seat):
        shapes = beam.GRANTED_SHAPES[state.dice]
        for i in range(beam.JOKER_COUNT[shapes]):
            out[i] = beam.JOKERS[shapes, i]
        return beam.JOKER_COUNT[shapes]
    for i in range(beam.GRANTED_COUNT[state.dice]):
        out[i] = beam.GRANTED[state.dice, i]
    return beam.GRANTED_COUNT[state.dice]


@compiled
def boosts(state, seat, out):
    count = 0
    for column in range(beam.STONES):
        if not state.stones[seat] & beam.LANE_TOP[column]:
            out[count] = beam.BOOST + column
            count += 1
    out[count] = beam.SKIP
    return count + 1


@beam.rule
def judge(state, seat, action):
    if state.winners:
        return BM_19
    if seat != state.turn:
        return BM_04 if state.phase == beam.LIFTING else BM_05
    if state.phase == beam.LIFTING or action < beam.KEEP:
        return judge_lift(state, action)
    if action < beam.UP:
        return judge_keep(state, action)
    if action < beam.BOOST:
        if state.phase == beam.ROLLING:
            return BM_05
        return BM_15 if state.phase == beam.BOOSTING else judge_up(state, seat, action - beam.UP)
    if state.phase != beam.BOOSTING:
        return BM_09 if action == beam.SKIP and state.phase == beam.MOVING else BM_15
    if action != beam.SKIP and state.stones[seat] & beam.LANE_TOP[action - beam.BOOST]:
        return BM_11
    return 0


@compiled
def judge_lift(state, action):
    if state.phase != beam.LIFTING:
        return BM_04
    number = climbing.lifts(state)
    first = beam.LIFT_FIRST[number]
    return 0 if first <= action < first + beam.LIFT_COUNT[number] else BM_04


@compiled
def judge_keep(state, action):
    if state.phase != beam.ROLLING or state.dice < beam.FULL or action == beam.NEVER_KEPT:
        return BM_05
    if (
        action == beam.STAND
        or (beam.COUNTS[state.dice] + beam.GUARD - beam.COUNTS[action - beam.KEEP]) & beam.GUARD == beam.GUARD
    ):
        return 0
    return BM_05


@compiled
def judge_up(state, seat, up):
    if up == beam.NEVER_UP_THREE:
        return BM_09
    if up == beam.NEVER_UP_TWICE:
        return BM_18
    joker, with_joker = climbing.has_joker(state, seat), beam.GRANTED_SHAPES[state.dice] >> beam.SHAPE[up] & 1
    if with_joker and joker:
        return 0
    for i in range(beam.GRANTED_COUNT[state.dice]):
        if beam.GRANTED[state.dice, i] == beam.UP + up:
            return 0
    two = beam.UP_STEPS[up, 1] != 0
    fewest = min(dice_of(state, beam.UP_COLUMN[up, 0]), dice_of(state, beam.UP_COLUMN[up, 1]))
    if not joker and not two and fewest == 1:
        return BM_10
    if beam.WITH_S[up]:
        return BM_08
    if with_joker and fewest < 2:
        return BM_17
    return BM_07 if two else BM_06


@compiled
def dice_of(state, column):
    """How many dice show the number of a column; none that of column S."""
    return (beam.COUNTS[state.dice] >> (4 * np.int64(column))) & 15


@beam.rule
def act(state, seat, action):
    if action < beam.KEEP:
        lift(state, seat, action)
    elif action < beam.STAND:
        state.dice = action - beam.KEEP
    elif action == beam.STAND:
        state.phase = beam.MOVING
    elif action < beam.BOOST:
        use_dice(state, seat, action - beam.UP)
    else:
        state.boosts -= 1
        if action < beam.SKIP:
            lane = beam.LANE[action - beam.BOOST]
            state.stones[seat] = climbing.climb(state.stones[seat], lane)
            if state.stones[seat] & lane & beam.ROCKETS[state.board[seat]]:  # BM-15
                state.boosts += 1
        after_moving(state, seat)


@compiled
def lift(state, seat, action):
    """A rocket does nothing here (BM-16)."""
    state.stones[seat] = climbing.climb(state.stones[seat], beam.LIFT_LANES[action])
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
        if beam.UP_STEPS[up, part]:
            after = climbing.climb_by(after, beam.UP_COLUMN[up, part], beam.UP_STEPS[up, part])
    state.stones[seat] = after
    for part in range(2):
        if beam.UP_STEPS[up, part] >= 2:
            column = beam.UP_COLUMN[up, part]
            if after & beam.LANE[column] >= (before & beam.LANE[column]) << np.uint64(2):  # BM-13
                climbing.cool_down(state, seat, column)
    state.boosts = popcount(after & ~before & beam.ROCKETS[state.board[seat]])
    after_moving(state, seat)


@beam.rule
def step(state):
    if state.winners:
        return 0
    if state.phase == beam.ROLLING and state.dice < beam.FULL:
        state.dice = beam.THROWN[beam.FIRST_WAY[state.dice] + draw(state, beam.WAYS[state.dice])]
        state.throw += 1
        if state.throw == beam.THROWS:  # BM-05
            state.phase = beam.MOVING
        return THROW
    if state.phase == beam.MOVING and beam.GRANTED_SHAPES[state.dice] == 0:  # BM-09
        begin_turn(state, seat_after(state, state.turn))
        return PASS
    return 0


@beam.rule
def kind(state, action):
    if action < beam.KEEP:
        return 0
    if action < beam.STAND:
        return 1
    if action == beam.STAND:
        return 2
    if action < beam.BOOST:
        return 3 if beam.UP_STEPS[action - beam.UP, 1] == 0 else 4
    return 5 if action < beam.SKIP else 6
