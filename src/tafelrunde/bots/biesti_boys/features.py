"""Biesti Boys: what the network sees of a position, or of a card that the seat may lay there, as numbers."""

import numpy as np

from tafelrunde.bots.biesti_boys.memory import CARDS_IN, EMPTY, FIRST, FULL, HANDS, NOBODY, NUMBER
from tafelrunde.games.biesti_boys import resample
from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.compiled import compiled, entry

NO_CARD = -1
"""Lay nothing: the position as it is."""
OTHERS = biesti.MAX_PLAYERS - 1
FEW = 6
"""This many cards left are distinguished one by one."""
PAUSES = 5
"""How many cards of others since one's own last card are distinguished."""
MOST_FITTING, MOST_WAYS = 3, 7

# the features that do not depend on the card
UNSEEN = 0
BELIEVED = UNSEEN + biesti.KINDS
LAST = BELIEVED + biesti.KINDS
OWN_LEFT = LAST + 2
RIVALS = OWN_LEFT + 1 + FEW
LEAD, LEFT, BLOCKED, FEW_LEFT = range(4)
SINCE = FEW_LEFT + FEW
RIVAL = SINCE + PAUSES
COMMON = RIVALS + OTHERS * RIVAL

# and those that do
HAND = COMMON
SHOWN = HAND + 2 * biesti.KINDS
LAID = SHOWN + 2 * biesti.KINDS
COVERED = LAID + biesti.KINDS
FITTING = COVERED + biesti.KINDS
WAYS = FITTING + MOST_FITTING + 1
USEFUL = WAYS + MOST_WAYS + 1
ELSEWHERE = USEFUL + biesti.LIFTS + 1
BOTH = ELSEWHERE + MOST_FITTING + 1
BEST_CARD = BOTH + 1
NEXT_CARD = BEST_CARD + biesti.LIFTS + 1
DRAWN = NEXT_CARD + biesti.LIFTS + 1
EFFECTS = DRAWN + 1
STUCK, SPOILED, CHOICE, TAKEN, GIVEN, THREAT, OFFERS = range(7)
EFFECT = 7
SIZE = EFFECTS + OTHERS * EFFECT

WORKSPACE = np.dtype(
    [
        ("unseen", "u8"),  # the cards that the seat has not seen
        ("order", "i8", (OTHERS,)),  # the others, fewest cards first
        ("deals", "f8", (FULL * (biesti.KINDS + 1),)),  # in how many ways one, two, three cards of a kind can be dealt
        ("odds", "f8", (OTHERS, HANDS)),  # how likely each of them has each hand
        ("believed", "f8", (OTHERS, biesti.KINDS + 1)),  # how many cards of each kind that makes
        ("open", "f8", (OTHERS, biesti.LIFTS)),  # and how many that fit on each lift
    ]
)
"""Where the features of a seat are worked out."""


def _deals() -> list[list[int]]:
    """By hand: the places in `deals` whose product is the number of ways to be dealt it."""
    counted = [{kind: hand.count(kind) for kind in hand if kind != EMPTY} for hand in CARDS_IN.tolist()]
    places = [[(count - 1) * (biesti.KINDS + 1) + kind for kind, count in hand.items()] for hand in counted]
    return [found + [EMPTY] * (FULL - len(found)) for found in places]


_DEALS = np.array(_deals())
_COPIES = np.array(biesti.COPIES)


@compiled
def cards_of(state, seat):
    return np.int64(state.held[seat]) + np.int64(state.left[seat])


@compiled
def sort_rivals(state, seat, order):
    """Write the others into `order`, fewest cards first; returns how many there are."""
    count = 0
    for step in range(1, np.int64(state.players)):
        other = (seat + step) % np.int64(state.players)
        place = count
        while place > 0 and cards_of(state, order[place - 1]) > cards_of(state, other):
            order[place] = order[place - 1]
            place -= 1
        order[place] = other
        count += 1
    return count


@compiled
def believe(memory, workspace, place):
    """How likely each hand is, by what was laid and by what the seat has not seen."""
    held, likely = np.int64(memory.held[workspace.order[place]]), memory.likely[workspace.order[place]]
    odds, deals, believed = workspace.odds[place], workspace.deals, workspace.believed[place]
    total = 1e-30
    for hand in range(FIRST[held], FIRST[held + 1]):
        odds[hand] = likely[hand] * deals[_DEALS[hand, 0]] * deals[_DEALS[hand, 1]] * deals[_DEALS[hand, 2]]
        total += odds[hand]
    believed[:] = 0.0
    for hand in range(FIRST[held], FIRST[held + 1]):
        odds[hand] /= total
        for i in range(FULL):
            believed[CARDS_IN[hand, i]] += odds[hand]


@compiled
def count_deals(workspace):
    for kind in range(biesti.KINDS):
        count = biesti.count_of(workspace.unseen, kind)
        workspace.deals[kind] = count
        workspace.deals[biesti.KINDS + 1 + kind] = count * (count - 1) / 2
        workspace.deals[2 * (biesti.KINDS + 1) + kind] = count * (count - 1) * (count - 2) / 6
    workspace.deals[EMPTY] = 1.0


@compiled
def has_none(workspace, place, held, kinds):
    """How likely none of these kinds is in a hand."""
    chance = 0.0
    for a in range(biesti.KINDS if held > 0 else 0):
        if kinds >> a & 1:
            continue
        if held == 1:
            chance += workspace.odds[place, NUMBER[a, EMPTY, EMPTY]]
            continue
        for b in range(a, biesti.KINDS):
            if kinds >> b & 1:
                continue
            if held == 2:
                chance += workspace.odds[place, NUMBER[a, b, EMPTY]]
                continue
            for c in range(b, biesti.KINDS):
                if not kinds >> c & 1:
                    chance += workspace.odds[place, NUMBER[a, b, c]]
    return chance


@compiled
def expected(workspace, place, kinds):
    """The expected number of cards of these kinds in a hand."""
    total = 0.0
    for kind in range(biesti.KINDS):
        if kinds >> kind & 1:
            total += workspace.believed[place, kind]
    return total


@compiled
def write_common(state, memory, seat, workspace, features):
    """The features that do not depend on the card."""
    features[:COMMON] = 0.0
    own = cards_of(state, seat)
    workspace.unseen = resample.unseen_by(state, seat)
    count_deals(workspace)
    if memory.last != NOBODY:
        features[LAST + (0 if memory.last == seat else 1)] = 1.0
    features[OWN_LEFT] = own / biesti.DECK
    if 0 < own <= FEW:
        features[OWN_LEFT + own] = 1.0
    for place in range(sort_rivals(state, seat, workspace.order)):
        believe(memory, workspace, place)
        write_rival(state, memory, own, workspace, place, features[RIVALS + place * RIVAL :])
        for kind in range(biesti.KINDS):
            features[BELIEVED + kind] += workspace.believed[place, kind]
    for kind in range(biesti.KINDS):
        features[UNSEEN + kind] = biesti.count_of(workspace.unseen, kind) / _COPIES[kind]


@compiled
def write_rival(state, memory, own, workspace, place, features):
    other = workspace.order[place]
    cards = cards_of(state, other)
    features[LEAD] = (cards - own) / np.sqrt(max(cards + own, 1) + 0.0)
    features[LEFT] = cards / biesti.DECK
    features[BLOCKED] = has_none(workspace, place, np.int64(memory.held[other]), np.int64(biesti.kinds_that_fit(state)))
    if 0 < cards <= FEW:
        features[FEW_LEFT + cards - 1] = 1.0
    features[SINCE + np.int64(min(memory.since[other], PAUSES - 1))] = 1.0
    for lift in range(biesti.LIFTS):
        workspace.open[place, lift] = expected(workspace, place, biesti.KINDS_THAT_FIT[state.lifts[lift]])


@compiled
def write_hand(cards, features):
    """The kinds in a hand, and those that are there twice."""
    for kind in range(biesti.KINDS):
        held = biesti.count_of(cards, kind)
        features[kind] = 1.0 if held > 0 else 0.0
        features[biesti.KINDS + kind] = 1.0 if held > 1 else 0.0


@compiled
def write_lay(state, memory, seat, action, workspace, features):
    """The features of the position with this card laid; after `write_common`."""
    features[COMMON:] = 0.0
    hand = state.hand[seat]
    laid, on = np.int64(NO_CARD), np.int64(NO_CARD)
    if action != NO_CARD:
        laid, on = np.int64(action) // biesti.LIFTS, np.int64(action) % biesti.LIFTS
        hand -= biesti.one(laid)
        features[LAID + laid] = 1.0
        features[COVERED + state.lifts[on]] = 1.0
    write_hand(hand, features[HAND:])
    others = np.int64(0)
    for lift in range(biesti.LIFTS):
        at = SHOWN + shown_on(state, laid, on, lift)
        features[at + biesti.KINDS if features[at] > 0.0 else at] = 1.0
        if lift != on:
            others |= biesti.KINDS_THAT_FIT[state.lifts[lift]]
    after = others if on == NO_CARD else others | biesti.KINDS_THAT_FIT[laid]
    useful = write_ways(state, hand, laid, on, features)
    write_cards(state, hand, laid, on, others, features)
    if state.left[seat] > 0:
        features[DRAWN] = share_of(workspace.unseen, after)
    for place in range(np.int64(state.players) - 1):
        write_effect(state, memory, laid, on, others, after, useful, workspace, place, features)


@compiled
def shown_on(state, laid, on, lift):
    """What a lift shows once the card is laid."""
    return laid if lift == on else np.int64(state.lifts[lift])


@compiled
def share_of(cards, kinds):
    total, share = 0, 0
    for kind in range(biesti.KINDS):
        count = biesti.count_of(cards, kind)
        total += count
        share += count if kinds >> kind & 1 else 0
    return share / max(total, 1)


@compiled
def write_effect(state, memory, laid, on, others, after, useful, workspace, place, features):
    """What the card means to a rival."""
    held, at = np.int64(memory.held[workspace.order[place]]), EFFECTS + place * EFFECT
    features[at + STUCK] = has_none(workspace, place, held, after)
    features[at + CHOICE] = expected(workspace, place, after)
    if on != NO_CARD:
        features[at + SPOILED] = has_none(workspace, place, held, others) - features[RIVALS + place * RIVAL + BLOCKED]
        features[at + TAKEN] = workspace.open[place, on]
        features[at + GIVEN] = expected(workspace, place, biesti.KINDS_THAT_FIT[laid])
    hits, all_hits = 0.0, 1e-6
    for lift in range(biesti.LIFTS):
        hit = np.float64(features[at + GIVEN]) if lift == on else workspace.open[place, lift]
        all_hits += hit
        hits += hit if useful >> lift & 1 else 0.0
    features[at + THREAT] = hits / all_hits
    features[at + OFFERS] = all_hits / biesti.LIFTS


@compiled
def write_ways(state, hand, laid, on, features):
    """On which lifts the seat's cards fit then; returns the lifts as bits."""
    ways, useful, lifts, both = 0, 0, 0, False
    for lift in range(biesti.LIFTS):
        kinds, serves = biesti.KINDS_THAT_FIT[shown_on(state, laid, on, lift)], False
        for kind in range(biesti.KINDS):
            held = biesti.count_of(hand, kind)
            if held > 0 and kinds >> kind & 1:
                ways += held
                serves = True
                both = both or goes_on(state, hand - biesti.one(kind), laid, on, kind, lift)
        if serves:
            useful += 1
            lifts |= 1 << lift
    features[WAYS + min(ways, MOST_WAYS)] = 1.0
    features[USEFUL + useful] = 1.0
    features[BOTH] = 1.0 if both else 0.0
    return lifts


@compiled
def goes_on(state, hand, laid, on, then, there):
    """Whether another card fits after the next one."""
    kinds = np.int64(0)
    for lift in range(biesti.LIFTS):
        kinds |= biesti.KINDS_THAT_FIT[then if lift == there else shown_on(state, laid, on, lift)]
    for kind in range(biesti.KINDS):
        if kinds >> kind & 1 and biesti.count_of(hand, kind) > 0:
            return True
    return False


@compiled
def write_cards(state, hand, laid, on, others, features):
    """How many of the seat's cards fit then, how many on other lifts than this one, and the ways of the two best."""
    fitting, elsewhere, best, second = 0, 0, 0, 0
    for kind in range(biesti.KINDS):
        held = biesti.count_of(hand, kind)
        if held == 0:
            continue
        ways = 0
        for lift in range(biesti.LIFTS):
            ways += biesti.KINDS_THAT_FIT[shown_on(state, laid, on, lift)] >> kind & 1
        fitting += held if ways > 0 else 0
        elsewhere += held * (others >> kind & 1)
        if ways > best:
            best, second = ways, (ways if held > 1 else best)
        elif ways > second:
            second = ways
    features[FITTING + min(fitting, MOST_FITTING)] = 1.0
    features[ELSEWHERE + min(elsewhere, MOST_FITTING)] = 1.0
    features[BEST_CARD + best] = 1.0
    features[NEXT_CARD + second] = 1.0


@entry
def write_all(states, memories, seat, actions, workspaces, features):
    """The features of each of these actions, a row each."""
    for i in range(len(actions)):
        write_common(states[0], memories[0], seat, workspaces[0], features[i])
        write_lay(states[0], memories[0], seat, actions[i], workspaces[0], features[i])
