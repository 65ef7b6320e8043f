"""Biesti Boys: what everybody can infer about the hands from what is laid, and from what is not.

Whoever has a card that fits lays it soon: the more cards others lay meanwhile, the less likely it is held. So for every
hand that a seat may hold, the memory keeps how likely the game so far would have been with it.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from tafelrunde.games.biesti_boys import state as biesti
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.targets import arrays

FULL = int(biesti.LIMIT.max())
"""Larger hands only come about by wrong cards; nothing is known of them."""
EMPTY = biesti.KINDS
"""In place of a card; a hand has its empty places last."""
_HANDS = sorted(combinations_with_replacement(range(biesti.KINDS + 1), FULL), key=lambda hand: -hand.count(EMPTY))
HANDS = len(_HANDS)
_NUMBER_OF = {hand: number for number, hand in enumerate(_HANDS)}


def _replaced(hand: tuple[int, ...], place: int, card: int) -> int:
    """The number of the hand with another card in this place."""
    return _NUMBER_OF[tuple(sorted((*hand[:place], *hand[place + 1 :], card)))]


def _numbers() -> Any:
    numbers = np.zeros((biesti.KINDS + 1,) * FULL, np.int64)
    for hand, number in _NUMBER_OF.items():
        numbers[hand] = number
    return numbers


CARDS_IN = np.array(_HANDS, np.uint8)
KINDS_IN = np.array([sum(1 << kind for kind in set(hand) - {EMPTY}) for hand in _HANDS])
FIRST = np.array([*([hand.count(EMPTY) for hand in _HANDS].index(FULL - size) for size in range(FULL + 1)), HANDS])
"""By the number of cards: where the hands of that size begin."""
NUMBER = _numbers()
"""By its cards, in order: the number of a hand."""
WITH = np.array([[_replaced(hand, FULL - 1, kind) for kind in range(biesti.KINDS)] for hand in _HANDS], np.uint16)
"""A hand with one card more."""
WITHOUT = np.array(
    [[HANDS if hand[i] == EMPTY else _replaced(hand, i, EMPTY) for i in range(FULL)] for hand in _HANDS], np.uint16
)
"""A hand with one card less; HANDS: there is no such card."""

LONGEST = 7
"""The most cards of others that are counted; further ones make no difference."""
PASSES = np.ones((biesti.MAX_PLAYERS + 1, 2, LONGEST + 1, FULL + 1), np.float32)
PASSES[2, 0, :, 1:] = [[0.5, 0.5, 0.5], *[[0.11, 0.05, 0.04]] * LONGEST]
PASSES[2, 1, :, 1:] = [[0.5, 0.55, 0.6], *[[0.28, 0.22, 0.16]] * LONGEST]
PASSES[3, :, :, 1:] = [[0.75, 0.75, 0.75], *[[0.5, 0.48, 0.46]] * LONGEST]
PASSES[4, :, :, 1:] = [[0.8, 0.8, 0.8], *[[0.58, 0.55, 0.55]] * LONGEST]
"""How likely it is that the next card is another player's although one has cards that fit: by the number of players,
whether one of those cards has fitted since one's own last card, for how many cards of others, and how many fit. Counted
in games by the clock."""
LIKED = np.ones(biesti.KINDS, np.float32)
LIKED[biesti.STOP], LIKED[biesti.GO] = 0.3, 2.5
"""How readily a kind is laid when others fit, too."""
NOBODY = -1
UNKNOWN = -1

MEMORY = np.dtype(
    [
        ("lifts", "i1", (biesti.LIFTS,)),
        ("last", "i1"),  # who laid last; NOBODY on a new board
        ("held", "i1", (biesti.MAX_PLAYERS,)),
        ("since", "u1", (biesti.MAX_PLAYERS,)),  # cards of others since the seat's last one
        (
            "age",
            "u1",
            (biesti.MAX_PLAYERS, biesti.KINDS + 1),
        ),  # 1 + for how many of these the kind has fitted; 0: it does not fit
        (
            "likely",
            "f4",
            (biesti.MAX_PLAYERS, HANDS + 1),
        ),  # how likely the game so far is with this hand, up to a factor
        ("factors", "f4", (LONGEST + 2, FULL + 1)),
    ]
)


@compiled
def fitting_kinds(memory):
    kinds = np.int64(0)
    for lift in range(biesti.LIFTS):
        if memory.lifts[lift] != UNKNOWN:
            kinds |= biesti.KINDS_THAT_FIT[memory.lifts[lift]]
    return kinds


@compiled
def reset_ages(memory, seat, fitting):
    """The seat has just looked at the lifts: kinds that fit have fitted for one card."""
    memory.since[seat] = 0
    for kind in range(biesti.KINDS):
        memory.age[seat, kind] = fitting >> kind & 1


@compiled
def forget_hand(memory, seat, held):
    memory.held[seat] = min(held, FULL)
    memory.likely[seat, :] = 1.0
    memory.likely[seat, HANDS] = 0.0


@compiled
def laid(memory, players, seat, kind, lift):
    """A card was laid; whoever else had one that fits has passed."""
    remove_card(memory, seat, kind)
    memory.lifts[lift] = kind
    memory.last = seat
    fitting = fitting_kinds(memory)
    reset_ages(memory, seat, fitting)
    for other in range(players):
        if other != seat:
            pass_by(memory, players, other)
            memory.since[other] = min(memory.since[other] + 1, LONGEST)
            for shown in range(biesti.KINDS):
                age = min(memory.age[other, shown] + 1, LONGEST + 1)
                memory.age[other, shown] = age if fitting >> shown & 1 else 0


@compiled
def remove_card(memory, seat, kind):
    """Only hands with the card remain, as far as one would have laid it from them."""
    likely, held = memory.likely[seat], np.int64(max(memory.held[seat] - 1, 0))
    memory.held[seat] = held
    most = np.float32(0.0)
    for rest in range(FIRST[held], FIRST[held + 1]):
        likely[rest] = likely[WITH[rest, kind]] * chosen(memory, seat, rest, kind)
        most = max(most, likely[rest])
    for rest in range(FIRST[held], FIRST[held + 1]):
        likely[rest] = likely[rest] / most if most > 0.0 else np.float32(1.0)


@compiled
def chosen(memory, seat, rest, kind):
    """How likely this card is the one that is laid, given the rest of the hand."""
    liked = total = LIKED[kind]
    for i in range(FULL):
        other = CARDS_IN[rest, i]
        if other == kind:
            liked += LIKED[kind]
            total += LIKED[kind]
        elif memory.age[seat, other] != 0:
            total += LIKED[other]
    return liked / total


@compiled
def drew(memory, seat):
    """Any card of the hand may be the new one, which nobody knows."""
    likely, held = memory.likely[seat], np.int64(min(memory.held[seat] + 1, FULL))
    memory.held[seat] = held
    for hand in range(np.uint64(FIRST[held]), np.uint64(FIRST[held + 1])):
        likely[hand] = likely[WITHOUT[hand, 0]] + likely[WITHOUT[hand, 1]] + likely[WITHOUT[hand, 2]]


@compiled
def pass_by(memory, players, seat):
    """Another player was quicker: a hand with cards that fit is less likely."""
    ages, factors, since = memory.age[seat], memory.factors, memory.since[seat]
    factors[0, 0] = 1.0
    for age in range(LONGEST + 1):
        for fitting in range(FULL + 1):
            factors[age + 1, fitting] = PASSES[players, 1 if age == since else 0, age, fitting]
    held, likely = np.int64(memory.held[seat]), memory.likely[seat]
    for hand in range(np.uint64(FIRST[held]), np.uint64(FIRST[held + 1])):
        a, b, c = ages[CARDS_IN[hand, 0]], ages[CARDS_IN[hand, 1]], ages[CARDS_IN[hand, 2]]
        likely[hand] *= factors[max(a, b, c), min(a, 1) + min(b, 1) + min(c, 1)]


@compiled
def new_board(memory, players, lifts):
    """There is a new board, so nobody had a card that fits."""
    fitting = fitting_kinds(memory)
    for seat in range(players):
        held = np.int64(memory.held[seat])
        for hand in range(FIRST[held], FIRST[held + 1]):
            if KINDS_IN[hand] & fitting:
                memory.likely[seat, hand] = 0.0
    show(memory, players, lifts)


@compiled
def show(memory, players, lifts):
    for lift in range(biesti.LIFTS):
        memory.lifts[lift] = lifts[lift]
    memory.last = NOBODY
    fitting = fitting_kinds(memory)
    for seat in range(players):
        reset_ages(memory, seat, fitting)


# while a match is played


@compiled
def begin(memory, state):
    players = np.int64(state.players)
    for seat in range(players):
        forget_hand(memory, seat, np.int64(state.held[seat]))
    show(memory, players, state.lifts)


@compiled
def follow(memory, state, seat, action, left, boards):
    """A card was laid and everything that follows has happened; `left` cards and `boards` were there before."""
    players = np.int64(state.players)
    laid(memory, players, seat, action // biesti.LIFTS, action % biesti.LIFTS)
    if state.left[seat] < left:
        drew(memory, seat)
    if state.boards_left != boards:
        new_board(memory, players, state.lifts)


# from the events that a seat sees

LAID, DREW, NEW_BOARD, CAME_BACK = range(4)
_KIND = {card: kind for kind, card in enumerate(biesti.CARDS)}


@entry
def follow_events(memories, players, held, lifts, lines):
    """Follow lines of: what happened, who did it, and the card and lift or the new lifts."""
    memory = memories[0]
    for seat in range(players):
        forget_hand(memory, seat, held[seat])
    show(memory, players, lifts)
    for i in range(len(lines)):
        what, seat = lines[i, 0], lines[i, 1]
        if what == NEW_BOARD:
            new_board(memory, players, lines[i, 2:])
            continue
        held[seat] += -1 if what == LAID else 1
        if what == LAID:
            laid(memory, players, seat, lines[i, 2], lines[i, 3])
        elif what == DREW:
            drew(memory, seat)
        else:
            memory.lifts[lines[i, 3]] = lines[i, 4]
        if what == CAME_BACK or held[seat] + (what == LAID) > FULL:
            forget_hand(memory, seat, held[seat])


def memory_of(view: dict[str, Any], events: list[dict[str, Any]]) -> Any:
    """The memory of a match, by its events as any seat sees them."""
    memories, players = arrays.records(MEMORY), len(view["hand_sizes"])
    lines = [line for event in events if (line := _line(event)) is not None]
    held = list(view["hand_sizes"])
    lifts, known = [UNKNOWN] * biesti.LIFTS, True
    for what, seat, kind, lift, beneath, *_ in lines:
        known = known and what != NEW_BOARD
        if what != NEW_BOARD:
            held[seat] += 1 if what == LAID else -1
        if known and what in (LAID, CAME_BACK) and lifts[lift] == UNKNOWN:
            lifts[lift] = beneath if what == LAID else kind
    boards = (
        [[_KIND[card] for card in view["lifts"]]]
        if known
        else [board for board in biesti.BOARDS if _agree(lifts, board)]
    )
    if len(boards) == 1:
        lifts = [kind if lift == UNKNOWN else lift for lift, kind in zip(lifts, boards[0], strict=True)]
    happened = arrays.array("i8", lines) if lines else arrays.zeros("i8", 0, 2 + biesti.LIFTS)
    follow_events(memories, players, arrays.array("i8", held), arrays.array("i8", lifts), happened)
    return memories


def _agree(lifts: Sequence[int], board: Sequence[int]) -> bool:
    return all(lift in (UNKNOWN, kind) for lift, kind in zip(lifts, board, strict=True))


def _line(event: dict[str, Any]) -> list[int] | None:
    word = event["type"]
    if word == "new_board":
        return [NEW_BOARD, NOBODY, *(_KIND[card] for card in event["lifts"])]
    if word == "drew":
        return [DREW, event["seat"], 0, 0, 0, 0]
    if word in ("laid", "called_back"):
        what, seat = (LAID, event["seat"]) if word == "laid" else (CAME_BACK, event["owner"])
        return [what, seat, _KIND[event["card"]], event["lift"] - 1, _KIND[event["on"]], 0]
    return None
