"""Dog: how likely a side wins, as a seat judges it by the board and its own hand.

A small network of learned weights (`data/dog.npz`). What it sees is a list of facts, each a row of the first layer; the
seats are counted from the one that judges.
"""

import functools
from pathlib import Path

import numpy as np

from tafelrunde.games.dog import board, movement
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

WEIGHTS = Path(__file__).with_name("weights.npz")
NAMES = ("rows", "bias", "out", "out_bias")
HIDDEN = 32
MOST_FACTS = 80

STRETCH = 8
"""Danger is told apart by stretches of so many fields."""
STRETCHES = dog.TRACK // STRETCH
SEVERAL = 3
"""Whatever is counted is counted up to this."""


def _rows() -> dict[str, int]:
    """The first row of each kind of fact, and how many rows there are in all."""
    sizes = {
        "field": dog.SEATS * dog.TRACK,
        "guarded": dog.SEATS,
        "goal": dog.SEATS * (dog.FULL + 1),
        "home": dog.SEATS * (dog.PIECES + 1),
        "danger": dog.SEATS * STRETCHES * SEVERAL,
        "foreign_start": dog.SEATS,
        "cards": dog.SEATS * (dog.LARGEST_HAND + 1),
        "hand": 2 * dog.KINDS,
        "stuck": 1,
        "given": dog.KINDS,
        "turn": dog.SEATS,
        "round": dog.SEATS * len(dog.DEALS),
        "left": dog.WHOLE_SEVEN,
        "free": dog.PIECES + 1,
        "giving": 1,
        "entering": SEVERAL,
        "hitting": SEVERAL,
        "barred": dog.SEATS * SEVERAL,
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
        track &= ~bit(dog.START[owner])
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        way = (field - dog.START[owner]) & (dog.TRACK - 1)
        facts[count] = FIELD + number * dog.TRACK + way
        count += 1
        behind = popcount(board.ahead((field - dog.FARTHEST - 1) & (dog.TRACK - 1), dog.FARTHEST) & hunters)
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
    owner = board.owner_of(state, np.int64(seat))
    track, goal = state.track[owner], state.goal[owner]
    foes = board.swappable(state, owner ^ 1) | board.swappable(state, owner ^ 3)
    depth = 0 if (state.guarded >> owner) & 1 else dog.DEPTH[goal]
    entering, hitting = 0, 0
    kinds = np.int64(state.kinds[seat]) & dog.PLAIN
    while kinds != 0:
        steps = dog.SHORT[lowest(kinds)]
        kinds &= kinds - 1
        going = track & ~dog.BLOCKED[state.guarded, steps]
        hitting += ((going << np.uint64(steps)) | (going >> np.uint64(dog.TRACK - steps))) & foes != 0
        entering += going & board.ahead((dog.START[owner] - steps) & (dog.TRACK - 1), min(depth, steps)) != 0
    return counted(HITTING, hitting, facts, counted(ENTERING, entering, facts, count))


@compiled
def board_facts(state, seat, facts):
    count = 0
    for number in range(dog.SEATS):
        owner = (seat + number) & 3
        one, two = owner ^ 1, owner ^ 3
        hunters = state.track[one] | state.track[two]
        starts = np.uint64(0)
        if board.at_home(state, one) > 0:
            starts |= bit(dog.START[one])
        if board.at_home(state, two) > 0:
            starts |= bit(dog.START[two])
        count = piece_facts(state, owner, number, hunters, starts, facts, count)
        facts[count] = GOAL + number * (dog.FULL + 1) + state.goal[owner]
        facts[count + 1] = HOMES + number * (dog.PIECES + 1) + board.at_home(state, owner)
        facts[count + 2] = CARDS + number * (dog.LARGEST_HAND + 1) + state.cards[owner]
        barred = popcount(state.track[owner] & dog.BLOCKED[state.guarded, dog.FARTHEST])
        count = counted(BARRED + number * SEVERAL, barred, facts, count + 3)
    return count


@compiled
def hand_facts(state, seat, facts, count):
    """What the seat knows of cards: its hand, and what the partner has got from it."""
    kinds = np.int64(state.kinds[seat])
    if kinds != 0 and state.left == 0 and not movement.can_play(state, np.int64(seat), kinds):
        facts[count] = STUCK
        count += 1
    while kinds != 0:
        card = lowest(kinds)
        kinds &= kinds - 1
        facts[count] = HAND + 2 * card + min(np.int64(state.hand[seat, card]), 2) - 1
        count += 1
    if state.given[seat] != dog.NOTHING:
        facts[count] = GIVEN + state.given[seat] - 1
        count += 1
    return count


@compiled
def facts_of(state, seat, facts):
    """All that the seat goes by; returns how many facts there are."""
    count = hand_facts(state, seat, facts, board_facts(state, seat, facts))
    facts[count] = TURN + ((state.turn - seat) & 3)
    facts[count + 1] = ROUND + ((state.starter - seat) & 3) * len(dog.DEALS) + state.round % len(dog.DEALS)
    facts[count + 2] = LEFT + state.left
    count += 3
    if state.left != 0:
        owner = board.owner_of(state, np.int64(state.turn))
        facts[count] = FREE + popcount(state.track[owner] & ~state.moved)
        count += 1
    if state.phase == dog.GIVE:
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
    if state.goal[seat] & state.goal[seat ^ 2] == dog.FULL:
        return 1.0
    if state.goal[seat ^ 1] & state.goal[seat ^ 3] == dog.FULL:
        return 0.0
    return judged(facts, facts_of(state, seat, facts), net, hidden)
