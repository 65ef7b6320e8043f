"""Beam me up: what everybody sees and what a seat can choose, as numbers for those who learn."""

import numpy as np

from tafelrunde.games.beam_me_up import climbing
from tafelrunde.games.beam_me_up import state as beam
from tafelrunde.kernel.batch.seats import relative
from tafelrunde.kernel.batch.spec import Encoding, Part
from tafelrunde.kernel.bits import lowest

SEATS = 4
FIELDS = beam.STONES * beam.ROWS
BOARDS = len(beam.BOARDS)
PHASES = 4
FACES = len(beam.NUMBERS)


def _named(action: int) -> str:
    """What an action stands for, in words."""
    if action < beam.KEEP:
        columns = beam.LIFTS[action] if action < beam.NEVER_LIFTED else ()
        return "lift " + " ".join(beam.COLUMNS[column] for column in columns) if columns else "never"
    if action < beam.STAND:
        dice = beam.DICE[action - beam.KEEP] if action < beam.NEVER_KEPT else None
        return "never" if dice is None else " ".join(["keep", *map(str, dice)])
    if action == beam.STAND:
        return "stand"
    if action < beam.BOOST:
        up = action - beam.UP
        parts = beam.UPS[up] if up < beam.NEVER_UP else ()
        return "up " + " ".join(f"{beam.COLUMNS[column]}+{steps}" for column, steps in parts) if parts else "never"
    return f"boost {beam.COLUMNS[action - beam.BOOST]}" if action < beam.SKIP else "skip"


SPEC = Encoding(
    observation=(
        Part("players", 1, SEATS, "how many play"),
        Part("stones", SEATS * FIELDS, 1, "seat by seat: where the stones are, column by column, the lowest row first"),
        Part("board", SEATS * BOARDS, 1, "seat by seat: " + ", ".join(beam.NAMES)),
        Part("joker", SEATS, 1, "seat by seat: a stone is on a blue star"),
        Part("turn", SEATS, 1, "whose turn it is"),
        Part("starter", SEATS, 1, "who began"),
        Part("phase", PHASES, 1, "lifting, rolling, moving, boosting"),
        Part("dice", FACES, beam.DICE_COUNT, "how many dice show each number"),
        Part("throw", 1, beam.THROWS, "how many throws were made this turn"),
        Part("boosts", 1, beam.MOST_BOOSTS, "how many rockets are left to use"),
    ),
    choices=([_named(action) for action in range(beam.ACTIONS)],),
)


@beam.rule
def observe(state, seat, out):
    players = np.int64(state.players)
    out[0] = players
    boards = 1 + SEATS * FIELDS
    jokers = boards + SEATS * BOARDS
    for other in range(players):
        place = relative(seat, other, players)
        stones = state.stones[other]
        while stones != 0:
            out[1 + place * FIELDS + lowest(stones)] = 1
            stones &= stones - np.uint64(1)
        out[boards + place * BOARDS + state.board[other]] = 1
        out[jokers + place] = climbing.has_joker(state, other)
    at = jokers + SEATS
    out[at + relative(seat, state.turn, players)] = 1
    out[at + SEATS + relative(seat, state.starter, players)] = 1
    at += 2 * SEATS
    out[at + state.phase] = 1
    at += PHASES
    counts = beam.COUNTS[state.dice]
    for face in range(FACES):
        out[at + face] = counts >> 4 * face & 15
    out[at + FACES] = state.throw
    out[at + FACES + 1] = state.boosts


@beam.rule
def choice(state, seat, action, part):
    return action if part == 0 else -1
