"""Dog: what the network sees of a position, as a list of features that are present.

Each feature is a row of the network's first layer. It sees the board and the seat's own hand; seats are counted from
the one that looks.
"""

import numpy as np

from tafelrunde.games.dog import board, movement
from tafelrunde.games.dog import state as dog
from tafelrunde.kernel.bits import bit, lowest, popcount
from tafelrunde.kernel.compiled import compiled

MOST_FEATURES = 80

STRETCH = 8
"""Danger is distinguished by stretches of this many fields."""
STRETCHES = dog.TRACK // STRETCH
SEVERAL = 3
"""Counts end here: so many, or more."""


def _rows() -> dict[str, int]:
    """The first row of each kind of feature, and how many rows there are in all."""
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


@compiled
def piece_features(state, owner, number, hunters, starts, features, count):
    """Where the pieces of a seat are on the track, and the dangers to them there."""
    track = state.track[owner]
    if (state.guarded >> owner) & 1:
        features[count] = GUARDED + number
        count += 1
        track &= ~bit(dog.START[owner])
    while track != 0:
        field = lowest(track)
        track &= track - np.uint64(1)
        way = (field - dog.START[owner]) & (dog.TRACK - 1)
        features[count] = FIELD + number * dog.TRACK + way
        count += 1
        behind = popcount(board.ahead((field - dog.FARTHEST - 1) & (dog.TRACK - 1), dog.FARTHEST) & hunters)
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
    depth = 0 if (state.guarded >> owner) & 1 else dog.DEPTH[goal]
    entering, hitting = 0, 0
    kinds = np.int64(state.kinds[seat]) & dog.PLAIN
    while kinds != 0:
        steps = dog.SHORT[lowest(kinds)]
        kinds &= kinds - 1
        going = track & ~dog.BLOCKED[state.guarded, steps]
        hitting += ((going << np.uint64(steps)) | (going >> np.uint64(dog.TRACK - steps))) & foes != 0
        entering += going & board.ahead((dog.START[owner] - steps) & (dog.TRACK - 1), min(depth, steps)) != 0
    return add_count(HITTING, hitting, features, add_count(ENTERING, entering, features, count))


@compiled
def board_features(state, seat, features):
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
        count = piece_features(state, owner, number, hunters, starts, features, count)
        features[count] = GOAL + number * (dog.FULL + 1) + state.goal[owner]
        features[count + 1] = HOMES + number * (dog.PIECES + 1) + board.at_home(state, owner)
        features[count + 2] = CARDS + number * (dog.LARGEST_HAND + 1) + state.cards[owner]
        barred = popcount(state.track[owner] & dog.BLOCKED[state.guarded, dog.FARTHEST])
        count = add_count(BARRED + number * SEVERAL, barred, features, count + 3)
    return count


@compiled
def hand_features(state, seat, features, count):
    """What the seat knows about cards: its hand, and what it gave to its partner."""
    kinds = np.int64(state.kinds[seat])
    if kinds != 0 and state.left == 0 and not movement.can_play(state, np.int64(seat), kinds):
        features[count] = STUCK
        count += 1
    while kinds != 0:
        card = lowest(kinds)
        kinds &= kinds - 1
        features[count] = HAND + 2 * card + min(np.int64(state.hand[seat, card]), 2) - 1
        count += 1
    if state.given[seat] != dog.NOTHING:
        features[count] = GIVEN + state.given[seat] - 1
        count += 1
    return count


@compiled
def features_of(state, seat, features):
    """Everything that the seat goes by; returns how many features there are."""
    count = hand_features(state, seat, features, board_features(state, seat, features))
    features[count] = TURN + ((state.turn - seat) & 3)
    features[count + 1] = ROUND + ((state.starter - seat) & 3) * len(dog.DEALS) + state.round % len(dog.DEALS)
    features[count + 2] = LEFT + state.left
    count += 3
    if state.left != 0:
        owner = board.owner_of(state, np.int64(state.turn))
        features[count] = FREE + popcount(state.track[owner] & ~state.moved)
        count += 1
    if state.phase == dog.GIVE:
        features[count] = GIVING
        count += 1
    return reach_features(state, seat, features, count)
