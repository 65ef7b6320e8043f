"""Compiled code for batches: who decides, what they may know and choose, and one decision in each game.

A game is an entry of every array. Arrays are handed on whole, with the number of the game: to take a part of an array
costs more than most of what is done with it. Only its state may be elsewhere (`place[at]`), in memory that is nearer.
"""

import numpy as np

from tafelrunde.kernel import verbs
from tafelrunde.kernel.bits import lowest
from tafelrunde.kernel.chance import below, scramble
from tafelrunde.kernel.compiled import compiled, entry
from tafelrunde.kernel.engine import apply, begin, pick_actor, settle

PROGRESS = np.dtype(
    [
        ("number", "u8"),  # which the deal follows from
        ("decisions", "u4"),  # made so far
        ("open", "i4"),  # how many actions can still be chosen
        ("part", "u1"),  # of the action that is being chosen
    ],
    align=True,
)


@compiled
def lot(seed, progress):
    """A random word for this decision, which neither deal nor dice depend on."""
    return scramble(seed ^ scramble(progress.number ^ scramble(np.uint64(progress.decisions))))


@compiled
def show(i, state, seat, part, actions, count, mask):
    """Mark what can be chosen in this part of the action."""
    for number in range(mask.shape[1]):
        mask[i, number] = False
    for k in range(count):
        mask[i, verbs.choice(state, seat, actions[i, k], part)] = True


@compiled
def ask(i, state, progress, actions, seed, in_turn, actor, mask, observation, done):
    """Write down who decides in a game, what they may know, and what they can choose.

    Of several who may act it is the one with the lowest seat, in a race one by lot.
    """
    game = progress[i]
    for number in range(observation.shape[1]):
        observation[i, number] = 0
    game.part = 0
    if verbs.over(state):
        done[i] = True
        actor[i] = -1
        game.open = 0
        for number in range(mask.shape[1]):
            mask[i, number] = False
        return
    acting = verbs.actors(state)
    seat = np.int64(lowest(acting) if in_turn else pick_actor(acting, lot(seed, game)))
    actor[i] = seat
    count = verbs.moves(state, seat, actions[i])
    game.open = count
    show(i, state, seat, 0, actions, count, mask)
    verbs.observe(state, seat, observation[i])


@compiled
def deal(place, at, states, number, seed):
    """A new game with this number; the last state has the options."""
    place[at] = states[len(states) - 1]
    begin(place[at], seed, number)
    settle(place[at])


@compiled
def pay(i, state, scores, reward):
    """+1 for winners and −1 for losers; 0 for all if nobody loses."""
    winners = np.int64(verbs.score(state, scores))
    players = np.int64(state.players)
    somebody_lost = winners != (1 << players) - 1
    for seat in range(players):
        reward[i, seat] = (1.0 if winners >> seat & 1 else -1.0) if somebody_lost else 0.0


@compiled
def choose(i, choice, state, game, actions, actor, mask, observation, width):
    """Choose a part of an action: the action if that was its last part, otherwise -1."""
    seat, part = np.int64(actor[i]), np.int64(game.part)
    game.decisions += 1
    kept = 0
    for k in range(game.open):
        action = actions[i, k]
        if verbs.choice(state, seat, action, part) == choice:
            if verbs.choice(state, seat, action, part + 1) < 0:
                return np.int64(action)
            actions[i, kept] = action
            kept += 1
    game.open = kept
    game.part = part + 1
    observation[i, width + part * mask.shape[1] + choice] = 1
    show(i, state, seat, part + 1, actions, kept, mask)
    return np.int64(-1)


@compiled
def start_game(i, place, at, states, progress, actions, seed, in_turn, actor, mask, observation, done):
    """Deal a game."""
    deal(place, at, states, progress[i].number, seed)
    ask(i, place[at], progress, actions, seed, in_turn, actor, mask, observation, done)


@compiled
def step_game(
    i,
    place,
    at,
    states,
    progress,
    actions,
    seed,
    in_turn,
    actor,
    mask,
    observation,
    done,
    choices,
    reward,
    scores,
    width,
):
    """One decision in a game, which begins anew if it is over."""
    for seat in range(reward.shape[1]):
        reward[i, seat] = 0.0
    state = place[at]
    if done[i]:
        done[i] = False
        progress[i].number += np.uint64(len(done))
        progress[i].decisions = 0
        deal(place, at, states, progress[i].number, seed)
    else:
        action = choose(i, choices[i], state, progress[i], actions, actor, mask, observation, width)
        if action < 0:
            return
        apply(state, np.int64(actor[i]), action)
        if verbs.over(state):
            pay(i, state, scores, reward)
    ask(i, state, progress, actions, seed, in_turn, actor, mask, observation, done)


@compiled
def is_refused(i, choices, mask, done):
    """Whether this cannot be chosen in a game."""
    return not done[i] and (choices[i] < 0 or choices[i] >= mask.shape[1] or not mask[i, choices[i]])


@compiled
def pick_in_game(i, state, progress, actions, seed, actor, choices):
    """Something by chance in a game, so that all its actions are equally likely; 0 where it is over."""
    choices[i] = 0
    if progress[i].open > 0:
        action = actions[i, below(lot(~seed, progress[i]), progress[i].open)]
        choices[i] = verbs.choice(state, np.int64(actor[i]), action, np.int64(progress[i].part))


@entry
def start(first, end, states, progress, actions, seed, in_turn, actor, mask, observation, done):
    """Deal these games."""
    for i in range(first, end):
        start_game(i, states, i, states, progress, actions, seed, in_turn, actor, mask, observation, done)


@entry
def step(
    first, end, states, progress, actions, seed, in_turn, actor, mask, observation, done, choices, reward, scores, width
):
    """One decision in each of these games; one that is over begins anew."""
    for i in range(first, end):
        step_game(
            i,
            states,
            i,
            states,
            progress,
            actions,
            seed,
            in_turn,
            actor,
            mask,
            observation,
            done,
            choices,
            reward,
            scores,
            width,
        )


@entry
def refused(choices, mask, done):
    """The first game in which this cannot be chosen; -1 if there is none."""
    for i in range(len(choices)):
        if is_refused(i, choices, mask, done):
            return i
    return -1


@entry
def pick(first, end, states, progress, actions, seed, actor, choices):
    """Something by chance in each of these games."""
    for i in range(first, end):
        pick_in_game(i, states[i], progress, actions, seed, actor, choices)


@entry
def look(states, seat, out):
    """What a seat may know of one game."""
    verbs.observe(states[0], seat, out)


@entry
def choice(states, seat, action, part):
    """What is chosen in a part of an action; -1 if it has no such part."""
    return verbs.choice(states[0], seat, action, part)
