"""Biberbande for two: the log-odds that an opponent plays at random, by what everybody sees it do.

    python -m tafelrunde.lab.training.biberbande.random_log_odds

prints the tables of `bots/biberbande/memory.py`: the logarithm of how much more often random does something than the
others do, in quarters of a nat, counted from games against the heuristic.
"""

import numpy as np

import tafelrunde as tr
from tafelrunde.bots.biberbande import heuristic
from tafelrunde.bots.biberbande.memory import (
    LONGEST,
    MEMORY,
    NONE,
    gone_by,
    new_match,
    points_of,
)
from tafelrunde.games.biberbande import state as biber
from tafelrunde.kernel import engine, verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import scramble, splitmix
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.lab.training.biberbande.games import carry_out
from tafelrunde.lab.training.biberbande.opponents import MOST_MOVES, OPPONENTS, new_room, opponent

MET = {"greedy": 0.55, "good": 0.2, "heuristic": 0.2, "gentle": 0.05}
"""The shares of opponents that do not play at random."""
PLAYERS = 2
MATCHES, SEED, QUARTERS = 20_000, 5, 4
LET_LIE, TOOK_UNKNOWN, TOOK_KNOWN, DISCARDED, REPLACED, UNSURE, TRADES, SPIES, KNOCKED, WENT_ON = range(10)
SIZES = {
    "LET_LIE": NONE,
    "TOOK_FOR_UNKNOWN": NONE,
    "TOOK_FOR_KNOWN": 2 * biber.NUMBERS - 1,
    "DISCARDED": biber.KINDS + 1,
    "REPLACED_KNOWN": biber.KINDS + 1,
    "REPLACED_UNKNOWN": 1,
    "TRADES": 1,
    "SPIES": 1,
    "KNOCKED_AFTER": LONGEST + 1,
    "WENT_ON_AFTER": LONGEST + 1,
}
WIDEST = max(SIZES.values())
DOUBT = 3.0
"""How often everything is taken to have been seen before."""


@compiled
def classify(state, memory, seat, action):
    """Which kind of act this is, and by what it is counted."""
    gone, had = gone_by(state, seat, action), min(np.int64(memory.round_turns[seat]), LONGEST)
    top = points_of(state.discard[state.discards - 1]) if state.discards > 0 else np.int64(NONE)
    if action == biber.DRAW:
        return LET_LIE, top
    if biber.TAKE <= action < biber.DRAW:
        if memory.knows[seat * biber.SLOTS + action - biber.TAKE] >> seat & 1:
            return TOOK_KNOWN, min(points_of(gone), biber.NUMBERS - 1) - top + biber.NUMBERS - 1
        return TOOK_UNKNOWN, top
    if action == biber.DISCARD:
        return DISCARDED, gone
    if biber.SWAP_IN <= action < biber.TRADE:
        sure = memory.knows[seat * biber.SLOTS + action - biber.SWAP_IN] >> seat & 1
        return (REPLACED, gone) if sure else (UNSURE, np.int64(0))
    if action >= biber.KNOCK:
        return (KNOCKED if action == biber.KNOCK else WENT_ON), had
    return (TRADES if action < biber.SPY_ON else SPIES), np.int64(0)


@entry
def observe(states, memories, kind, seed, matches, counts, out, room):
    """Count what opponents of this kind do where they have a choice."""
    state, memory, word = states[0], memories[0], np.uint64(seed)
    for number in range(matches):
        states[0] = states[1]
        engine.begin(state, seed, np.uint64(number))
        engine.settle(state)
        new_match(memory)
        while not verbs.over(state):
            seat = lowest(verbs.actors(state))
            count = verbs.moves(state, seat, out)
            word = splitmix(word)
            if seat == number % PLAYERS:
                action = np.int64(heuristic.choose(state, seat, out, count, heuristic.WEIGHTS))
            else:
                action = np.int64(opponent(kind, state, seat, out, count, scramble(word), room))
                if count > 1 and action != biber.TWO:
                    counts[classify(state, memory, seat, action)] += 1
            carry_out(state, memory, seat, action)


def frequencies(name):
    """How often an opponent does each thing, among all that it does in such a place."""
    states, memories = np.repeat(tr.load("biberbande", players=PLAYERS).blank(), 2), np.zeros(1, MEMORY)
    counts = np.zeros((len(SIZES), WIDEST))
    out, room = np.zeros(MOST_MOVES, np.int32), new_room()
    observe(states, memories, OPPONENTS.index(name), np.uint64(SEED), MATCHES, counts, out, room)
    counts += DOUBT
    at_first = counts[[LET_LIE, TOOK_UNKNOWN]].sum(0) + counts[TOOK_KNOWN].sum() / NONE
    counts[[LET_LIE, TOOK_UNKNOWN]] /= at_first
    counts[TOOK_KNOWN] /= at_first[:NONE].sum()
    counts[DISCARDED:KNOCKED] /= counts[DISCARDED:KNOCKED].sum()
    counts[KNOCKED:] /= counts[KNOCKED:].sum(0)
    return counts


def main() -> None:
    """Print the tables."""
    usual = sum(share * frequencies(name) for name, share in MET.items())
    odd = np.round(QUARTERS * np.log(frequencies("random") / usual)).astype(int)
    for (name, size), row in zip(SIZES.items(), odd, strict=True):
        print(name, row[:size].tolist())


if __name__ == "__main__":
    main()
