"""What is learned on a graphics card: from the same games as on a processor, and down the slope."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from tafelrunde.bots.beam_me_up import network as beam_network
from tafelrunde.bots.beam_me_up import turn_solver
from tafelrunde.bots.beam_me_up.turn_solver import DEPTH
from tafelrunde.bots.dog import network
from tafelrunde.bots.dog.features import ROWS
from tafelrunde.bots.dog.search import evaluator, new_states
from tafelrunde.games.beam_me_up.game import BeamMeUp
from tafelrunde.games.biberbande.game import Biberbande
from tafelrunde.games.dog import state as dog
from tafelrunde.games.dog.game import Dog
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.targets.gpu.build import ptx
from tafelrunde.lab.training.beam_me_up import card_kernels as beam_card_kernels
from tafelrunde.lab.training.beam_me_up import games as beam_games
from tafelrunde.lab.training.beam_me_up import on_card as beam_on_card
from tafelrunde.lab.training.beam_me_up import train as beam_train
from tafelrunde.lab.training.biberbande import card_kernels as biber_card_kernels
from tafelrunde.lab.training.biberbande import on_card as biber_on_card
from tafelrunde.lab.training.biberbande.configs import CONFIGS
from tafelrunde.lab.training.biberbande.games import Games
from tafelrunde.lab.training.biberbande.opponents import OPPONENTS
from tafelrunde.lab.training.card import Learner
from tafelrunde.lab.training.dog import card_kernels, on_card, train
from tafelrunde.lab.training.dog.targets import EXPLORE
from tafelrunde.lab.training.dog.untrained import untrained

from .processor import Processor

GAMES, ROOM, TURNS, TABLES = 4, 5000, 3000, 2


@pytest.mark.thorough
def test_the_games_are_those_of_a_processor() -> None:
    net = tuple(part.copy() for part in network.learned())
    table = on_card.self_play(Processor(card_kernels.kernels()), TABLES, ROOM, seed=3)
    features, counts, worth = table.play(TURNS, np.int64(EXPLORE), *net)
    ended, moves = table.played
    assert ended >= TABLES * GAMES and moves > 200 * ended
    there = {
        (*row[:count].tolist(), round(float(value), 5))
        for row, count, value in zip(features, counts, worth, strict=True)
    }

    states = new_states()
    states["players"] = dog.SEATS
    notes = (*train.buffers(train.LONGEST), np.empty(train.LONGEST, np.int64), np.empty(train.LONGEST))
    batch = (*train.buffers(ROOM), np.empty(ROOM))
    for seed in np.random.default_rng(3).integers(2**63, size=TABLES):
        kept, _ = train.play(states, np.uint64(seed), GAMES, EXPLORE, evaluator(net), notes, batch)
        assert kept > 100 * GAMES / 2
        for row, count, value in zip(*(part[:kept] for part in batch), strict=True):
            assert (*row[:count].tolist(), round(float(np.float32(value)), 5)) in there


@pytest.mark.thorough
def test_the_turns_are_those_of_a_processor() -> None:
    """Beam me up: each position is worth what was hoped for next, and what came of it, as it is taught there."""
    players, seed, count = 3, np.uint64(7), 2
    net = beam_network.learned(players)
    net = tuple(part.copy() for part in net)
    table = beam_on_card.self_play(Processor(beam_card_kernels.kernels()), players, count, ROOM)
    found = table.play(150, seed, *net)
    ended, turns = table.played
    assert count < ended < turns / 15
    there = {(*row.tolist(), round(float(worth), 5)) for row, _, worth in zip(*found, strict=True)}
    states = np.repeat(BeamMeUp(players=players, boards="random").blank(), DEPTH + 1)
    room, ups, hopes, out, *_ = beam_train.new_desk(players)
    for game in range(count):
        states[0] = states[DEPTH]
        beam_games.deal(states[0], seed, game, out)
        told = []
        while not states[0]["winners"]:
            at = int(states[0]["turn"])
            hoped = turn_solver.solve_turn(states, at, net, room, ups, hopes)
            beam_games.take_turn(states, at, net, room, ups, hopes, out)
            beam_network.write_features(states[0], at, room[0])
            told.append(
                (at, [place * beam_network.FEATURES + n for place, row in enumerate(room[0]) for n in row], hoped)
            )
        winner, worth = told[-1][0], dict.fromkeys(range(players), 0.0)
        worth[winner] = 1.0
        for number, (at, features, hoped) in reversed(list(enumerate(told))):
            if number < len(told) - 1:
                assert (*features, round(float(np.float32(worth[at])), 5)) in there
            worth[at] = beam_games.TRACE * worth[at] + (1 - beam_games.TRACE) * hoped


@pytest.mark.thorough
@pytest.mark.parametrize("network", ["usual", "many"])
def test_the_tables_are_those_of_a_processor(network: str) -> None:
    """Biberbande: what is seen, what may be done, where every action leads, and what is counted, step by step."""
    config, card = CONFIGS[network], Processor(biber_card_kernels.kernels())
    values = [config.match_value(len(OPPONENTS)) for _ in range(2)]
    here = config.tables(24, config.shares, 1, partial(Games, threads=2), values[0])[0]
    there = config.tables(24, config.shares, 1, partial(biber_on_card.CardGames, on=card), values[1])[0]
    chance, ended = np.random.default_rng(1), 0
    for step in range(150):
        assert (here.facts == there.facts).all() and (here.legal == there.legal).all(), step
        chosen = np.array([chance.choice(np.flatnonzero(legal)) for legal in here.legal])
        for games in (here, there):
            games.start(chosen, every=step % 5 != 0)
            games.wait()
            games.count_rounds()
        assert here.count == there.count
        for branches in ("branches", "ended"):
            assert (getattr(here, branches)[: here.count] == getattr(there, branches)[: there.count]).all()
        for one, other in zip((*here.notes(), here.shares()), (*there.notes(), there.shares()), strict=True):
            assert (one == other).all()
        for value in values:
            value.update()
        ended += here.ended_matches().sum()
    assert ended > 20 and (values[0].counts == values[1].counts).all()


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "folders", "make"),
    [
        (Dog(), on_card.FOLDERS, card_kernels.kernels),
        (BeamMeUp(), beam_on_card.FOLDERS, beam_card_kernels.kernels),
        (Biberbande(), biber_on_card.FOLDERS, biber_card_kernels.kernels),
    ],
    ids=["dog", "beam-me-up", "biberbande"],
)
def test_self_play_becomes_ptx(game: Game, folders: tuple[str, ...], make: Callable[[], Any]) -> None:
    text = ptx(game, folders, make).read_text()
    assert all(f".entry {name}(" in text for name in make()) and ".extern" not in text
    if game.name == "dog":
        assert "ld.v4.b32" in text, "four weights are read at a time"


def test_it_learns_down_the_slope() -> None:
    chance = np.random.default_rng(5)
    counts = chance.integers(10, 60, 64).astype(np.uint8)
    batch = (chance.integers(0, ROWS, (64, 80)).astype(np.int16), counts, chance.random(64).astype(np.float32))
    learner = Learner(tuple(part.astype(np.float64) for part in untrained(1)), np)
    loss, slopes = learner.slopes(*batch)
    for part, slope in zip(learner.net, slopes, strict=True):
        where = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        part[where] += 1e-6
        above = learner.slopes(*batch)[0]
        part[where] -= 1e-6
        assert (above - loss) / 1e-6 == pytest.approx(slope[where], rel=1e-3)
    guess, hidden = network.evaluate, np.zeros(network.HIDDEN, np.float32)
    learner = Learner(untrained(1), np)
    expected = [
        guess(row.astype(np.int32), int(count), learner.net, hidden) for row, count in zip(*batch[:2], strict=True)
    ]
    of_two = -(batch[2] * np.log(expected) + (1 - batch[2]) * np.log(1 - np.array(expected))).mean()
    assert learner.slopes(*batch)[0] == pytest.approx(of_two, rel=1e-5), "it is the network of the player"
    losses = [learner.learn(batch, 1e-2, together=64)]
    assert all(np.allclose(kept, new) for kept, new in zip(learner.kept, learner.net, strict=True)), "nothing is older"
    losses += [learner.learn(batch, 1e-2, together=16) for _ in range(20)]
    assert losses[-1] < 0.9 * losses[0]
    assert learner.slopes(*batch)[0] < losses[0], "the weights that are played with"
