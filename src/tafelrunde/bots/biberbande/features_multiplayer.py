"""Biberbande for three to six: what the network sees.

As for two, but less of every row: the seat's own, then those of the others in the order of turns.
"""

import numpy as np

from tafelrunde.bots.biberbande import features as common
from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.features import KNOCKED, LEADS, ODD, TURNS, known_sum, points_so_far, write_thresholds
from tafelrunde.bots.biberbande.memory import NONE
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled

OTHERS = biber.SEATS - 1
ROWS = biber.SEATS * biber.SLOTS
ACTIONS = common.MULTIPLAYER_ACTIONS

AT_MOST = common.INFERRED
SURE = AT_MOST + NONE + 1
WAS_GIVEN, WAS_CHOSEN, PLACE = SURE + 1, SURE + 2, SURE + 3
"""The features of a place in a row."""

MARGINS = np.array([-24, -18, -12, -8, -5, -2, 0, 1, 3, 6, 9, 13, 19, 25])
"""Thresholds of a lead over one of the others."""

_OF_OTHER = common.offsets(
    {
        "places": biber.SLOTS * PLACE,
        "there": 1,
        "knocked": 1,
        "sum": 1,
        "expected_sum": 1,
        "lead": 1,
        "leads": len(MARGINS),
        "expected_leads": len(MARGINS),
        "turns": TURNS,
        "odd": len(ODD),
        "knocks": len(KNOCKED),
    }
)
OTHER = _OF_OTHER["all"]
THERE, HAS_KNOCKED, SUM, EXPECTED_SUM = (_OF_OTHER[name] for name in ("there", "knocked", "sum", "expected_sum"))
LEAD, REACHED_LEADS, EXPECTED_LEADS = (_OF_OTHER[name] for name in ("lead", "leads", "expected_leads"))
HAD_TURNS, ODDNESS, KNOCKS = (_OF_OTHER[name] for name in ("turns", "odd", "knocks"))
"""The features of one of the others."""

_AT = common.offsets(
    {
        "places": biber.SLOTS * PLACE,
        "others": OTHERS * OTHER,
        "table": common.TABLE,
        "turns": TURNS,
        "rounds": biber.SEATS,
        "players": biber.SEATS + 1,
        "sum": 1,
        "expected_sum": 1,
        "leads": len(LEADS),
        "expected_leads": len(LEADS),
        "heuristic": ACTIONS,
    }
)
SIZE = _AT["all"]
OF_OTHERS, TABLE, OWN_TURNS, ROUNDS_LEFT = (_AT[name] for name in ("others", "table", "turns", "rounds"))
PLAYERS, OWN_SUM, OWN_EXPECTED_SUM = (_AT[name] for name in ("players", "sum", "expected_sum"))
LEAST_LEAD, LEAST_EXPECTED_LEAD, HEURISTIC = (_AT[name] for name in ("leads", "expected_leads", "heuristic"))


def _of_each(part: int) -> list[int]:
    """Where a part of the others begins, for each of them."""
    return [OF_OTHERS + i * OTHER + part for i in range(OTHERS)]


ZERO = np.zeros(SIZE, np.float32)
"""What is subtracted from each number."""
ZERO[HEURISTIC:] = common.NO_VALUE

SCALE = np.ones(SIZE, np.float32)
"""By what it is multiplied then."""
common.scale_table(SCALE, TABLE)
SCALE[[OWN_SUM, *_of_each(SUM)]] = 1 / 16
SCALE[[OWN_EXPECTED_SUM, *_of_each(EXPECTED_SUM)]] = 1 / (16 * common.QUARTERS)
SCALE[_of_each(LEAD)] = 1 / common.FARTHEST
SCALE[HEURISTIC:] = 1 / (5 * common.TWELFTHS)


@compiled
def write_place(state, memory, seat, slot, features, base):
    if not common.write_card(state, seat, slot, features, base):
        features[base + AT_MOST + at_most(memory, slot)] = 1
        common.write_origin(memory, slot, features, base + SURE, base + WAS_GIVEN, base + WAS_CHOSEN)


@compiled
def at_most(memory, slot):
    """What a card is likely to count at most, by what its owner refused for it or gave away before it."""
    limit = min(np.int64(memory.refused[slot]), np.int64(memory.outdone[slot]))
    return min(limit, np.int64(memory.over[slot]), min(np.int64(memory.passed[slot]) + 1, NONE))


@compiled
def write_other(state, memory, seat, other, own_sum, mean, features, base):
    """One of the others, but for the cards; returns the lead over it, and what the rows are expected to make of it."""
    lead = points_so_far(state, other) - points_so_far(state, seat)
    its_sum = heuristic.sum_of(state, seat, other, mean)
    expected_lead = lead + its_sum - own_sum
    features[base + THERE] = 1
    features[base + HAS_KNOCKED] = state.knocker == other
    features[base + SUM] = known_sum(state, seat, other)
    features[base + EXPECTED_SUM] = round(common.QUARTERS * its_sum)
    features[base + LEAD] = min(max(lead, -common.FARTHEST), common.FARTHEST) + common.FARTHEST
    write_thresholds(features, base + REACHED_LEADS, MARGINS, lead)
    write_thresholds(features, base + EXPECTED_LEADS, MARGINS, expected_lead)
    common.write_turns(features, base + HAD_TURNS, state.turns[other])
    write_thresholds(features, base + ODDNESS, ODD, memory.odd[other])
    write_thresholds(features, base + KNOCKS, KNOCKED, memory.knocked[other])
    return lead, expected_lead


@compiled
def write_others(state, memory, seat, mean, slots, features):
    own_sum = heuristic.sum_of(state, seat, seat, mean)
    features[OWN_SUM], features[OWN_EXPECTED_SUM] = known_sum(state, seat, seat), round(common.QUARTERS * own_sum)
    least, least_expected = np.int64(1000), 1000.0
    for row in range(1, np.int64(state.players)):
        base = OF_OTHERS + (row - 1) * OTHER
        for i in range(biber.SLOTS):
            write_place(state, memory, seat, slots[row * biber.SLOTS + i], features, base + i * PLACE)
        lead, expected = write_other(state, memory, seat, (seat + row) % state.players, own_sum, mean, features, base)
        least, least_expected = min(least, lead), min(least_expected, expected)
    write_thresholds(features, LEAST_LEAD, LEADS, least)
    write_thresholds(features, LEAST_EXPECTED_LEAD, LEADS, least_expected)


@compiled
def write_features(state, memory, seat, out, count, features, slots):
    """Write all features, and the order of the slots."""
    features[:SIZE] = 0
    common.sort_slots(state, memory, seat, slots)
    for i in range(biber.SLOTS):
        write_place(state, memory, seat, slots[i], features, i * PLACE)
    common.write_table(state, seat, features, TABLE)
    features[ROUNDS_LEFT + biber.ROUNDS[state.players] - state.round] = 1
    features[PLAYERS + state.players] = 1
    common.write_turns(features, OWN_TURNS, state.turns[seat])
    mean = heuristic.mean_unseen(state, seat)
    write_others(state, memory, seat, mean, slots, features)
    common.write_heuristic(state, seat, mean, out, count, slots, features[:SIZE], HEURISTIC)
