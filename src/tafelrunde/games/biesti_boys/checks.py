"""Biesti Boys: whether a state is sound."""

import numpy as np

from tafelrunde.games.biesti_boys import tables
from tafelrunde.games.biesti_boys.state import LIMIT, NONE, SHARE, count_of, one, wrong_cards_of
from tafelrunde.games.biesti_boys.tables import ALL_KINDS, DECK, KINDS, LARGEST_HAND, LAYS, LIFTS, MAX_PLAYERS
from tafelrunde.kernel.compiled import compiled

_BOARDS = len(tables.BOARDS)
_COPIES = np.array(tables.COPIES)


@compiled
def cards(state):
    """No card too many, nobody with more than the own share, every pile, hand and what is known of it in order."""
    share = SHARE[state.players]
    found = NONE
    total = 0
    for seat in range(MAX_PLAYERS):
        playing = seat < state.players
        held, left = state.held[seat], state.left[seat]
        if not playing and (held or left):
            return False
        largest = LIMIT[state.players] + (LIFTS if state.honour else 0)
        if held + left > share or held + wrong_cards_of(state, seat) > largest:
            return False
        count = 0
        for kind in range(KINDS):
            count += count_of(state.hand[seat], kind)
        if count != held or state.hand[seat] >> np.uint64(LAYS) or not known_is_true(state, seat):
            return False
        found += state.hand[seat]
        total += held + left
        for i in range(left, share if playing else 0):
            if state.pile[seat * share + i]:
                return False
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.left[seat])):
            if state.pile[seat * share + i] >= KINDS:
                return False
            found += one(state.pile[seat * share + i])
    for lift in range(LIFTS):
        if state.laid_by[lift]:
            found += one(state.lifts[lift])
            total += 1
    for kind in range(KINDS):
        if count_of(found, kind) > _COPIES[kind]:
            return False
    return total <= DECK


@compiled
def false_calls(state):
    """Each was about another player's right card, which has left that player's share for good."""
    for seat in range(MAX_PLAYERS):
        if state.false_calls[seat] and not (state.honour and seat < state.players and others_were_right(state, seat)):
            return False
    return True


@compiled
def others_were_right(state, seat):
    """Whether another seat has laid a card that is right, or counts as if it were."""
    for other in range(np.int64(state.players)):
        own = state.held[other] + state.left[other] + wrong_cards_of(state, other)
        if other != seat and own < SHARE[state.players]:
            return True
    return False


@compiled
def known_is_true(state, seat):
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
        if not agrees_with_others(state, excluded):
            return False
        kind = 0
        while kind < KINDS and (excluded >> kind & 1 or count_of(cards, kind) == 0):
            kind += 1
        if kind == KINDS:
            return False
        cards -= one(kind)
    return True


@compiled
def agrees_with_others(state, excluded):
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.held[seat])):
            other = np.int64(state.excluded[seat, i])
            both = excluded & other
            if both != excluded and both != other and (excluded | other) != ALL_KINDS:
                return False
    return True


@compiled
def middle(state):
    """Lifts and boards."""
    for lift in range(LIFTS):
        if state.lifts[lift] >= KINDS or state.laid_on[lift] >= KINDS or state.laid_by[lift] > state.players:
            return False
        if (state.laid_on[lift] and not state.laid_by[lift]) or (state.laid_by[lift] and not state.honour):
            return False
    if state.boards_left >= _BOARDS:
        return False
    for i in range(_BOARDS):
        for lift in range(LIFTS):
            kind = (state.boards[i] >> (4 * lift)) & 15
            if kind >= KINDS or (kind and i >= state.boards_left):
                return False
    return True


@compiled
def line(state):
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
