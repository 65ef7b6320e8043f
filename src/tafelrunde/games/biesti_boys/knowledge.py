"""Biesti Boys: what everybody knows of the hands, and other cards that agree with it.

For each card in hand the state has the set of kinds that it cannot be. A dead end adds the same kinds to every set, a
card that came back is known entirely, a card just drawn not at all. So of two sets one contains the other, or together
they leave no kind. A set that contains another one is the larger number and stands before it.
"""

import numpy as np

from tafelrunde.games.biesti_boys.state import (
    NONE,
    SHARE,
    count_of,
    dead_end,
    fullest_with_room,
    kinds_that_fit,
    one,
    somebody_is_wrong,
)
from tafelrunde.games.biesti_boys.tables import KINDS, LARGEST_HAND, MAX_PLAYERS
from tafelrunde.kernel.chance import draw, shuffle
from tafelrunde.kernel.compiled import compiled

TRIES = 64
"""How often hands are dealt again before a card that fits is put into one on purpose."""
PLACES = MAX_PLAYERS * LARGEST_HAND


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
def learn_that_nobody_can_lay(state):
    """Everybody sees by what the table does that no card in any hand is right on the lifts."""
    fitting = kinds_that_fit(state)
    for seat in range(np.int64(state.players)):
        known = state.excluded[seat]
        for i in range(np.int64(state.held[seat])):
            sort_in(known, i, known[i] | fitting)


@compiled
def redeal(state, seat):
    """Deal other hands, all piles and the order of the boards anew from what the seat has not seen.

    What everybody knows of a hand holds, and so does that the table saw no dead end; whether one waits for the call
    window only the table itself (seat −1) knows. While a hand could still be filled up there is none.
    """
    waiting_is_known = state.line[0] == 0 and (seat < 0 or not somebody_is_wrong(state))
    told = state.winner == 0 and (waiting_is_known or fullest_with_room(state) >= 0)
    stuck = told and dead_end(state)
    cards = deal_hands(state, seat, unseen_by(state, seat), told, stuck)
    for other in range(np.int64(state.players)):
        first = other * SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            kind = pick(state, cards, 0)
            cards -= one(kind)
            state.pile[i] = kind
    sort_boards(state)
    shuffle(state, state.boards, state.boards_left)


@compiled
def unseen_by(state, seat):
    cards = NONE
    for other in range(np.int64(state.players)):
        first = other * SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            cards += one(state.pile[i])
        if other != seat:
            cards += state.hand[other]
    return cards


@compiled
def sort_boards(state):
    for end in range(1, np.int64(state.boards_left)):
        for i in range(end, 0, -1):
            if state.boards[i - 1] > state.boards[i]:
                state.boards[i - 1], state.boards[i] = state.boards[i], state.boards[i - 1]


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
def deal_hands(state, seat, cards, told, stuck):
    """Deal all hands but the seat's own from these cards, and return those that are left.

    If it is told whether the table is stuck, the hands agree with it. After many tries every place in a hand gets
    every card that fits, one after the other; one of these deals comes out.
    """
    fitting = kinds_that_fit(state)
    rest = cards
    for attempt in range(TRIES + PLACES * KINDS):
        place, kind = -1, 0
        if attempt >= TRIES:
            place, kind = (attempt - TRIES) // KINDS, (attempt - TRIES) % KINDS
            if not fits_there(state, seat, place, kind, fitting) or count_of(cards, kind) == 0:
                continue
        came_out, rest = deal_once(state, seat, cards, fitting if stuck else 0, place, kind)
        if came_out and (not told or dead_end(state) == stuck):
            break
    return rest


@compiled
def fits_there(state, seat, place, kind, fitting):
    """Whether this place in another hand may hold the kind, and the kind fits on a lift."""
    other, i = place // LARGEST_HAND, place % LARGEST_HAND
    if other == seat or i >= state.held[other]:
        return False
    return fitting & ~np.int64(state.excluded[other, i]) & 1 << kind != 0


@compiled
def deal_once(state, seat, cards, also_excluded, place, kind):
    """One deal: whether it came out, and the cards that are left. The place (-1: none) gets the kind.

    The card that is known best comes first, so that all deals that agree with what is known are equally likely.
    """
    for other in range(np.int64(state.players)):
        if other != seat:
            state.hand[other] = NONE
    if place >= 0:
        state.hand[place // LARGEST_HAND] = one(kind)
        cards -= one(kind)
    dealt = 0  # how many cards of each hand, four bits a seat
    while True:
        best, known = -1, np.int64(-1)
        for other in range(np.int64(state.players)):
            i = dealt >> 4 * other & 15
            if other != seat and i < state.held[other] and np.int64(state.excluded[other, i]) > known:
                best, known = other, np.int64(state.excluded[other, i])
        if best < 0:
            return True, cards
        if best * LARGEST_HAND + (dealt >> 4 * best & 15) != place:
            found = pick(state, cards, known | also_excluded)
            if found < 0:
                return False, cards
            cards -= one(found)
            state.hand[best] += one(found)
        dealt += 1 << 4 * best
