"""Dog: cards on their way, and who knows those that were given."""

import numpy as np

from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled, entry


@compiled
def hold(state, seat, card):
    """A card comes to a hand whose number of cards is known already."""
    state.hand[seat, card] += 1
    state.kinds[seat] |= 1 << card


@compiled
def receive(state, seat, card):
    hold(state, seat, card)
    state.cards[seat] += 1


@compiled
def take(state, seat, card):
    """A card leaves the hand."""
    state.hand[seat, card] -= 1
    state.cards[seat] -= 1
    if state.hand[seat, card] == 0:
        state.kinds[seat] &= ~(1 << card)


@compiled
def empty_hand(state, seat):
    for card in range(dog.KINDS):
        state.hand[seat, card] = 0
    state.cards[seat] = 0
    state.kinds[seat] = 0


@compiled
def fill_stock(state):
    """All cards of the deck lie in the stock (DG-03)."""
    state.stocked = dog.DECK
    for card in range(dog.KINDS):
        state.stock[card] = dog.COPIES[card]


@compiled
def draw_card(state):
    """A card from the stock by chance. All kinds are counted: that is quicker than to guess where to stop."""
    number = draw(state, state.stocked)
    state.stocked -= 1
    card, before = 0, np.int64(0)
    for kind in range(dog.KINDS - 1):
        before += state.stock[kind]
        card += number >= before
    state.stock[card] -= 1
    return card


@compiled
def missing(state, seat):
    """How many cards the hand still lacks."""
    count = np.int64(state.cards[seat])
    for card in range(dog.KINDS):
        count -= state.hand[seat, card]
    return count


@entry
def known_givers(seat, phase, given):
    """The givers whose card a seat knows, as bits: itself, and the partner once it has given too (DG-06)."""
    if phase == dog.PLAY or given != dog.NOTHING:
        return 1 << seat | 1 << (seat ^ 2)
    return 1 << seat


@compiled
def knows_given(state, seat, giver):
    """Whether the seat (-1: an onlooker) knows what the giver gave."""
    return seat >= 0 and (known_givers(seat, state.phase, state.given[seat]) >> giver) & 1 != 0
