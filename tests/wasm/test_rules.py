"""The rules in WebAssembly: whole games, every verb step by step, and whatever else a game's Python face calls."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import tafelrunde as tr
from tafelrunde.kernel import engine
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import TABLE
from tafelrunde.kernel.targets.wasm.build import Built, build
from tafelrunde.kernel.targets.wasm.entries import rules_of
from tests.every import option_sets, random_match

from .script import Script

GAMES, TRACED, PLAYED = 1000, 20, 3
SEED = 20241
MOST_DECISIONS = 300
JUDGED = 8
"""So many actions are judged for each seat at each decision, beside the legal ones."""

per_game = pytest.mark.parametrize("name", tr.games())


def rules(name: str) -> Built:
    """The module of a game's rules."""
    return build(rules_of(partial(tr.load, name)))


@per_game
def test_random_games_end_alike(name: str, tmp_path: Path) -> None:
    script = Script()
    for options in option_sets(name):
        game = tr.load(name, **options)
        states = script.array(np.concatenate([game.blank(), game.blank()]))
        lengths, totals = script.array(np.zeros(1, np.int64)), [script.array(np.zeros(8, np.int64)) for _ in range(2)]
        out, scores = script.array(np.zeros(game.MAX_MOVES, np.int32)), script.array(np.zeros(8, np.int32))
        kinds = script.array(np.zeros(len(game.KINDS), np.int64))
        for number in range(GAMES):
            given = (states, np.uint64(SEED), number, lengths, out, scores, *totals, kinds)
            script.call("engine.playouts", engine.playouts, *given)
            if number % 100 == 99:
                script.check(f"{options}, up to game {number}")
    script.replay(rules(name), tmp_path)


@per_game
def test_every_verb_step_by_step(name: str, tmp_path: Path) -> None:
    script, sets = Script(), option_sets(name)
    for number in range(TRACED):
        options = sets[number * len(sets) // TRACED] if len(sets) > TRACED else sets[number % len(sets)]
        trace(script, tr.load(name, **options), number)
        script.check(f"{options}, game {number}")
    script.replay(rules(name), tmp_path)


@per_game
def test_what_python_calls(name: str, tmp_path: Path) -> None:
    """Every entry, called by views, effects, refusals, events and positions, as it really is called."""
    script, built = Script(), rules(name)
    sets = option_sets(name)
    tr.load(name).blank()
    with script.recording(built.part.places):
        for number in range(PLAYED):
            game = tr.load(name, **sets[-number % len(sets)])
            for match, seat, _ in random_match(game, seed=number, most=120):
                match.view(seat), match.effects(seat), match.blocked_moves(seat)
            tr.from_position(match.position())
            script.check(f"{game.options}, game {number}")
    described = json.loads(built.description.read_text())
    never = {"engine.playouts", "engine.resample"}
    assert script.calls.keys() == described["exports"].keys() - never, "some entries are never compared"
    script.replay(built, tmp_path)


def test_a_difference_is_noticed(tmp_path: Path) -> None:
    script = Script()
    script.call("state.seat_before", lambda turn, players: turn, 1, 4)
    script.check("the player before")
    with pytest.raises(AssertionError, match="the player before: not the same after 1 calls"):
        script.replay(rules("denkste"), tmp_path)


def trace(script: Script, game: Game, number: int) -> None:
    """One game: every seat is asked, and many an illegal action is judged."""
    states, twin = script.array(game.blank()), script.array(game.blank())
    out, scores = script.array(np.zeros(game.MAX_MOVES, np.int32)), script.array(np.zeros(8, np.int32))
    chance = np.random.default_rng(number)
    seats = list(range(game.players))

    def settle() -> None:
        while script.call("engine.step", engine.step, states):
            pass

    script.call("engine.setup", engine.setup, states, np.uint64(SEED), np.uint64(number))
    settle()
    for decision in range(MOST_DECISIONS):
        script.call("engine.outcome", engine.outcome, states, scores)
        assert script.call("engine.sound", engine.sound, states)
        mask = int(script.call("engine.actors", engine.actors, states))
        found = {}
        for seat in [*seats, *([TABLE] if game.TABLE_ACTS else [])]:
            count = script.call("engine.moves", engine.moves, states, seat, out)
            found[seat] = out[:count].tolist()
            for action in [*found[seat], *chance.integers(game.ACTIONS, size=JUDGED).tolist()]:
                script.call("engine.judge", engine.judge, states, seat, action)
        for seat in [*seats, TABLE]:
            script.copy(states, twin)
            script.call("engine.resample", engine.resample, twin, seat, np.uint64(decision), np.uint64(number))
        able = [seat for seat in seats if mask >> seat & 1]
        if not able:
            break
        seat = able[chance.integers(len(able))]
        script.call("engine.act", engine.act, states, seat, found[seat][chance.integers(len(found[seat]))])
        settle()
