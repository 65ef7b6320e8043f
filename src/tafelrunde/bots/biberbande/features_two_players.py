"""Biberbande for two: what the networks see, with all that can be inferred about each unknown card."""

import numpy as np

from tafelrunde.bots.biberbande import features as common
from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.features import KNOCKED, LEADS, ODD, TURNS, known_sum, points_so_far, write_thresholds
from tafelrunde.bots.biberbande.memory import NONE
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

PLAYERS = common.TWO_PLAYERS
ROWS = common.TWO_ROWS
ACTIONS = common.TWO_PLAYER_ACTIONS

REFUSED = common.INFERRED
PASSED = REFUSED + NONE + 1
OUTDONE = PASSED + NONE + 1
OVER = OUTDONE + NONE + 1
SURE, WAS_GIVEN, WAS_CHOSEN = OVER + NONE + 1, OVER + NONE + 2, OVER + NONE + 3
PLACE = OVER + NONE + 4
"""The features of a place in a row."""

EXPERIENCE = np.array([4, 8, 16, 24])
TAKES = np.array([1, 2, 4, 6, 9, 13])
"""Thresholds: turns and takes of the match count with one more for each round."""

_AT = common.offsets(
    {
        "places": ROWS * PLACE,
        "table": common.TABLE,
        "turns": PLAYERS * TURNS,
        "round": int(biber.ROUNDS[PLAYERS]),
        "leads": len(LEADS),
        "lead": 1,
        "sums": PLAYERS,
        "odd": len(ODD),
        "experience": len(EXPERIENCE),
        "takes": len(TAKES),
        "knocked": len(KNOCKED),
        "expected_leads": len(LEADS),
        "expected_sums": PLAYERS,
        "heuristic": ACTIONS,
    }
)
SIZE = _AT["all"]
TABLE, HAD_TURNS, ROUND, REACHED_LEADS = _AT["table"], _AT["turns"], _AT["round"], _AT["leads"]
LEAD, SUMS, ODDNESS, PLAYED = _AT["lead"], _AT["sums"], _AT["odd"], _AT["experience"]
TAKEN, KNOCKS = _AT["takes"], _AT["knocked"]
EXPECTED_LEADS, EXPECTED_SUMS, HEURISTIC = _AT["expected_leads"], _AT["expected_sums"], _AT["heuristic"]

ZERO = np.zeros(SIZE, np.float32)
"""What is subtracted from each number."""
ZERO[EXPECTED_SUMS : EXPECTED_SUMS + PLAYERS] = 16 * common.QUARTERS
ZERO[HEURISTIC:] = common.NO_VALUE

SCALE = np.ones(SIZE, np.float32)
"""By what it is multiplied then."""
common.scale_table(SCALE, TABLE)
SCALE[LEAD] = 1 / common.FARTHEST
SCALE[SUMS : SUMS + PLAYERS] = 1 / 16
SCALE[EXPECTED_SUMS : EXPECTED_SUMS + PLAYERS] = 1 / (16 * common.QUARTERS)
SCALE[HEURISTIC:] = 1 / (5 * common.TWELFTHS)


@compiled
def write_place(state, memory, seat, slot, features, base):
    if common.write_card(state, seat, slot, features, base):
        return
    features[base + REFUSED + memory.refused[slot]] = 1
    features[base + PASSED + memory.passed[slot]] = 1
    features[base + OUTDONE + memory.outdone[slot]] = 1
    features[base + OVER + memory.over[slot]] = 1
    common.write_origin(memory, slot, features, base + SURE, base + WAS_GIVEN, base + WAS_CHOSEN)


@compiled
def write_match(state, memory, seat, features):
    """How the match stands, and how the other one has played in it."""
    lead, other = lead_of(state, seat), 1 - seat
    write_thresholds(features, REACHED_LEADS, LEADS, lead)
    features[LEAD] = min(max(int(lead), -common.FARTHEST), common.FARTHEST) + common.FARTHEST
    features[ROUND + state.round - 1] = 1
    common.write_turns(features, HAD_TURNS, state.turns[seat])
    common.write_turns(features, HAD_TURNS + TURNS, state.turns[other])
    write_thresholds(features, ODDNESS, ODD, memory.odd[other])
    write_thresholds(features, PLAYED, EXPERIENCE, memory.turns[other] + state.round)
    write_thresholds(features, TAKEN, TAKES, memory.takes[other] + state.round)
    write_thresholds(features, KNOCKS, KNOCKED, memory.knocked[other])


@compiled
def write_sums(state, seat, mean, features):
    """What the rows come to as far as they are known, what they are expected to come to, and the lead with that."""
    own, other = heuristic.sum_of(state, seat, seat, mean), heuristic.sum_of(state, seat, 1 - seat, mean)
    features[SUMS], features[SUMS + 1] = known_sum(state, seat, seat), known_sum(state, seat, 1 - seat)
    features[EXPECTED_SUMS] = round(common.QUARTERS * own)
    features[EXPECTED_SUMS + 1] = round(common.QUARTERS * other)
    write_thresholds(features, EXPECTED_LEADS, LEADS, lead_of(state, seat) + other - own)


@compiled
def lead_of(state, seat):
    return points_so_far(state, 1 - seat) - points_so_far(state, seat)


@compiled
def write_features(state, memory, seat, out, count, features, slots):
    """Write all features, and the order of the slots."""
    features[:SIZE] = 0
    common.sort_slots(state, memory, seat, slots)
    for i in range(ROWS):
        write_place(state, memory, seat, slots[i], features, i * PLACE)
    common.write_table(state, seat, features, TABLE)
    write_match(state, memory, seat, features)
    mean = heuristic.mean_unseen(state, seat)
    write_sums(state, seat, mean, features)
    common.write_heuristic(state, seat, mean, out, count, slots, features[:SIZE], HEURISTIC)
