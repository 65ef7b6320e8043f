"""Biesti Boys: can this position be."""

import numpy as np

from tafelrunde.games.biesti_boys import knowledge
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.compiled import compiled, entry

_BOARDS = len(biesti.BOARDS)
_COPIES = np.array(biesti.COPIES)


@biesti.rule
def sound(state):
    return sound_cards(state) and sound_false_calls(state) and sound_middle(state) and sound_line(state)


@compiled
def sound_cards(state):
    """No card too many, nobody with more than their share, piles, hands and what is known about them in order."""
    share = biesti.SHARE[state.players]
    found = biesti.NONE
    total = 0
    for seat in range(biesti.MAX_PLAYERS):
        playing = seat < state.players
        held, left = state.held[seat], state.left[seat]
        if not playing and (held or left):
            return False
        largest = biesti.LIMIT[state.players] + (biesti.LIFTS if state.honour else 0)
        if held + left > share or held + biesti.wrong_cards_of(state, seat) > largest:
            return False
        count = 0
        for kind in range(biesti.KINDS):
            count += biesti.count_of(state.hand[seat], kind)
        if count != held or state.hand[seat] >> np.uint64(biesti.LAYS) or not known_is_true(state, seat):
            return False
        found += state.hand[seat]
        total += held + left
        for i in range(left, share if playing else 0):
            if state.pile[seat * share + i]:
                return False
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.left[seat])):
            if state.pile[seat * share + i] >= biesti.KINDS:
                return False
            found += biesti.one(state.pile[seat * share + i])
    for lift in range(biesti.LIFTS):
        if state.laid_by[lift]:
            found += biesti.one(state.lifts[lift])
            total += 1
    for kind in range(biesti.KINDS):
        if biesti.count_of(found, kind) > _COPIES[kind]:
            return False
    return total <= biesti.DECK


@compiled
def sound_false_calls(state):
    for seat in range(biesti.MAX_PLAYERS):
        if state.false_calls[seat] and not may_have_called_in_vain(state, seat):
            return False
    return True


@compiled
def may_have_called_in_vain(state, seat):
    """Such a call was about another player's right card, which has left that player's share for good."""
    return state.honour != 0 and seat < state.players and others_were_right(state, seat)


@entry
def in_vain(states, seat):
    """The same, for Python."""
    return may_have_called_in_vain(states[0], seat)


@compiled
def others_were_right(state, seat):
    """Whether another seat has laid a card that is right, or counts as if it were."""
    for other in range(np.int64(state.players)):
        own = state.held[other] + state.left[other] + biesti.wrong_cards_of(state, other)
        if other != seat and own < biesti.SHARE[state.players]:
            return True
    return False


@compiled
def known_is_true(state, seat):
    """What is known of a hand is true of it: with the best known card first, every card finds its place."""
    cards = state.hand[seat]
    for i in range(biesti.LARGEST_HAND):
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
        while kind < biesti.KINDS and (excluded >> kind & 1 or biesti.count_of(cards, kind) == 0):
            kind += 1
        if kind == biesti.KINDS:
            return False
        cards -= biesti.one(kind)
    return True


@compiled
def agrees_with_others(state, excluded):
    for seat in range(np.int64(state.players)):
        for i in range(np.int64(state.held[seat])):
            if not knowledge.agree(excluded, np.int64(state.excluded[seat, i])):
                return False
    return True


@compiled
def sound_middle(state):
    """Lifts and boards."""
    for lift in range(biesti.LIFTS):
        if (
            state.lifts[lift] >= biesti.KINDS
            or state.laid_on[lift] >= biesti.KINDS
            or state.laid_by[lift] > state.players
        ):
            return False
        if (state.laid_on[lift] and not state.laid_by[lift]) or (state.laid_by[lift] and not state.honour):
            return False
    if state.boards_left >= _BOARDS:
        return False
    for i in range(_BOARDS):
        for lift in range(biesti.LIFTS):
            kind = (state.boards[i] >> (4 * lift)) & 15
            if kind >= biesti.KINDS or (kind and i >= state.boards_left):
                return False
    return True


@compiled
def sound_line(state):
    """Whoever has no cards stands in line, once, or has won; nobody else does."""
    for seat in range(biesti.MAX_PLAYERS):
        times = 1 if state.winner == seat + 1 else 0
        for place in range(biesti.MAX_PLAYERS):
            if state.line[place] == seat + 1:
                times += 1
        without = seat < state.players and state.held[seat] + state.left[seat] == 0
        if times != (1 if without else 0):
            return False
    for place in range(1, biesti.MAX_PLAYERS):
        if state.line[place] and (not state.line[place - 1] or not state.honour):
            return False
    return state.honour != 0 or state.winner == 0 or state.line[0] == 0
