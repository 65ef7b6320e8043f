"""Dog: what a seat knows and what it can choose, as numbers for those who learn.

Seats are counted from one's own, and fields of the track from one's own start. A move is chosen in three parts: card,
piece, target.
"""

import numpy as np

from tafelrunde.games.dog import board, cards
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.batch.seats import relative
from tafelrunde.kernel.batch.spec import Encoding, Part
from tafelrunde.kernel.bits import lowest, popcount
from tafelrunde.kernel.compiled import compiled

SEATS, KINDS, TRACK, PIECES = dog.SEATS, dog.KINDS, dog.TRACK, dog.PIECES
PLACES = [
    "home",
    *(f"{steps} from the start" for steps in range(TRACK)),
    *(f"goal {number}" for number in range(1, PIECES + 1)),
]

SPEC = Encoding(
    observation=(
        Part("giving", 1, 1, "everybody gives a card to the partner"),
        Part("hand", KINDS, dog.DECK, "how many cards of each kind are in the own hand"),
        Part("put away", KINDS, dog.DECK, "how many of each kind were put away since the cards were shuffled"),
        Part("cards", SEATS, dog.LARGEST_HAND, "seat by seat: cards in hand"),
        Part("track", SEATS * TRACK, 1, "seat by seat: where its pieces are on the track"),
        Part("goal", SEATS * PIECES, 1, "seat by seat: where its pieces are in the goal"),
        Part("home", SEATS, PIECES, "seat by seat: pieces at home"),
        Part("protected", SEATS, 1, "seat by seat: a protected piece is on its start"),
        Part("turn", SEATS, 1, "whose turn it is; nobody's while cards are given"),
        Part("starter", SEATS, 1, "who begins the round"),
        Part("round", len(dog.DEALS), 1, "how many cards everybody got: " + ", ".join(map(str, dog.DEALS.tolist()))),
        Part("for partner", 1, 1, "one moves the partner's pieces"),
        Part("left", 1, dog.WHOLE_SEVEN, "what is left of a seven"),
        Part(
            "moved", TRACK + PIECES, 1, "where pieces are that took a part of the seven, on the track and in the goal"
        ),
        Part("has given", SEATS, 1, "seat by seat: has given a card in this round"),
        Part("gave", KINDS, 1, "the card that one gave, as long as the partner has not played it"),
        Part("got", KINDS, 1, "the card that the partner gave, once one has given, too"),
    ),
    choices=(
        [
            *(f"give {card}" for card in dog.CARDS),
            *dog.VALUES,
            *(f"joker as {value}" for value in dog.VALUES),
        ],
        PLACES,
        PLACES,
    ),
)


@compiled
def from_start(seat, field):
    """A field of the track, counted from the seat's start."""
    return (np.int64(field) - dog.START[seat]) & (TRACK - 1)


@dog.rule
def observe(state, seat, out):
    giving = state.phase == dog.GIVE
    out[0] = giving
    at = 1
    for kind in range(KINDS):
        out[at + kind] = state.hand[seat, kind]
        away = dog.COPIES[kind] - state.stock[kind]
        for other in range(SEATS):
            away -= state.hand[other, kind]
            if giving and state.given[other] == kind + 1:
                away -= 1
        out[at + KINDS + kind] = away
    at += 2 * KINDS
    at = observe_pieces(state, seat, out, at)
    if not giving:
        out[at + relative(seat, state.turn, SEATS)] = 1
    out[at + SEATS + relative(seat, state.starter, SEATS)] = 1
    at += 2 * SEATS
    out[at + (np.int64(state.round) + len(dog.DEALS) - 1) % len(dog.DEALS)] = 1
    at += len(dog.DEALS)
    out[at] = board.owner_of(state, seat) != seat
    out[at + 1] = state.left
    at += 2
    moved = state.moved
    while moved != 0:
        out[at + from_start(seat, lowest(moved))] = 1
        moved &= moved - np.uint64(1)
    for number in range(PIECES):
        out[at + TRACK + number] = state.moved_in >> number & 1
    observe_given(state, seat, out, at + TRACK + PIECES)


@compiled
def observe_pieces(state, seat, out, at):
    """How many cards everybody has, and where the pieces are."""
    track, goal = at + SEATS, at + SEATS + SEATS * TRACK
    home = goal + SEATS * PIECES
    for place in range(SEATS):
        other = (seat + place) & 3
        out[at + place] = state.cards[other]
        pieces = state.track[other]
        while pieces != 0:
            out[track + place * TRACK + from_start(seat, lowest(pieces))] = 1
            pieces &= pieces - np.uint64(1)
        for number in range(PIECES):
            out[goal + place * PIECES + number] = state.goal[other] >> number & 1
        out[home + place] = PIECES - popcount(state.track[other]) - popcount(state.goal[other])
        out[home + SEATS + place] = state.guarded >> other & 1
    return home + 2 * SEATS


@compiled
def observe_given(state, seat, out, at):
    """The cards that partners gave each other."""
    if state.phase == dog.GIVE:
        for place in range(SEATS):
            out[at + place] = state.given[(seat + place) & 3] != dog.NOTHING
    at += SEATS
    for place in (0, 2):
        giver = (seat + place) & 3
        if state.given[giver] != dog.NOTHING and cards.knows_given(state, seat, giver):
            out[at + place // 2 * KINDS + state.given[giver] - 1] = 1


@compiled
def place_from_start(seat, place):
    """A place, with fields of the track counted from the seat's start."""
    if place == dog.HOME or place >= dog.FIRST_GOAL:
        return np.int64(place)
    return 1 + from_start(seat, place - 1)


@dog.rule
def choice(state, seat, action, part):
    if action < dog.GIVES:
        return np.int64(action) if part == 0 else -1
    if part > 2:
        return -1
    joker, value, origin, target = board.parts_of(action)
    if part == 0:
        return np.int64(dog.GIVES + joker * dog.N_VALUES + value)
    return place_from_start(seat, origin if part == 1 else target)
