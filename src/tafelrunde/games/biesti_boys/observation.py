"""Biesti Boys: what a seat knows and what it can choose, as numbers for those who learn."""

import numpy as np

from tafelrunde.games.biesti_boys import resample
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.batch.seats import relative
from tafelrunde.kernel.batch.spec import Encoding, Part
from tafelrunde.kernel.compiled import compiled

SEATS, LIFTS, KINDS = biesti.MAX_PLAYERS, biesti.LIFTS, biesti.KINDS
BOARDS = len(biesti.BOARDS)
PACKED = np.array([biesti.packed(board) for board in biesti.BOARDS])
MOST = 255

SPEC = Encoding(
    observation=(
        Part("by hand", 1, 1, "drawing is a move"),
        Part("honour", 1, 1, "there is no referee: wrong cards lie until they are called"),
        Part("players", 1, SEATS, "how many play"),
        Part("hand", KINDS, biesti.DECK, "how many cards of each kind are in the own hand"),
        Part("unseen", KINDS, biesti.DECK, "how many of each kind are in piles and in the hands of others"),
        Part("lifts", LIFTS * KINDS, 1, "lift by lift: what it shows"),
        Part("held", SEATS, biesti.LARGEST_HAND, "seat by seat: cards in hand"),
        Part("left", SEATS, biesti.DECK, "seat by seat: cards in the pile"),
        Part(
            "excluded", SEATS * KINDS, biesti.LARGEST_HAND, "seat by seat: cards that everybody knows are not of a kind"
        ),
        Part("boards", BOARDS, 1, "the boards that are still face down"),
        Part("laid by", LIFTS * SEATS, 1, "lift by lift: who laid the top card, while it can be called"),
        Part("laid on", LIFTS * KINDS, 1, "lift by lift: what lies beneath such a card"),
        Part("line", SEATS * SEATS, 1, "seat by seat: its place in the line of those without cards"),
        Part("false calls", SEATS, MOST, "seat by seat: right cards that were called"),
    ),
    choices=(
        [
            *(f"lay {card} {lift}" for card in biesti.CARDS for lift in range(1, LIFTS + 1)),
            "draw",
            *(f"halt {lift}" for lift in range(1, LIFTS + 1)),
        ],
    ),
)


@biesti.rule
def observe(state, seat, out):
    out[0] = state.by_hand
    out[1] = state.honour
    out[2] = state.players
    at = 3
    unseen = resample.unseen_by(state, seat)
    for kind in range(KINDS):
        out[at + kind] = biesti.count_of(state.hand[seat], kind)
        out[at + KINDS + kind] = biesti.count_of(unseen, kind)
    at += 2 * KINDS
    for lift in range(LIFTS):
        out[at + lift * KINDS + state.lifts[lift]] = 1
    at += LIFTS * KINDS
    observe_hands(state, seat, out, at)
    at += 2 * SEATS + SEATS * KINDS
    for i in range(np.int64(state.boards_left)):
        for board in range(BOARDS):
            if PACKED[board] == state.boards[i]:
                out[at + board] = 1
    observe_claims(state, seat, out, at + BOARDS)


@compiled
def observe_hands(state, seat, out, at):
    """Cards of everybody, and what everybody knows of them."""
    players = np.int64(state.players)
    for other in range(players):
        place = relative(seat, other, players)
        out[at + place] = state.held[other]
        out[at + SEATS + place] = state.left[other]
        for i in range(np.int64(state.held[other])):
            excluded = np.int64(state.excluded[other, i])
            if excluded == 0:
                break
            for kind in range(KINDS):
                out[at + 2 * SEATS + place * KINDS + kind] += excluded >> kind & 1


@compiled
def observe_claims(state, seat, out, at):
    """Cards that can be called, those in line, and false calls."""
    players = np.int64(state.players)
    for lift in range(LIFTS):
        if state.laid_by[lift] != 0:
            out[at + lift * SEATS + relative(seat, state.laid_by[lift] - 1, players)] = 1
            out[at + LIFTS * SEATS + lift * KINDS + state.laid_on[lift]] = 1
    at += LIFTS * SEATS + LIFTS * KINDS
    for i in range(SEATS):
        if state.line[i] != 0:
            out[at + relative(seat, state.line[i] - 1, players) * SEATS + i] = 1
    for other in range(players):
        out[at + SEATS * SEATS + relative(seat, other, players)] = min(np.int64(state.false_calls[other]), MOST)


@biesti.rule
def choice(state, seat, action, part):
    return action if part == 0 else -1
