"""Biberbande: what a seat knows and what it can choose, as numbers for those who learn."""

import numpy as np

from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.batch.seats import relative
from tafelrunde.kernel.batch.spec import Encoding, Part
from tafelrunde.kernel.compiled import compiled

SEATS, SLOTS, KINDS = biber.SEATS, biber.SLOTS, biber.KINDS
PHASES = biber.DEALING + 1
MOST = 255

SPEC = Encoding(
    observation=(
        Part("players", 1, SEATS, "how many play"),
        Part("phase", PHASES, 1, "look, turn, drawn, end, over, shown, dealing"),
        Part("rows", SEATS * SLOTS * KINDS, 1, "seat by seat, slot by slot: the card, if one knows it"),
        Part("number", SEATS * SLOTS, 1, "slot by slot: everybody knows that it is a number"),
        Part("owner knows", SEATS * SLOTS, 1, "slot by slot: whose card it is knows it"),
        Part("others know", SEATS * SLOTS, SEATS, "slot by slot: how many others know it"),
        Part("drawn", KINDS, 1, "the card that one has drawn"),
        Part("top", KINDS, 1, "the top card of the discard pile"),
        Part("discard", KINDS, biber.CARDS, "how many of each kind are in the discard pile"),
        Part("unseen", KINDS, biber.CARDS, "how many of each kind may be in the stock or in a row one does not know"),
        Part("stock", 1, biber.CARDS, "how many cards the stock has"),
        Part("turn", SEATS, 1, "whose turn it is"),
        Part("dealer", SEATS, 1, "who dealt"),
        Part("knocker", SEATS, 1, "who has knocked"),
        Part("ready", SEATS, 1, "seat by seat: has looked at the first two cards"),
        Part("turns", SEATS, MOST, "seat by seat: how many turns it had in this round"),
        Part("points", SEATS, MOST, "seat by seat: points so far"),
        Part("round", 1, SEATS, "the number of the round"),
        Part("rounds", 1, SEATS, "how many rounds there are"),
        Part("twos", 2, biber.COPIES[biber.DRAW_TWO - 1], "cards still to be drawn; draw-twos in use"),
    ),
    choices=(
        [
            "ready",
            *(f"take {slot}" for slot in range(1, SLOTS + 1)),
            "draw",
            "discard",
            *(f"swap {slot}" for slot in range(1, SLOTS + 1)),
            *(
                f"trade {own} +{seat}:{slot}"
                for own in range(1, SLOTS + 1)
                for seat in range(SEATS + 1)
                for slot in range(1, SLOTS + 1)
            ),
            *(f"spy {slot}" for slot in range(1, SLOTS + 1)),
            "two",
            "knock",
            "done",
        ],
    ),
)


@biber.rule
def observe(state, seat, out):
    players = np.int64(state.players)
    out[0] = players
    out[1 + state.phase] = 1
    at = 1 + PHASES
    unseen = at + (KINDS + 3) * SEATS * SLOTS + 3 * KINDS
    observe_rows(state, seat, out, at, unseen)
    at += (KINDS + 3) * SEATS * SLOTS
    if state.drawn != 0:
        if seat == state.turn:
            out[at + state.drawn - 1] = 1
        else:
            out[unseen + state.drawn - 1] += 1
    if state.discards > 0:
        out[at + KINDS + state.discard[state.discards - 1] - 1] = 1
    for i in range(np.int64(state.discards)):
        out[at + 2 * KINDS + state.discard[i] - 1] += 1
    for kind in range(KINDS):  # a heap has a byte for each kind
        out[unseen + kind] += state.pool[kind >> 3] >> np.uint64(8 * (kind & 7)) & np.uint64(255)
    for i in range(np.int64(state.settled)):
        out[unseen + state.stock[i] - 1] += 1
    observe_course(state, seat, out, unseen + KINDS)


@compiled
def observe_rows(state, seat, out, at, unseen):
    """The cards in front of everybody, and who knows them; what one does not know counts as unseen."""
    players = np.int64(state.players)
    marks = at + SEATS * SLOTS * KINDS
    for other in range(players):
        for slot in range(SLOTS):
            here = other * SLOTS + slot
            place = relative(seat, other, players) * SLOTS + slot
            card, seen = np.int64(state.rows[here]), np.int64(state.seen[here])
            if card == 0:
                continue
            if seen >> seat & 1:
                out[at + place * KINDS + card - 1] = 1
            else:
                out[unseen + card - 1] += 1
            out[marks + place] = seen & biber.NUMBER != 0
            knowing = np.int64(0)
            for who in range(players):
                knowing += seen >> who & 1
            owner = seen >> other & 1
            out[marks + SEATS * SLOTS + place] = owner
            out[marks + 2 * SEATS * SLOTS + place] = knowing - owner


@compiled
def observe_course(state, seat, out, at):
    """Whose turn it is, who knocked, turns and points."""
    players = np.int64(state.players)
    out[at] = state.loose + state.settled
    at += 1
    out[at + relative(seat, state.turn, players)] = 1
    out[at + SEATS + relative(seat, state.dealer, players)] = 1
    if state.knocker != biber.NOBODY:
        out[at + 2 * SEATS + relative(seat, state.knocker, players)] = 1
    at += 3 * SEATS
    for other in range(players):
        place = relative(seat, other, players)
        out[at + place] = state.ready >> other & 1
        out[at + SEATS + place] = min(np.int64(state.turns[other]), MOST)
        points = 0
        for i in range(np.int64(state.written)):
            points += state.scores[other * SEATS + i]
        out[at + 2 * SEATS + place] = points
    at += 3 * SEATS
    out[at] = state.round
    out[at + 1] = biber.ROUNDS[players]
    out[at + 2] = state.twos
    out[at + 3] = state.used


@biber.rule
def choice(state, seat, action, part):
    """In a trade the other seat is counted from one's own."""
    if part != 0:
        return -1
    if biber.TRADE <= action < biber.SPY_ON:
        own, rest = divmod(action - biber.TRADE, (SEATS + 1) * SLOTS)
        other, slot = divmod(rest, SLOTS)
        return biber.TRADE + (own * (SEATS + 1) + relative(seat, other, np.int64(state.players))) * SLOTS + slot
    return np.int64(action)
