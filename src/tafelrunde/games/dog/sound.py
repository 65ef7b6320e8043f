"""Dog: can this position be."""

import numpy as np

from tafelrunde.games.dog import board, cards
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import bit
from tafelrunde.kernel.compiled import compiled


@dog.rule
def sound(state):
    return sound_board(state) and sound_cards(state) and sound_turn(state)


@compiled
def sound_board(state):
    """At most four pieces a seat, no two on a field, protected ones only on their start, one winner at most."""
    taken = np.uint64(0)
    for seat in range(dog.SEATS):
        track = state.track[seat]
        if state.goal[seat] > dog.FULL or taken & track != 0 or board.at_home(state, seat) < 0:
            return False
        taken |= track
        if (state.guarded >> seat) & 1 and track & bit(dog.START[seat]) == 0:
            return False
    everybody_in = state.goal[0] & state.goal[1] & state.goal[2] & state.goal[3] == dog.FULL
    return state.guarded >> dog.SEATS == 0 and not everybody_in


@compiled
def sound_cards(state):
    stocked = 0
    for card in range(dog.KINDS):
        count = np.int64(state.stock[card])
        stocked += state.stock[card]
        for seat in range(dog.SEATS):
            count += state.hand[seat, card]
            if (state.hand[seat, card] != 0) != ((state.kinds[seat] >> card) & 1 != 0):
                return False
            if state.phase == dog.GIVE and state.given[seat] == card + 1:
                count += 1
        if count > dog.COPIES[card]:
            return False
    for seat in range(dog.SEATS):
        given = np.int64(state.given[seat])
        sealed = 1 if state.phase == dog.GIVE and given != dog.NOTHING else 0
        if given > dog.KINDS or cards.missing(state, seat) != 0 or state.cards[seat] + sealed > dog.LARGEST_HAND:
            return False
        if state.phase == dog.PLAY and given != dog.NOTHING and state.hand[seat ^ 2, given - 1] == 0:
            return False
    return stocked == state.stocked


@compiled
def sound_turn(state):
    if state.phase > dog.PLAY or state.turn >= dog.SEATS or state.starter >= dog.SEATS or state.left >= dog.WHOLE_SEVEN:
        return False
    if state.phase == dog.GIVE and (state.turn != state.starter or state.left != 0):
        return False
    if state.left == 0:
        return state.moved == 0 and state.moved_in == 0
    owner = board.owner_of(state, state.turn)
    if state.moved & ~state.track[owner] != 0 or state.moved_in & ~state.goal[owner] != 0:
        return False
    return not verbs.over(state)
