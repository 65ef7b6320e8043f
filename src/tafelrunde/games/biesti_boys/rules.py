"""Biesti Boys: the verbs with the rules that they follow.

Actions: `lay` 4 · kind + lift, then `draw`, then `halt 1` … `halt 4`, then `window` (the table's own).
"""

import numpy as np

from tafelrunde.games.biesti_boys import knowledge, resample, sound  # noqa: F401  # two more verbs
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import shuffle
from tafelrunde.kernel.compiled import compiled

BB_05, BB_07, BB_08, BB_09, BB_10, BB_16, BB_17, BB_19 = 5, 7, 8, 9, 10, 16, 17, 19

FILLED_UP, NEW_BOARD, SHUFFLED, WON = 1, 2, 3, 4
"""The steps of the table."""

_BOARDS = np.array([biesti.packed(board) for board in biesti.BOARDS], np.uint16)
_SORTED_DECK = np.repeat(np.arange(biesti.KINDS, dtype=np.uint8), biesti.COPIES)


@biesti.rule
def setup(state):
    """BB-04, BB-05."""
    for i in range(biesti.DECK):
        state.pile[i] = _SORTED_DECK[i]
    shuffle(state, state.pile, biesti.DECK)
    for seat in range(np.int64(state.players)):
        state.left[seat] = biesti.SHARE[state.players]
        for _ in range(biesti.LIMIT[state.players]):
            biesti.take_top(state, seat)
    shuffle_boards(state)
    turn_up_board(state)


@compiled
def shuffle_boards(state):
    for i in range(len(_BOARDS)):
        state.boards[i] = _BOARDS[i]
    shuffle(state, state.boards, len(_BOARDS))
    state.boards_left = len(_BOARDS)


@compiled
def make_final(state, lift):
    """The top card of this lift cannot be called any more."""
    state.laid_by[lift] = 0
    state.laid_on[lift] = 0


@compiled
def turn_up_board(state):
    state.boards_left -= 1
    board = state.boards[state.boards_left]
    state.boards[state.boards_left] = 0
    for lift in range(biesti.LIFTS):
        state.lifts[lift] = (board >> (4 * (biesti.LIFTS - 1 - lift))) & 15
        make_final(state, lift)


@biesti.rule
def over(state):
    return state.winner != 0


@biesti.rule
def score(state, out):
    """How many cards of its share a seat has got rid of; the winner has none left (BB-17)."""
    for seat in range(np.int64(state.players)):
        out[seat] = biesti.SHARE[state.players] - state.held[seat] - state.left[seat]
    return 1 << state.winner >> 1 if state.winner else 0


@biesti.rule
def actors(state):
    """Everybody who has a legal move, all at the same time (BB-06)."""
    if state.winner:
        return 0
    mask = 0
    right = biesti.right_lays(state)
    for seat in range(np.int64(state.players)):
        mine = biesti.lays_of(state.hand[seat])
        if mine & right != biesti.NONE or biesti.may_draw(state, seat):
            mask |= 1 << seat
        elif state.honour:
            acts = mine != biesti.NONE
            for lift in range(biesti.LIFTS):
                acts |= biesti.may_call(state, seat, lift)
            if acts:
                mask |= 1 << seat
    return mask


@compiled
def lays(state, seat):
    """The legal `lay` actions of a seat."""
    mine = biesti.lays_of(state.hand[seat])
    return mine if state.honour else mine & biesti.right_lays(state)


@biesti.rule
def moves(state, seat, out):
    if state.winner:
        return 0
    if seat < 0:
        out[0] = biesti.WINDOW
        return 1 if biesti.something_waits(state) else 0
    count = 0
    actions = lays(state, seat)
    while actions != biesti.NONE:
        out[count] = lowest(actions)
        actions &= actions - np.uint64(1)
        count += 1
    if biesti.may_draw(state, seat):
        out[count] = biesti.DRAW
        count += 1
    if state.honour:
        for lift in range(biesti.LIFTS):
            if biesti.may_call(state, seat, lift):
                out[count] = biesti.HALT + lift
                count += 1
    return count


@biesti.rule
def judge(state, seat, action):
    if state.winner:
        return BB_17
    if action < biesti.LAYS:
        return judge_lay(state, seat, action // biesti.LIFTS, action % biesti.LIFTS)
    if action == biesti.DRAW:
        if not state.by_hand:
            return BB_19
        return 0 if seat >= 0 and biesti.room_to_draw(state, seat) else BB_08
    if action == biesti.WINDOW:
        return 0 if seat < 0 and biesti.something_waits(state) else BB_16
    return 0 if seat >= 0 and biesti.may_call(state, seat, action - biesti.HALT) else BB_16


@compiled
def judge_lay(state, seat, kind, lift):
    if seat < 0 or biesti.count_of(state.hand[seat], kind) == 0:
        return BB_05
    shown = state.lifts[lift]
    if state.honour or biesti.KINDS_THAT_FIT[shown] >> kind & 1:
        return 0
    if shown == biesti.STOP:
        return BB_09
    return BB_10 if kind == biesti.GO else BB_07


@biesti.rule
def act(state, seat, action):
    if action < biesti.LAYS:
        lay(state, seat, action // biesti.LIFTS, action % biesti.LIFTS)
    elif action == biesti.DRAW:
        biesti.take_top(state, seat)
    elif action == biesti.WINDOW:
        for lift in range(biesti.LIFTS):
            make_final(state, lift)
    else:
        call(state, seat, action - biesti.HALT)


@compiled
def lay(state, seat, kind, lift):
    shown = state.lifts[lift]
    if state.honour:
        state.laid_by[lift] = seat + 1
        state.laid_on[lift] = shown
    state.lifts[lift] = kind
    state.hand[seat] -= biesti.one(kind)
    state.held[seat] -= 1
    knowledge.forget(state, seat, kind)
    if state.left[seat]:
        if not state.by_hand and biesti.room_to_draw(state, seat):  # BB-19
            biesti.take_top(state, seat)
    elif state.held[seat] == 0:
        finish(state, seat, biesti.KINDS_THAT_FIT[shown] >> kind & 1)


@compiled
def finish(state, seat, right):
    """All cards are laid: a right last card wins at once (BB-17), unless somebody waits in line (BB-16)."""
    if right and not state.line[0]:
        state.winner = seat + 1
        return
    place = 0
    while state.line[place]:
        place += 1
    state.line[place] = seat + 1


@compiled
def call(state, seat, lift):
    """Halt! A wrong card goes back to the hand (BB-15), a right one stays and can be called again (BB-16)."""
    if not biesti.is_wrong(state, lift):
        if state.false_calls[seat] < biesti.MOST_FALSE_CALLS:
            state.false_calls[seat] += 1
        return
    owner = state.laid_by[lift] - 1
    kind = state.lifts[lift]
    state.hand[owner] += biesti.one(kind)
    state.held[owner] += 1
    knowledge.sort_in(state.excluded[owner], biesti.LARGEST_HAND - 1, biesti.ALL_KINDS & ~(1 << kind))
    state.lifts[lift] = state.laid_on[lift]
    make_final(state, lift)
    for place in range(biesti.MAX_PLAYERS):
        if state.line[place] == owner + 1:
            leave_line(state, place)
            break


@compiled
def leave_line(state, place):
    for i in range(place, biesti.MAX_PLAYERS - 1):
        state.line[i] = state.line[i + 1]
    state.line[biesti.MAX_PLAYERS - 1] = 0


@biesti.rule
def step(state):
    if state.winner:
        return 0
    if state.line[0] and not biesti.wrong_cards_of(state, state.line[0] - 1):  # BB-17, BB-16
        state.winner = state.line[0]
        leave_line(state, 0)
        return WON
    if not state.by_hand and fill_an_empty_hand(state):
        return FILLED_UP
    if biesti.somebody_can_lay(state):
        return 0
    seat = biesti.fullest_with_room(state)
    if seat >= 0:  # BB-13
        if state.by_hand:
            return 0
        knowledge.learn_that_nobody_can_lay(state)
        biesti.fill_up(state, seat)
        return FILLED_UP
    if biesti.somebody_is_wrong(state):
        return 0
    if state.boards_left == 0:  # BB-14
        shuffle_boards(state)
        return SHUFFLED
    knowledge.learn_that_nobody_can_lay(state)
    turn_up_board(state)  # BB-12
    return NEW_BOARD


@compiled
def fill_an_empty_hand(state):
    """A position may have one beside a pile; who lays has drawn (BB-19)."""
    for seat in range(np.int64(state.players)):
        if state.held[seat] == 0 and state.left[seat]:
            biesti.fill_up(state, seat)
            return True
    return False


@biesti.rule
def kind(state, action):
    """An index into KINDS: a number, a Stop, a Go, draw, halt, window."""
    if action < biesti.LAYS:
        return max(action // biesti.LIFTS - biesti.STOP + 1, 0)
    if action == biesti.DRAW:
        return 3
    return 5 if action == biesti.WINDOW else 4
