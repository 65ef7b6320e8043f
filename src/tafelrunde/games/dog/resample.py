"""Dog: what a seat cannot know is drawn anew."""

import numpy as np

from tafelrunde.games.dog import cards, movement
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel import verbs
from tafelrunde.kernel.chance import draw
from tafelrunde.kernel.compiled import compiled

WORLDS = 16
"""How many hands are drawn for the seat on turn before one that can be played is made up."""


@dog.rule
def resample(state, seat):
    """All unseen cards are drawn anew: other hands, sealed cards and the stock.

    A seat knows what it gave and got, and everybody knows that the seat on turn can play (DG-08).
    """
    sent = state.given[seat] - 1 if seat >= 0 and state.phase == dog.PLAY else -1
    for other in range(dog.SEATS):
        if other != seat:
            unhold(state, other, np.int64(-1))
        if state.phase == dog.GIVE and state.given[other] != dog.NOTHING and not cards.knows_given(state, seat, other):
            state.stock[state.given[other] - 1] += 1
            state.stocked += 1
    if sent >= 0:
        hold_from_stock(state, seat ^ 2, sent)
    turn = np.int64(state.turn)
    if state.phase == dog.PLAY and state.left == 0 and seat != turn and not verbs.over(state):
        fill_playable(state, turn, sent if turn == seat ^ 2 else -1)
    for other in range(dog.SEATS):
        fill_hand(state, other)
    for other in range(dog.SEATS):
        if not cards.knows_given(state, seat, other):
            redraw_given(state, other)


@compiled
def unhold(state, seat, keep):
    """The hand goes back into the stock, but for one card of the kind to keep; how many it holds is not forgotten."""
    for card in range(dog.KINDS):
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
    cards.hold(state, seat, card)


@compiled
def fill_hand(state, seat):
    for _ in range(cards.missing(state, seat)):
        cards.hold(state, seat, cards.draw_card(state))


@compiled
def fill_playable(state, seat, keep):
    """A hand that can be played: drawn again and again, then made up around one card that fits."""
    fitting, count = 0, 0
    for card in range(dog.KINDS):
        if movement.can_play(state, seat, 1 << card):
            fitting |= 1 << card
            count += state.stock[card]
    for _ in range(WORLDS):
        fill_hand(state, seat)
        if state.kinds[seat] & fitting != 0:
            return
        unhold(state, seat, keep)
    if count == 0 or cards.missing(state, seat) == 0:
        return
    number = draw(state, count)
    for card in range(dog.KINDS):
        if (fitting >> card) & 1:
            if number < state.stock[card]:
                hold_from_stock(state, seat, card)
                return
            number -= state.stock[card]


@compiled
def redraw_given(state, seat):
    """A sealed card is any; later it may be any that the partner holds, or one that was played long ago."""
    if state.phase == dog.GIVE:
        if state.given[seat] != dog.NOTHING:
            state.given[seat] = 1 + cards.draw_card(state)
        return
    holder = seat ^ 2
    held = np.int64(state.cards[holder])
    state.given[seat] = dog.NOTHING
    number = draw(state, max(held, dog.DEALS[(state.round - 1) % len(dog.DEALS)]))
    for card in range(dog.KINDS):
        if number < 0:
            break
        if number < state.hand[holder, card]:
            state.given[seat] = card + 1
        number -= state.hand[holder, card]
