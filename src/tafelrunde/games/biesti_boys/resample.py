"""Biesti Boys: what a seat cannot know is drawn anew, in agreement with what everybody knows (knowledge.py)."""

import numpy as np

from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.chance import draw, shuffle
from tafelrunde.kernel.compiled import compiled

TRIES = 64
"""How often hands are dealt again before a card that fits is put into one on purpose."""
PLACES = biesti.MAX_PLAYERS * biesti.LARGEST_HAND


@biesti.rule
def resample(state, seat):
    """Deal other hands, all piles and the order of the boards anew from what the seat has not seen.

    What everybody knows of a hand holds, and so does that the table saw no dead end; whether one waits for the call
    window only the table itself (seat −1) knows. While a hand could still be filled up there is none.
    """
    waiting_is_known = state.line[0] == 0 and (seat < 0 or not biesti.somebody_is_wrong(state))
    told = state.winner == 0 and (waiting_is_known or biesti.fullest_with_room(state) >= 0)
    stuck = told and biesti.dead_end(state)
    cards = deal_hands(state, seat, unseen_by(state, seat), told, stuck)
    for other in range(np.int64(state.players)):
        first = other * biesti.SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            kind = pick(state, cards, 0)
            cards -= biesti.one(kind)
            state.pile[i] = kind
    sort_boards(state)
    shuffle(state, state.boards, state.boards_left)


@compiled
def unseen_by(state, seat):
    cards = biesti.NONE
    for other in range(np.int64(state.players)):
        first = other * biesti.SHARE[state.players]
        for i in range(first, first + np.int64(state.left[other])):
            cards += biesti.one(state.pile[i])
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
    for kind in range(biesti.KINDS):
        if not excluded >> kind & 1:
            total += biesti.count_of(cards, kind)
    if total == 0:
        return -1
    number = draw(state, total)
    kind = -1
    while number >= 0:
        kind += 1
        if not excluded >> kind & 1:
            number -= biesti.count_of(cards, kind)
    return kind


@compiled
def deal_hands(state, seat, cards, told, stuck):
    """Deal all hands but the seat's own from these cards, and return those that are left.

    If it is told whether the table is stuck, the hands agree with it. After many tries every place in a hand gets
    every card that fits, one after the other; one of these deals comes out.
    """
    fitting = biesti.kinds_that_fit(state)
    rest = cards
    for attempt in range(TRIES + PLACES * biesti.KINDS):
        place, kind = -1, 0
        if attempt >= TRIES:
            place, kind = (attempt - TRIES) // biesti.KINDS, (attempt - TRIES) % biesti.KINDS
            if not fits_there(state, seat, place, kind, fitting) or biesti.count_of(cards, kind) == 0:
                continue
        came_out, rest = deal_once(state, seat, cards, fitting if stuck else 0, place, kind)
        if came_out and (not told or biesti.dead_end(state) == stuck):
            break
    return rest


@compiled
def fits_there(state, seat, place, kind, fitting):
    """Whether this place in another hand may hold the kind, and the kind fits on a lift."""
    other, i = place // biesti.LARGEST_HAND, place % biesti.LARGEST_HAND
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
            state.hand[other] = biesti.NONE
    if place >= 0:
        state.hand[place // biesti.LARGEST_HAND] = biesti.one(kind)
        cards -= biesti.one(kind)
    dealt = 0  # how many cards of each hand, four bits a seat
    while True:
        best, known = -1, np.int64(-1)
        for other in range(np.int64(state.players)):
            i = dealt >> 4 * other & 15
            if other != seat and i < state.held[other] and np.int64(state.excluded[other, i]) > known:
                best, known = other, np.int64(state.excluded[other, i])
        if best < 0:
            return True, cards
        if best * biesti.LARGEST_HAND + (dealt >> 4 * best & 15) != place:
            found = pick(state, cards, known | also_excluded)
            if found < 0:
                return False, cards
            cards -= biesti.one(found)
            state.hand[best] += biesti.one(found)
        dealt += 1 << 4 * best
