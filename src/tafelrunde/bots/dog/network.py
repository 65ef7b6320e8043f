"""Dog: how likely a side wins, as a seat judges it by the board and its own hand.

A small network of learned weights (`data/dog.npz`). What it sees is a list of facts, each a row of the first layer; the
seats are counted from the one that judges.
"""

import functools
from pathlib import Path

import numpy as np

from tafelrunde.games.dog.board import ahead, at_home, can_play, owner_of, swappable
from tafelrunde.games.dog.tables import (
    BLOCKED,
    DEALS,
    DEPTH,
    FARTHEST,
    FULL,
    GIVE,
    KINDS,
    LARGEST_HAND,
    NOTHING,
    PIECES,
    PLAIN,
    SEATS,
    SHORT,
    START,
    TRACK,
    WHOLE_SEVEN,
)
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

WEIGHTS = Path(__file__).with_name("weights.npz")
NAMES = ("rows", "bias", "out", "out_bias")
HIDDEN = 32
MOST_FACTS = 80

STRETCH = 8
"""Danger is told apart by stretches of so many fields."""
STRETCHES = TRACK // STRETCH
SEVERAL = 3
"""Whatever is counted is counted up to this."""


def _rows() -> dict[str, int]:
    """The first row of each kind of fact, and how many rows there are in all."""
    sizes = {
        "field": SEATS * TRACK,
        "guarded": SEATS,
        "goal": SEATS * (FULL + 1),
        "home": SEATS * (PIECES + 1),
        "danger": SEATS * STRETCHES * SEVERAL,
        "foreign_start": SEATS,
        "cards": SEATS * (LARGEST_HAND + 1),
        "hand": 2 * KINDS,
        "stuck": 1,
        "given": KINDS,
        "turn": SEATS,
        "round": SEATS * len(DEALS),
        "left": WHOLE_SEVEN,
        "free": PIECES + 1,
        "giving": 1,
        "entering": SEVERAL,
        "hitting": SEVERAL,
        "barred": SEATS * SEVERAL,
    }
    ends = np.cumsum([0, *sizes.values()]).tolist()
    return dict(zip([*sizes, "all"], ends, strict=True))


_ROW = _rows()
ROWS = _ROW["all"]
FIELD, GUARDED, GOAL, HOMES = _ROW["field"], _ROW["guarded"], _ROW["goal"], _ROW["home"]
DANGER, FOREIGN_START, CARDS = _ROW["danger"], _ROW["foreign_start"], _ROW["cards"]
HAND, STUCK, GIVEN, TURN = _ROW["hand"], _ROW["stuck"], _ROW["given"], _ROW["turn"]
ROUND, LEFT, FREE, GIVING = _ROW["round"], _ROW["left"], _ROW["free"], _ROW["giving"]
ENTERING, HITTING, BARRED = _ROW["entering"], _ROW["hitting"], _ROW["barred"]


@functools.cache
def learned():
    """The weights that come with the package."""
    with np.load(WEIGHTS) as data:
        return tuple(data[name].astype(np.float32) for name in NAMES)


@compiled
def piece_facts(state, owner, number, hunters, starts, facts, count):
    """Where the pieces of a seat are on the track, and what they have to fear there."""
    track = state.track[owner]
    if (state.guarded >> owner) & 1:
        facts[count] = GUARDED + number
        count += 1
        track &= ~bit(START[owner])
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        way = (field - START[owner]) & (TRACK - 1)
        facts[count] = FIELD + number * TRACK + way
        count += 1
        behind = popcount(ahead((field - FARTHEST - 1) & (TRACK - 1), FARTHEST) & hunters)
        if behind != 0:
            facts[count] = DANGER + (number * STRETCHES + way // STRETCH) * SEVERAL + min(behind, SEVERAL) - 1
            count += 1
        if bit(field) & starts != 0:
            facts[count] = FOREIGN_START + number
            count += 1
    return count


@compiled
def counted(row, number, facts, count):
    """A fact about how many there are, if there are any."""
    if number == 0:
        return count
    facts[count] = row + min(number, SEVERAL) - 1
    return count + 1


@compiled
def reach_facts(state, seat, facts, count):
    """With how many kinds in hand the seat can bring a piece into the goal, or send an opponent home."""
    owner = owner_of(state, np.int64(seat))
    track, goal = state.track[owner], state.goal[owner]
    foes = swappable(state, owner ^ 1) | swappable(state, owner ^ 3)
    depth = 0 if (state.guarded >> owner) & 1 else DEPTH[goal]
    entering, hitting = 0, 0
    kinds = np.int64(state.kinds[seat]) & PLAIN
    while kinds != 0:
        steps = SHORT[lowest(kinds)]
        kinds &= kinds - 1
        going = track & ~BLOCKED[state.guarded, steps]
        hitting += ((going << np.uint64(steps)) | (going >> np.uint64(TRACK - steps))) & foes != 0
        entering += going & ahead((START[owner] - steps) & (TRACK - 1), min(depth, steps)) != 0
    return counted(HITTING, hitting, facts, counted(ENTERING, entering, facts, count))


@compiled
def board_facts(state, seat, facts):
    count = 0
    for number in range(SEATS):
        owner = (seat + number) & 3
        one, two = owner ^ 1, owner ^ 3
        hunters = state.track[one] | state.track[two]
        starts = np.uint64(0)
        if at_home(state, one) > 0:
            starts |= bit(START[one])
        if at_home(state, two) > 0:
            starts |= bit(START[two])
        count = piece_facts(state, owner, number, hunters, starts, facts, count)
        facts[count] = GOAL + number * (FULL + 1) + state.goal[owner]
        facts[count + 1] = HOMES + number * (PIECES + 1) + at_home(state, owner)
        facts[count + 2] = CARDS + number * (LARGEST_HAND + 1) + state.cards[owner]
        barred = popcount(state.track[owner] & BLOCKED[state.guarded, FARTHEST])
        count = counted(BARRED + number * SEVERAL, barred, facts, count + 3)
    return count


@compiled
def hand_facts(state, seat, facts, count):
    """What the seat knows of cards: its hand, and what the partner has got from it."""
    kinds = np.int64(state.kinds[seat])
    if kinds != 0 and state.left == 0 and not can_play(state, np.int64(seat), kinds):
        facts[count] = STUCK
        count += 1
    while kinds != 0:
        card = lowest(kinds)
        kinds &= kinds - 1
        facts[count] = HAND + 2 * card + min(np.int64(state.hand[seat, card]), 2) - 1
        count += 1
    if state.given[seat] != NOTHING:
        facts[count] = GIVEN + state.given[seat] - 1
        count += 1
    return count


@compiled
def facts_of(state, seat, facts):
    """All that the seat goes by; returns how many facts there are."""
    count = hand_facts(state, seat, facts, board_facts(state, seat, facts))
    facts[count] = TURN + ((state.turn - seat) & 3)
    facts[count + 1] = ROUND + ((state.starter - seat) & 3) * len(DEALS) + state.round % len(DEALS)
    facts[count + 2] = LEFT + state.left
    count += 3
    if state.left != 0:
        owner = owner_of(state, np.int64(state.turn))
        facts[count] = FREE + popcount(state.track[owner] & ~state.moved)
        count += 1
    if state.phase == GIVE:
        facts[count] = GIVING
        count += 1
    return reach_facts(state, seat, facts, count)


@compiled
def judged(facts, count, net, hidden):
    """The probability by the network; `hidden` keeps the first layer's sums."""
    rows, bias, out, out_bias = net
    for i in range(HIDDEN):
        hidden[i] = bias[i]
    for k in range(count):
        row = rows[facts[k]]
        for i in range(HIDDEN):
            hidden[i] += row[i]
    total = out_bias[0]
    for i in range(HIDDEN):
        total += max(hidden[i], np.float32(0)) * out[i]
    return 1 / (1 + np.exp(-np.float64(total)))


@compiled
def worth(state, seat, net, facts, hidden):
    """How likely the side of the seat wins, as far as the seat can know."""
    if state.goal[seat] & state.goal[seat ^ 2] == FULL:
        return 1.0
    if state.goal[seat ^ 1] & state.goal[seat ^ 3] == FULL:
        return 0.0
    return judged(facts, facts_of(state, seat, facts), net, hidden)
