"""Dog: what the network sees of a position, as a list of features that are present.

Each feature is a row of the network's first layer. It sees the board and the seat's own hand; seats are counted from
the one that looks.
"""

import numpy as np

from tafelrunde.games.dog import board, tables
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

MOST_FEATURES = 80

STRETCH = 8
"""Danger is distinguished by stretches of this many fields."""
STRETCHES = tables.TRACK // STRETCH
SEVERAL = 3
"""Counts end here: so many, or more."""


def _rows() -> dict[str, int]:
    """The first row of each kind of feature, and how many rows there are in all."""
    sizes = {
        "field": tables.SEATS * tables.TRACK,
        "guarded": tables.SEATS,
        "goal": tables.SEATS * (tables.FULL + 1),
        "home": tables.SEATS * (tables.PIECES + 1),
        "danger": tables.SEATS * STRETCHES * SEVERAL,
        "foreign_start": tables.SEATS,
        "cards": tables.SEATS * (tables.LARGEST_HAND + 1),
        "hand": 2 * tables.KINDS,
        "stuck": 1,
        "given": tables.KINDS,
        "turn": tables.SEATS,
        "round": tables.SEATS * len(tables.DEALS),
        "left": tables.WHOLE_SEVEN,
        "free": tables.PIECES + 1,
        "giving": 1,
        "entering": SEVERAL,
        "hitting": SEVERAL,
        "barred": tables.SEATS * SEVERAL,
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


@compiled
def piece_features(state, owner, number, hunters, starts, features, count):
    """Where the pieces of a seat are on the track, and the dangers to them there."""
    track = state.track[owner]
    if (state.guarded >> owner) & 1:
        features[count] = GUARDED + number
        count += 1
        track &= ~bit(tables.START[owner])
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        way = (field - tables.START[owner]) & (tables.TRACK - 1)
        features[count] = FIELD + number * tables.TRACK + way
        count += 1
        behind = popcount(board.ahead((field - tables.FARTHEST - 1) & (tables.TRACK - 1), tables.FARTHEST) & hunters)
        if behind != 0:
            features[count] = DANGER + (number * STRETCHES + way // STRETCH) * SEVERAL + min(behind, SEVERAL) - 1
            count += 1
        if bit(field) & starts != 0:
            features[count] = FOREIGN_START + number
            count += 1
    return count


@compiled
def add_count(row, number, features, count):
    """A feature for how many there are, if there are any."""
    if number == 0:
        return count
    features[count] = row + min(number, SEVERAL) - 1
    return count + 1


@compiled
def reach_features(state, seat, features, count):
    """With how many kinds in hand the seat can bring a piece into the goal, or send an opponent home."""
    owner = board.owner_of(state, np.int64(seat))
    track, goal = state.track[owner], state.goal[owner]
    foes = board.swappable(state, owner ^ 1) | board.swappable(state, owner ^ 3)
    depth = 0 if (state.guarded >> owner) & 1 else tables.DEPTH[goal]
    entering, hitting = 0, 0
    kinds = np.int64(state.kinds[seat]) & tables.PLAIN
    while kinds != 0:
        steps = tables.SHORT[lowest(kinds)]
        kinds &= kinds - 1
        going = track & ~tables.BLOCKED[state.guarded, steps]
        hitting += ((going << np.uint64(steps)) | (going >> np.uint64(tables.TRACK - steps))) & foes != 0
        entering += going & board.ahead((tables.START[owner] - steps) & (tables.TRACK - 1), min(depth, steps)) != 0
    return add_count(HITTING, hitting, features, add_count(ENTERING, entering, features, count))


@compiled
def board_features(state, seat, features):
    count = 0
    for number in range(tables.SEATS):
        owner = (seat + number) & 3
        one, two = owner ^ 1, owner ^ 3
        hunters = state.track[one] | state.track[two]
        starts = np.uint64(0)
        if board.at_home(state, one) > 0:
            starts |= bit(tables.START[one])
        if board.at_home(state, two) > 0:
            starts |= bit(tables.START[two])
        count = piece_features(state, owner, number, hunters, starts, features, count)
        features[count] = GOAL + number * (tables.FULL + 1) + state.goal[owner]
        features[count + 1] = HOMES + number * (tables.PIECES + 1) + board.at_home(state, owner)
        features[count + 2] = CARDS + number * (tables.LARGEST_HAND + 1) + state.cards[owner]
        barred = popcount(state.track[owner] & tables.BLOCKED[state.guarded, tables.FARTHEST])
        count = add_count(BARRED + number * SEVERAL, barred, features, count + 3)
    return count


@compiled
def hand_features(state, seat, features, count):
    """What the seat knows about cards: its hand, and what it gave to its partner."""
    kinds = np.int64(state.kinds[seat])
    if kinds != 0 and state.left == 0 and not board.can_play(state, np.int64(seat), kinds):
        features[count] = STUCK
        count += 1
    while kinds != 0:
        card = lowest(kinds)
        kinds &= kinds - 1
        features[count] = HAND + 2 * card + min(np.int64(state.hand[seat, card]), 2) - 1
        count += 1
    if state.given[seat] != tables.NOTHING:
        features[count] = GIVEN + state.given[seat] - 1
        count += 1
    return count


@compiled
def features_of(state, seat, features):
    """Everything that the seat goes by; returns how many features there are."""
    count = hand_features(state, seat, features, board_features(state, seat, features))
    features[count] = TURN + ((state.turn - seat) & 3)
    features[count + 1] = ROUND + ((state.starter - seat) & 3) * len(tables.DEALS) + state.round % len(tables.DEALS)
    features[count + 2] = LEFT + state.left
    count += 3
    if state.left != 0:
        owner = board.owner_of(state, np.int64(state.turn))
        features[count] = FREE + popcount(state.track[owner] & ~state.moved)
        count += 1
    if state.phase == tables.GIVE:
        features[count] = GIVING
        count += 1
    return reach_features(state, seat, features, count)
