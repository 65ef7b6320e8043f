"""Biesti Boys: the compiled rules.

Actions: `lay` 4 · kind + lift, then `draw`, then `halt 1` … `halt 4`, then `window` (the table's own).
"""

import numpy as np

from tafelrunde.games.biesti_boys import checks, knowledge, tables
from tafelrunde.games.biesti_boys.state import (
    LIMIT,
    NONE,
    SHARE,
    STATE,
    count_of,
    fill_up,
    fullest_with_room,
    is_wrong,
    lays_of,
    may_call,
    may_draw,
    one,
    right_lays,
    room_to_draw,
    somebody_can_lay,
    somebody_is_wrong,
    something_waits,
    take_top,
    wrong_cards_of,
)
from tafelrunde.games.biesti_boys.tables import (
    ALL_KINDS,
    DECK,
    DRAW,
    GO,
    HALT,
    KINDS,
    KINDS_THAT_FIT,
    LARGEST_HAND,
    LAYS,
    LIFTS,
    MAX_PLAYERS,
    MOST_FALSE_CALLS,
    STOP,
    WINDOW,
)
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import shuffle
from tafelrunde.kernel.compiled import compiled

BB_05, BB_07, BB_08, BB_09, BB_10, BB_16, BB_17, BB_19 = 5, 7, 8, 9, 10, 16, 17, 19

FILLED_UP, NEW_BOARD, SHUFFLED, WON = 1, 2, 3, 4
"""The steps of the table."""

_BOARDS = np.array([tables.packed(board) for board in tables.BOARDS], np.uint16)
_SORTED_DECK = np.repeat(np.arange(KINDS, dtype=np.uint8), tables.COPIES)
_1 = np.uint64(1)

rule = verbs.of(STATE)


@rule
def setup(state):
    """BB-04, BB-05."""
    for i in range(DECK):
        state.pile[i] = _SORTED_DECK[i]
    shuffle(state, state.pile, DECK)
    for seat in range(np.int64(state.players)):
        state.left[seat] = SHARE[state.players]
        for _ in range(LIMIT[state.players]):
            take_top(state, seat)
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
    for lift in range(LIFTS):
        state.lifts[lift] = (board >> (4 * (LIFTS - 1 - lift))) & 15
        make_final(state, lift)


@rule
def over(state):
    return state.winner != 0


@rule
def score(state, out):
    """The cards of the own share that a seat is rid of; the winner has none left (BB-17)."""
    for seat in range(np.int64(state.players)):
        out[seat] = SHARE[state.players] - state.held[seat] - state.left[seat]
    return 1 << state.winner >> 1 if state.winner else 0


@rule
def actors(state):
    """Everybody who has a legal move, all at the same time (BB-06)."""
    if state.winner:
        return 0
    mask = 0
    right = right_lays(state)
    for seat in range(np.int64(state.players)):
        mine = lays_of(state.hand[seat])
        if mine & right != NONE or may_draw(state, seat):
            mask |= 1 << seat
        elif state.honour:
            acts = mine != NONE
            for lift in range(LIFTS):
                acts |= may_call(state, seat, lift)
            if acts:
                mask |= 1 << seat
    return mask


@compiled
def lays(state, seat):
    """The legal `lay` actions of a seat."""
    mine = lays_of(state.hand[seat])
    return mine if state.honour else mine & right_lays(state)


@rule
def moves(state, seat, out):
    if state.winner:
        return 0
    if seat < 0:
        out[0] = WINDOW
        return 1 if something_waits(state) else 0
    count = 0
    actions = lays(state, seat)
    while actions != NONE:
        out[count] = lowest(actions)
        actions &= actions - _1
        count += 1
    if may_draw(state, seat):
        out[count] = DRAW
        count += 1
    if state.honour:
        for lift in range(LIFTS):
            if may_call(state, seat, lift):
                out[count] = HALT + lift
                count += 1
    return count


@rule
def judge(state, seat, action):
    if state.winner:
        return BB_17
    if action < LAYS:
        return judge_lay(state, seat, action // LIFTS, action % LIFTS)
    if action == DRAW:
        if not state.by_hand:
            return BB_19
        return 0 if seat >= 0 and room_to_draw(state, seat) else BB_08
    if action == WINDOW:
        return 0 if seat < 0 and something_waits(state) else BB_16
    return 0 if seat >= 0 and may_call(state, seat, action - HALT) else BB_16


@compiled
def judge_lay(state, seat, kind, lift):
    if seat < 0 or count_of(state.hand[seat], kind) == 0:
        return BB_05
    shown = state.lifts[lift]
    if state.honour or KINDS_THAT_FIT[shown] >> kind & 1:
        return 0
    if shown == STOP:
        return BB_09
    return BB_10 if kind == GO else BB_07


@rule
def act(state, seat, action):
    if action < LAYS:
        lay(state, seat, action // LIFTS, action % LIFTS)
    elif action == DRAW:
        take_top(state, seat)
    elif action == WINDOW:
        for lift in range(LIFTS):
            make_final(state, lift)
    else:
        call(state, seat, action - HALT)


@compiled
def lay(state, seat, kind, lift):
    shown = state.lifts[lift]
    if state.honour:
        state.laid_by[lift] = seat + 1
        state.laid_on[lift] = shown
    state.lifts[lift] = kind
    state.hand[seat] -= one(kind)
    state.held[seat] -= 1
    knowledge.forget(state, seat, kind)
    if state.left[seat]:
        if not state.by_hand and room_to_draw(state, seat):  # BB-19
            take_top(state, seat)
    elif state.held[seat] == 0:
        finish(state, seat, KINDS_THAT_FIT[shown] >> kind & 1)


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
    if not is_wrong(state, lift):
        if state.false_calls[seat] < MOST_FALSE_CALLS:
            state.false_calls[seat] += 1
        return
    owner = state.laid_by[lift] - 1
    kind = state.lifts[lift]
    state.hand[owner] += one(kind)
    state.held[owner] += 1
    knowledge.sort_in(state.excluded[owner], LARGEST_HAND - 1, ALL_KINDS & ~(1 << kind))
    state.lifts[lift] = state.laid_on[lift]
    make_final(state, lift)
    for place in range(MAX_PLAYERS):
        if state.line[place] == owner + 1:
            leave_line(state, place)
            break


@compiled
def leave_line(state, place):
    for i in range(place, MAX_PLAYERS - 1):
        state.line[i] = state.line[i + 1]
    state.line[MAX_PLAYERS - 1] = 0


@rule
def step(state):
    if state.winner:
        return 0
    if state.line[0] and not wrong_cards_of(state, state.line[0] - 1):  # BB-17, BB-16
        state.winner = state.line[0]
        leave_line(state, 0)
        return WON
    if not state.by_hand and fill_an_empty_hand(state):
        return FILLED_UP
    if somebody_can_lay(state):
        return 0
    seat = fullest_with_room(state)
    if seat >= 0:  # BB-13
        if state.by_hand:
            return 0
        knowledge.learn_that_nobody_can_lay(state)
        fill_up(state, seat)
        return FILLED_UP
    if somebody_is_wrong(state):
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
            fill_up(state, seat)
            return True
    return False


@rule
def resample(state, seat):
    knowledge.redeal(state, seat)


@rule
def sound(state):
    return checks.cards(state) and checks.false_calls(state) and checks.middle(state) and checks.line(state)


@rule
def kind(state, action):
    """An index into KINDS: a number, a Stop, a Go, draw, halt, window."""
    if action < LAYS:
        return max(action // LIFTS - STOP + 1, 0)
    if action == DRAW:
        return 3
    return 5 if action == WINDOW else 4
