"""Dog: cards on their way, and what a seat cannot know of them."""

import numpy as np

from tafelrunde.games.dog.board import can_play
from tafelrunde.games.dog.tables import COPIES, DEALS, DECK, GIVE, KINDS, NOTHING, PLAY, SEATS
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled

WORLDS = 16
"""How many hands are drawn for the seat on turn before one that can be played is made up."""


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
    for card in range(KINDS):
        state.hand[seat, card] = 0
    state.cards[seat] = 0
    state.kinds[seat] = 0


@compiled
def pass_turn(state, seat):
    """The next seat with cards is on turn; with no cards left anywhere it is simply the next."""
    state.turn = (seat + 1) & 3
    for i in range(1, SEATS + 1):
        if state.cards[(seat + i) & 3] != 0:
            state.turn = (seat + i) & 3
            return


@compiled
def fill_stock(state):
    """All cards of the deck lie in the stock (DG-03)."""
    state.stocked = DECK
    for card in range(KINDS):
        state.stock[card] = COPIES[card]


@compiled
def draw_card(state):
    """A card from the stock by chance. All kinds are counted: that is quicker than to guess where to stop."""
    number = draw(state, state.stocked)
    state.stocked -= 1
    card, before = 0, np.int64(0)
    for kind in range(KINDS - 1):
        before += state.stock[kind]
        card += number >= before
    state.stock[card] -= 1
    return card


@compiled
def unhold(state, seat, keep):
    """The hand goes back into the stock, but for one card of the kind to keep; how many it holds is not forgotten."""
    for card in range(KINDS):
        state.stock[card] += state.hand[seat, card]
        state.stocked += state.hand[seat, card]
        state.hand[seat, card] = 0
    state.kinds[seat] = 0
    if keep >= 0:
        hold_from_stock(state, seat, keep)


@compiled
def hold_from_stock(state, seat, card):
    state.stock[card] -= 1
    state.stocked -= 1
    hold(state, seat, card)


@compiled
def missing(state, seat):
    """How many cards the hand still lacks."""
    count = np.int64(state.cards[seat])
    for card in range(KINDS):
        count -= state.hand[seat, card]
    return count


@compiled
def fill_hand(state, seat):
    for _ in range(missing(state, seat)):
        hold(state, seat, draw_card(state))


@compiled
def fill_playable(state, seat, keep):
    """A hand that can be played: drawn again and again, then made up around one card that fits."""
    fitting, count = 0, 0
    for card in range(KINDS):
        if can_play(state, seat, 1 << card):
            fitting |= 1 << card
            count += state.stock[card]
    for _ in range(WORLDS):
        fill_hand(state, seat)
        if state.kinds[seat] & fitting != 0:
            return
        unhold(state, seat, keep)
    if count == 0 or missing(state, seat) == 0:
        return
    number = draw(state, count)
    for card in range(KINDS):
        if (fitting >> card) & 1:
            if number < state.stock[card]:
                hold_from_stock(state, seat, card)
                return
            number -= state.stock[card]


@compiled
def knows_given(state, seat, other):
    """Whether the seat knows what the other one gave: its own card, and the partner's after giving (DG-06)."""
    if seat < 0 or other & 1 != seat & 1:
        return False
    return other == seat or state.phase == PLAY or state.given[seat] != NOTHING


@compiled
def redraw_given(state, seat):
    """A sealed card is any; later it may be any that the partner holds, or one that was played long ago."""
    if state.phase == GIVE:
        if state.given[seat] != NOTHING:
            state.given[seat] = 1 + draw_card(state)
        return
    holder = seat ^ 2
    held = np.int64(state.cards[holder])
    state.given[seat] = NOTHING
    number = draw(state, max(held, DEALS[(state.round - 1) % len(DEALS)]))
    for card in range(KINDS):
        if number < 0:
            break
        if number < state.hand[holder, card]:
            state.given[seat] = card + 1
        number -= state.hand[holder, card]
