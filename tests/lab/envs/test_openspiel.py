"""OpenSpiel: its own tests, and that its games are ours."""

import json
import subprocess
import sys
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts

import tafelrunde as tr
from tafelrunde.lab.envs import openspiel

from ...playthroughs.openspiel import FILE, playthrough
from . import won

openspiel.register()

GAMES = {name: f"python_tafelrunde_{name.replace('-', '_')}" for name in tr.games()}
OPEN = "beam-me-up"
"""There everybody sees everything."""


def step(state: Any, choice: np.random.RandomState) -> None:
    """Something that is possible, by chance or by a player."""
    chance = state.is_chance_node()
    state.apply_action(
        int(choice.choice([each for each, _ in state.chance_outcomes()] if chance else state.legal_actions()))
    )


def decide(state: Any, choice: np.random.RandomState) -> None:
    """Go on until somebody has to decide."""
    while state.is_chance_node():
        step(state, choice)


@pytest.mark.parametrize("name", GAMES)
def test_the_owners_random_simulation(name: str) -> None:
    """With clones, texts, masks, and states sent through bytes; cut off, for a text tells all that has happened."""
    game = pyspiel.load_game(GAMES[name], {"max_decisions": 40})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_owners_api_test(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = api_test.sample_some_states.sample_some_states
    monkeypatch.setattr(api_test.sample_some_states, "sample_some_states", lambda game, max_states: sample(game, 60))
    kind = type("Ours", (api_test.EnforceAPIOnPartialTreeBase,), {})
    kind.game_name, kind.game = GAMES[name], pyspiel.load_game(GAMES[name])  # type: ignore[attr-defined]
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 5 and not result.skipped
    assert result.wasSuccessful(), result.errors + result.failures


def test_the_playthrough() -> None:
    assert playthrough() == FILE.read_text(encoding="utf-8"), "see the difference with `make playthroughs`"


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_is_the_same_for_the_player(name: str) -> None:
    """As OpenSpiel's own test in C++ has it, which cannot ask games in Python. It is the same whatever is hidden."""
    state, choice = pyspiel.load_game(GAMES[name]).new_initial_state(), np.random.RandomState(2)
    changed = 0
    for number in range(60):
        decide(state, choice)
        if state.is_terminal():
            break
        for player in range(state.num_players()) if number % 5 == 0 else ():
            twin = state.resample_from_infostate(player, choice.random_sample)
            for seen in (twin, twin.resample_from_infostate(player, choice.random_sample).clone()):
                assert seen.information_state_string(player) == state.information_state_string(player)
                assert seen.information_state_tensor(player) == state.information_state_tensor(player)
                assert seen.observation_string(player) == state.observation_string(player)
                assert seen.current_player() == state.current_player() and not seen.history()
            if player == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
            changed += str(twin) != str(state)
            play_a_little(twin, choice)
        step(state, choice)
    assert (changed > 0) == (name != OPEN)


def play_a_little(state: Any, choice: np.random.RandomState) -> None:
    """A resampled state can be played."""
    for _ in range(10):
        if not state.is_terminal():
            step(state, choice)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_won_is_what_the_match_says(name: str) -> None:
    game = pyspiel.load_game(GAMES[name])
    state, choice = game.new_initial_state(), np.random.RandomState(3)
    while not state.is_terminal():
        assert set(state.returns()) == {0.0}
        step(state, choice)
    assert state.returns() == won(state.node.match)
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == (sum(state.returns()) == 0.0)


def test_who_looks_ahead_does_not_find_out_what_only_chance_knows() -> None:
    """The same throw of dice comes out differently in every copy, and is not decided before it is made."""
    state, choice = pyspiel.load_game(GAMES[OPEN]).new_initial_state(), np.random.RandomState(4)
    decide(state, choice)
    while not state.is_chance_node():
        step(state, choice)
    thrown = set()
    for outcome, share in state.chance_outcomes():
        assert share == 1 / 256
        thrown.add(json.dumps(json.loads(str(state.child(outcome)))["dice"]))
    assert len(thrown) > 20


def test_in_a_race_chance_says_who_is_quickest() -> None:
    state, choice = pyspiel.load_game(GAMES["biesti-boys"]).new_initial_state(), np.random.RandomState(5)
    several = 0
    for _ in range(60):
        if state.is_chance_node() and len(state.chance_outcomes()) < 256:
            assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
            assert [state.child(seat).current_player() for seat in (0, 1)] == [0, 1]
            assert state.action_to_string(1) == "seat 1 is quickest"
            several += 1
        step(state, choice)
    assert several > 5


@pytest.mark.parametrize("name", [name for name in GAMES if name != OPEN])
def test_the_owners_search_with_hidden_information_plays(name: str) -> None:
    game, choice = pyspiel.load_game(GAMES[name]), np.random.RandomState(6)
    bot = ismcts.ISMCTSBot(game, Still(), 2.0, 30, random_state=choice)
    state = game.new_initial_state()
    searched = 0
    while searched < 2:
        decide(state, choice)
        searched += len(state.legal_actions()) > 1
        state.apply_action(bot.step(state))


def test_the_owners_search_with_dice_plays() -> None:
    game, choice = pyspiel.load_game(GAMES[OPEN]), np.random.RandomState(7)
    bot = mcts.MCTSBot(game, 2.0, 30, Still(), random_state=choice)
    state = game.new_initial_state()
    decide(state, choice)
    assert bot.step(state) in state.legal_actions()


class Still(mcts.Evaluator):  # type: ignore[misc]  # OpenSpiel tells no types
    """Finds every state equal, so that the search is quick."""

    def evaluate(self, state: Any) -> np.ndarray[Any, Any]:
        """Nobody is ahead."""
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every choice is as good as every other."""
        legal = state.chance_outcomes() if state.is_chance_node() else [(each, 1.0) for each in state.legal_actions()]
        return [(each, share / len(legal)) for each, share in legal]


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("python_tafelrunde_denkste(players=3,haste_gedacht=True,rings=4 8 12)")
    assert game.tafelrunde.options == {"players": 3, "haste_gedacht": True, "rings": [4, 8, 12]}
    assert pyspiel.load_game(str(game)).tafelrunde.options == game.tafelrunde.options
    assert game.num_players() == 3 and game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    for wrong, field in (
        ("players=9", "players"),
        ("max_decisions=0", "max_decisions"),
        ("rings=4 5 6", "rings[1]"),
        ("rings=a b c", "rings[0]"),
    ):
        with pytest.raises(tr.BadOption) as refusal:
            pyspiel.load_game(f"python_tafelrunde_denkste({wrong})")
        assert refusal.value.field == field


def test_a_move_of_several_parts_is_chosen_part_by_part() -> None:
    """What is chosen so far is known to the one who chooses, and to nobody else."""
    state, choice = pyspiel.load_game(GAMES["dog"]).new_initial_state(), np.random.RandomState(8)
    while state.is_terminal() or state.is_chance_node() or not state.node.course.learner.chosen:
        step(state, choice)
    seat = state.current_player()
    assert json.loads(state.observation_string(seat))["chosen"] == state.node.course.learner.chosen
    assert "chosen" not in json.loads(state.observation_string((seat + 1) % 4))
    assert state.action_to_string(state.legal_actions()[0]) in state.node.course.spec.parts[1]


def test_a_process_that_knows_the_games_ends_well() -> None:
    code = "from tafelrunde.lab.envs import openspiel; openspiel.register(); openspiel.register()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
