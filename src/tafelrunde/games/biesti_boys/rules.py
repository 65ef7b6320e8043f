"""Biesti Boys: the state and the compiled rules.

Actions: `lay` 4 · kind + lift, then `draw`, then `halt 1` … `halt 4`, then `window` (the table's own).
"""

import numpy as np

from tafelrunde.games.biesti_boys import tables
from tafelrunde.games.biesti_boys.tables import (
    ACTIONS,
    ALL_KINDS,
    DECK,
    DRAW,
    EACH_KIND,
    GO,
    HALT,
    KINDS,
    KINDS_THAT_FIT,
    LARGEST_HAND,
    LAYS,
    LIFTS,
    MAX_PLAYERS,
    STOP,
    WHAT_FITS,
    WINDOW,
)
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import lowest, popcount
from tafelrunde.kernel.chance import HEADER, draw, shuffle
from tafelrunde.kernel.compiled import compiled

BB_05, BB_07, BB_08, BB_09, BB_10, BB_16, BB_17, BB_19 = 5, 7, 8, 9, 10, 16, 17, 19

DRAWN, NEW_BOARD, SHUFFLED, WON = 1, 2, 3, 4
"""The steps of the table."""

MAX_MOVES = ACTIONS
TRIES = 64
"""How often `resample` deals again before it puts a card that fits into a hand on purpose."""

_BOARDS = np.array(tables.BOARDS, np.uint8)
_COPIES = np.array(tables.COPIES)
_SORTED_DECK = np.repeat(np.arange(KINDS, dtype=np.uint8), tables.COPIES)
_LIMIT = np.array(tables.LIMIT)
_SHARE = np.array(tables.SHARE)
_1, _2, _3, _4, _15 = (np.uint64(n) for n in (1, 2, 3, 4, 15))
_NONE = np.uint64(0)

STATE = np.dtype(
    [
        *HEADER,
        ("hand", "u8", (MAX_PLAYERS,)),  # four bits a kind: how many
        ("by_hand", "u1"),  # drawing is a move (BB-19)
        ("honour", "u1"),  # wrong cards lie until they are called (BB-16)
        ("winner", "u1"),  # seat + 1
        ("boards_left", "u1"),
        ("lifts", "u1", (LIFTS,)),
        ("held", "u1", (MAX_PLAYERS,)),  # cards in hand
        ("left", "u1", (MAX_PLAYERS,)),  # cards in the pile
        ("line", "u1", (MAX_PLAYERS,)),  # seat + 1 of those without cards, first in line first
        ("laid_by", "u1", (LIFTS,)),  # seat + 1 of who laid the top card, while it can be called
        ("laid_on", "u1", (LIFTS,)),  # what lies beneath such a card
        ("false_calls", "u1", (MAX_PLAYERS,)),
        ("boards", "u1", (len(_BOARDS),)),  # face down, taken from the end
        ("pile", "u1", (DECK,)),  # the seats' piles one after the other, each taken from its end
        # What everybody knows of a hand: for each card the kinds it cannot be, a bit a kind, largest number first.
        # Of two such sets one contains the other or together they leave no kind: see `forget`.
        ("excluded", "u2", (MAX_PLAYERS, LARGEST_HAND)),
    ],
    align=True,
)

rule = verbs.of(STATE)


@compiled
def one(kind):
    """A set of cards with one card of this kind."""
    return _1 << (np.uint64(kind) * _4)


@compiled
def count_of(cards, kind):
    """How many cards of this kind are in the set."""
    return np.int64((cards >> (np.uint64(kind) * _4)) & _15)


@compiled
def lays_of(cards):
    """The `lay` actions with these cards, wherever they may lie."""
    return ((cards | cards >> _1 | cards >> _2 | cards >> _3) & EACH_KIND) * _15


@compiled
def right_lays(state):
    """The `lay` actions that are right on the lifts, whoever has the card."""
    lifts = state.lifts
    return (
        WHAT_FITS[lifts[0]] | WHAT_FITS[lifts[1]] << _1 | WHAT_FITS[lifts[2]] << _2 | WHAT_FITS[lifts[3]] << _3
    )


@compiled
def lays(state, seat):
    """The legal `lay` actions of a seat."""
    mine = lays_of(state.hand[seat])
    return mine if state.honour else mine & right_lays(state)


@compiled
def room_to_draw(state, seat):
    """Below the limit, and something to take (BB-08)."""
    return state.held[seat] < _LIMIT[state.players] and state.left[seat] > 0


@compiled
def may_draw(state, seat):
    return state.by_hand != 0 and room_to_draw(state, seat)


@compiled
def may_call(state, seat, lift):
    """Another player's card that has not been called yet (BB-16)."""
    return state.laid_by[lift] != 0 and state.laid_by[lift] != seat + 1


@compiled
def is_wrong(state, lift):
    """Whether the top card is wrong and can still be called."""
    return state.laid_by[lift] != 0 and not KINDS_THAT_FIT[state.laid_on[lift]] >> state.lifts[lift] & 1


@compiled
def somebody_is_wrong(state):
    if state.honour:
        for lift in range(LIFTS):
            if is_wrong(state, lift):
                return True
    return False


@compiled
def wrong_cards_of(state, seat):
    """How many cards of this seat may come back."""
    count = 0
    for lift in range(LIFTS):
        if state.laid_by[lift] == seat + 1 and is_wrong(state, lift):
            count += 1
    return count


@compiled
def dead_end(state):
    """Nobody has a card that is right somewhere, and nobody may draw (BB-12, BB-13)."""
    cards = _NONE
    for seat in range(np.int64(state.players)):
        cards |= state.hand[seat]
    if lays_of(cards) & right_lays(state) != _NONE:
        return False
    for seat in range(np.int64(state.players)):
        if may_draw(state, seat):
            return False
    return True


@compiled
def something_waits(state):
    """A claim, or a dead end, waits for the end of the call window (BB-16)."""
    return state.honour != 0 and (state.line[0] != 0 or (somebody_is_wrong(state) and dead_end(state)))


@compiled
def take_top(state, seat):
    """Draw the top card of the own pile (BB-08)."""
    state.left[seat] -= 1
    top = seat * _SHARE[state.players] + state.left[seat]
    state.hand[seat] += one(state.pile[top])
    state.held[seat] += 1
    state.pile[top] = 0


@compiled
def sort_in(known, place, excluded):
    """Put a set of excluded kinds where it belongs; the places before this one are sorted."""
    while place > 0 and known[place - 1] < excluded:
        known[place] = known[place - 1]
        place -= 1
    known[place] = excluded


@compiled
def forget(state, seat, kind):
    """A card has left the hand. Nobody can tell which of those that it may have been: the one that was known best.

    Those form a chain, each knowing all that the next one knows. For a dead end excludes the same kinds for all cards
    in hand, and a card that came back is known entirely.
    """
    known = state.excluded[seat]
    if known[0] == 0:
        return
    place = 0
    while known[place] >> kind & 1:
        place += 1
    while place < LARGEST_HAND - 1:
        known[place] = known[place + 1]
        place += 1
    known[LARGEST_HAND - 1] = 0


@compiled
def learn_from_dead_end(state):
    """Everybody sees that no card in any hand is right on the lifts."""
    fitting = 0
    for lift in range(LIFTS):
        fitting |= KINDS_THAT_FIT[state.lifts[lift]]
    for seat in range(np.int64(state.players)):
        known = state.excluded[seat]
        for i in range(np.int64(state.held[seat])):
            sort_in(known, i, known[i] | fitting)


@compiled
def leave_line(state, place):
    for i in range(place, MAX_PLAYERS - 1):
        state.line[i] = state.line[i + 1]
    state.line[MAX_PLAYERS - 1] = 0


@rule
def setup(state):
    """BB-04, BB-05."""
    for i in range(DECK):
        state.pile[i] = _SORTED_DECK[i]
    shuffle(state, state.pile, DECK)
    for seat in range(np.int64(state.players)):
        state.left[seat] = _SHARE[state.players]
        for _ in range(_LIMIT[state.players]):
            take_top(state, seat)
    shuffle_boards(state)
    turn_up_board(state)


@compiled
def shuffle_boards(state):
    for i in range(len(_BOARDS)):
        state.boards[i] = i
    shuffle(state, state.boards, len(_BOARDS))
    state.boards_left = len(_BOARDS)


@compiled
def turn_up_board(state):
    state.boards_left -= 1
    board = state.boards[state.boards_left]
    state.boards[state.boards_left] = 0
    for lift in range(LIFTS):
        state.lifts[lift] = _BOARDS[board, lift]
        state.laid_by[lift] = 0
        state.laid_on[lift] = 0


@rule
def over(state):
    return state.winner != 0


@rule
def score(state, out):
    """The cards of the own share that a seat is rid of; the winner has none left (BB-17)."""
    for seat in range(np.int64(state.players)):
        out[seat] = _SHARE[state.players] - state.held[seat] - state.left[seat]
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
        if mine & right != _NONE or may_draw(state, seat):
            mask |= 1 << seat
        elif state.honour:
            acts = mine != _NONE
            for lift in range(LIFTS):
                acts |= may_call(state, seat, lift)
            if acts:
                mask |= 1 << seat
    return mask


@rule
def moves(state, seat, out):
    if state.winner:
        return 0
    if seat < 0:
        out[0] = WINDOW
        return 1 if something_waits(state) else 0
    count = 0
    actions = lays(state, seat)
    while actions != _NONE:
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
            settle_lift(state, lift)
    else:
        call(state, seat, action - HALT)


@compiled
def lay(state, seat, kind, lift):
    if state.honour:
        state.laid_by[lift] = seat + 1
        state.laid_on[lift] = state.lifts[lift]
    state.lifts[lift] = kind
    state.hand[seat] -= one(kind)
    state.held[seat] -= 1
    forget(state, seat, kind)
    if state.held[seat] == 0 and state.left[seat] == 0:
        place = 0
        while state.line[place]:
            place += 1
        state.line[place] = seat + 1


@compiled
def settle_lift(state, lift):
    """The top card of this lift cannot be called any more."""
    state.laid_by[lift] = 0
    state.laid_on[lift] = 0


@compiled
def call(state, seat, lift):
    """Halt! A wrong card goes back to the hand (BB-15), a right one stays (BB-16)."""
    if is_wrong(state, lift):
        owner = state.laid_by[lift] - 1
        kind = state.lifts[lift]
        state.hand[owner] += one(kind)
        state.held[owner] += 1
        sort_in(state.excluded[owner], LARGEST_HAND - 1, ALL_KINDS & ~(1 << kind))
        state.lifts[lift] = state.laid_on[lift]
        for place in range(MAX_PLAYERS):
            if state.line[place] == owner + 1:
                leave_line(state, place)
                break
    else:
        state.false_calls[seat] += 1
    settle_lift(state, lift)


@rule
def step(state):
    if state.winner:
        return 0
    if state.line[0] and not wrong_cards_of(state, state.line[0] - 1):  # BB-17, BB-16
        state.winner = state.line[0]
        leave_line(state, 0)
        return WON
    if not state.by_hand:  # BB-19
        for seat in range(np.int64(state.players)):
            if room_to_draw(state, seat):
                take_top(state, seat)
                return DRAWN
    if not dead_end(state) or somebody_is_wrong(state):
        return 0
    if state.boards_left == 0:  # BB-14
        shuffle_boards(state)
        return SHUFFLED
    learn_from_dead_end(state)
    turn_up_board(state)  # BB-12
    return NEW_BOARD


@rule
def resample(state, seat):
    """Other hands, all piles and the order of the boards are dealt anew from what the seat has not seen.

    What everybody knows of a hand holds, and so does that the table saw no dead end; whether one waits for the
    call window only the table (seat −1) knows.
    """
    unseen = _NONE
    for other in range(np.int64(state.players)):
        first = other * _SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            unseen += one(state.pile[i])
        if other != seat:
            unseen += state.hand[other]
    waits = somebody_is_wrong(state)
    told = state.winner == 0 and state.line[0] == 0 and (seat < 0 or not waits)
    stuck = told and dead_end(state)
    fitting = 0
    for lift in range(LIFTS):
        fitting |= KINDS_THAT_FIT[state.lifts[lift]]
    _, rest = deal_hands(state, seat, unseen, fitting if stuck else 0, -1)
    if told and not stuck and dead_end(state):
        rest = deal_until_it_fits(state, seat, unseen, fitting)
    for other in range(np.int64(state.players)):
        first = other * _SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            state.pile[i] = pick(state, rest, 0)
            rest -= one(state.pile[i])
    sort_boards(state)
    shuffle(state, state.boards, state.boards_left)


@compiled
def sort_boards(state):
    left = 0
    for i in range(np.int64(state.boards_left)):
        left |= 1 << state.boards[i]
    for i in range(np.int64(state.boards_left)):
        state.boards[i] = lowest(left)
        left &= left - 1


@compiled
def pick(state, cards, excluded):
    """The kind of one of these cards by chance, each as likely as the other; -1 if all are excluded."""
    total = 0
    for kind in range(KINDS):
        if not excluded >> kind & 1:
            total += count_of(cards, kind)
    if total == 0:
        return -1
    number = draw(state, total)
    kind = -1
    while number >= 0:
        kind += 1
        if not excluded >> kind & 1:
            number -= count_of(cards, kind)
    return kind


@compiled
def deal_hands(state, seat, cards, also_excluded, done):
    """Deal all hands but the seat's own from these cards: whether it came out, and the cards that are left.

    The card that is known best comes first, so every deal that agrees with what is known is as likely as the other.
    `done` is a place (seat * LARGEST_HAND + card) that has its card already; -1 if there is none.
    """
    for other in range(np.int64(state.players)):
        if other != seat and other != done // LARGEST_HAND:
            state.hand[other] = _NONE
    dealt = 0  # how many cards of each hand, four bits a seat
    while True:
        best, known = -1, -1
        for other in range(np.int64(state.players)):
            i = dealt >> 4 * other & 15
            if other != seat and i < state.held[other] and np.int64(state.excluded[other, i]) > known:
                best, known = other, np.int64(state.excluded[other, i])
        if best < 0:
            return True, cards
        if best * LARGEST_HAND + (dealt >> 4 * best & 15) != done:
            kind = pick(state, cards, known | also_excluded)
            if kind < 0:
                return False, cards
            cards -= one(kind)
            state.hand[best] += one(kind)
        dealt += 1 << 4 * best


@compiled
def deal_until_it_fits(state, seat, cards, fitting):
    """Deal the other hands so that somebody can lay."""
    for _ in range(TRIES):
        _, rest = deal_hands(state, seat, cards, 0, -1)
        if not dead_end(state):
            return rest
    for other in range(np.int64(state.players)):
        for i in range(np.int64(state.held[other]) if other != seat else 0):
            for kind in range(KINDS):
                allowed = fitting & ~np.int64(state.excluded[other, i])
                if allowed >> kind & 1 and count_of(cards, kind) > 0:
                    state.hand[other] = one(kind)
                    came_out, rest = deal_hands(
                        state, seat, cards - one(kind), 0, other * LARGEST_HAND + i
                    )
                    if came_out:
                        return rest
    return rest


@rule
def sound(state):
    return sound_cards(state) and sound_middle(state) and sound_line(state)


@compiled
def sound_cards(state):
    """No card too many, nobody with more than the own share, every pile, hand and what is known of it in order."""
    share = _SHARE[state.players]
    cards = _NONE
    total = 0
    for seat in range(MAX_PLAYERS):
        playing = seat < state.players
        held, left = state.held[seat], state.left[seat]
        if not playing and (held or left):
            return False
        if held + left > share or held + wrong_cards_of(state, seat) > _LIMIT[state.players] + LIFTS:
            return False
        count = 0
        for kind in range(KINDS):
            count += count_of(state.hand[seat], kind)
        if count != held or state.hand[seat] >> np.uint64(LAYS) or not sound_knowledge(state, seat):
            return False
        cards += state.hand[seat]
        total += held + left
        for i in range(left, share if playing else 0):
            if state.pile[seat * share + i]:
                return False
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.left[seat])):
            if state.pile[seat * share + i] >= KINDS:
                return False
            cards += one(state.pile[seat * share + i])
    for lift in range(LIFTS):
        if state.laid_by[lift]:
            cards += one(state.lifts[lift])
            total += 1
    for kind in range(KINDS):
        if count_of(cards, kind) > _COPIES[kind]:
            return False
    for seat in range(MAX_PLAYERS):
        total += state.false_calls[seat]  # each was about another right card, which lies there for good
        if seat >= state.players and state.false_calls[seat]:
            return False
    return total <= DECK


@compiled
def sound_knowledge(state, seat):
    """What is known of a hand is true of it: with the best known card first, every card finds its place."""
    cards = state.hand[seat]
    for i in range(LARGEST_HAND):
        excluded = np.int64(state.excluded[seat, i])
        if i >= state.held[seat]:
            if excluded:
                return False
            continue
        if i > 0 and excluded > state.excluded[seat, i - 1]:
            return False
        if not sound_with_others(state, excluded):
            return False
        kind = 0
        while kind < KINDS and (excluded >> kind & 1 or count_of(cards, kind) == 0):
            kind += 1
        if kind == KINDS:
            return False
        cards -= one(kind)
    return True


@compiled
def sound_with_others(state, excluded):
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.held[seat])):
            other = np.int64(state.excluded[seat, i])
            both = excluded & other
            if both != excluded and both != other and (excluded | other) != ALL_KINDS:
                return False
    return True


@compiled
def sound_middle(state):
    """Lifts and boards."""
    for lift in range(LIFTS):
        if state.lifts[lift] >= KINDS or state.laid_on[lift] >= KINDS or state.laid_by[lift] > state.players:
            return False
        if (state.laid_on[lift] and not state.laid_by[lift]) or (state.laid_by[lift] and not state.honour):
            return False
    if state.boards_left >= len(_BOARDS):
        return False
    seen = 0
    for i in range(len(_BOARDS)):
        if i < state.boards_left:
            if state.boards[i] >= len(_BOARDS):
                return False
            seen |= 1 << state.boards[i]
        elif state.boards[i]:
            return False
    return popcount(seen) == state.boards_left


@compiled
def sound_line(state):
    """Whoever has no cards stands in line, once, or has won; nobody else does."""
    for seat in range(MAX_PLAYERS):
        times = 1 if state.winner == seat + 1 else 0
        for place in range(MAX_PLAYERS):
            if state.line[place] == seat + 1:
                times += 1
        without = seat < state.players and state.held[seat] + state.left[seat] == 0
        if times != (1 if without else 0):
            return False
    for place in range(1, MAX_PLAYERS):
        if state.line[place] and (not state.line[place - 1] or not state.honour):
            return False
    return state.honour != 0 or state.winner == 0 or state.line[0] == 0


@rule
def kind(state, action):
    """An index into KINDS: a number, a Stop, a Go, draw, halt, window."""
    if action < LAYS:
        return max(action // LIFTS - STOP + 1, 0)
    if action == DRAW:
        return 3
    return 5 if action == WINDOW else 4
