"""Biberbande: games as a graphics card plays them for the training.

Each option of each table is tried by a thread of its own: some tables have eighty, and nobody should wait for them.
"""

from collections.abc import Mapping
from typing import Any

import numba
import numpy as np

from tafelrunde.bots.biberbande.memory import MEMORY
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel.compiled import compiled
from tafelrunde.kernel.targets.gpu.kernels import Kernel
from tafelrunde.kernel.targets.gpu.own import own
from tafelrunde.lab.training.biberbande.games import TABLE, finish, try_option
from tafelrunde.lab.training.biberbande.match_value import LEADS
from tafelrunde.lab.training.biberbande.opponents import MOST_MOVES

SLOTS, KINDS = biber.SEATS * biber.SLOTS, biber.KINDS


@compiled
def own_room():
    """What the opponents work in, in memory of the thread's own."""
    return own(np.float64, MOST_MOVES), own(np.bool_, SLOTS), own(np.float64, SLOTS), own(np.int64, KINDS)


@compiled
def own_desk(states, memories, tables):
    """What a table works with."""
    room = own_room()
    now, after = (
        (own(states, 1), own(memories, 1), own(tables, 1)),
        (own(states, 1), own(memories, 1), own(tables, 1)),
    )
    return *now, *after, own(np.int32, MOST_MOVES), own(np.int32, MOST_MOVES), room


@compiled
def tries(
    thread,
    threads,
    states,
    memories,
    tables,
    lead_worth,
    row_worth,
    of_table,
    of_option,
    chosen,
    every,
    branches,
    ended,
    next_states,
    next_memories,
    next_tables,
    options,
    counts,
):
    """Look where each of these options of these tables leads, and note where the chosen ones do."""
    desk, values = own_desk(states, memories, tables), (lead_worth, row_worth)
    state, memory, table, out = desk[0], desk[1], desk[2], desk[6]
    for row in range(thread, len(of_table), threads):
        number, option = of_table[row], of_option[row]
        count = try_option(number, option, states, memories, tables, values, row, every, branches, ended, desk)
        if option == chosen[number]:
            next_states[number], next_memories[number], next_tables[number] = state[0], memory[0], table[0]
            counts[number] = count
            for i in range(count):
                options[number, i] = out[i]


@compiled
def go(
    thread,
    threads,
    states,
    blanks,
    memories,
    tables,
    lead_worth,
    row_worth,
    next_states,
    next_memories,
    next_tables,
    options,
    counts,
    facts,
    legal,
):
    """Go where the chosen options lead, to the next decision of every table."""
    out, room, values = own(np.int32, MOST_MOVES), own_room(), (lead_worth, row_worth)
    for number in range(thread, len(tables), threads):
        states[number], memories[number] = next_states[number], next_memories[number]
        tables[number] = next_tables[number]
        for i in range(counts[number]):
            out[i] = options[number, i]
        finish(number, states, blanks, memories, tables, values, out, counts[number], facts, legal, room)


def kernels() -> Mapping[str, Kernel]:
    """The kernels with the types of what they are given."""
    states, memories, tables = (np.zeros(1, kind) for kind in (biber.STATE, MEMORY, TABLE))
    values = np.zeros((1, 1, 2, len(LEADS)), np.float32), np.zeros((1, 1, 2))
    numbers, bytes_, ended = np.zeros(1, np.int64), np.zeros((2, 2), np.uint8), np.zeros((2, 2), np.float32)
    after = states, memories, tables, np.zeros((2, 2), np.int32, "F"), numbers
    given: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "tries": (
            tries,
            (states, memories, tables, *values, numbers, numbers, numbers, True, bytes_, ended, *after),
        ),
        "go": (go, (states, states, memories, tables, *values, *after, bytes_, bytes_)),
    }
    return {
        name: Kernel(each, tuple(map(numba.typeof, (0, 1, *arguments)))) for name, (each, arguments) in given.items()
    }
