"""What a graphics card is asked to do comes to the same as what this processor does, whatever the number of threads."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks.gpu import last_states
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.cli.main import app
from tafelrunde.kernel.targets.gpu import playouts
from tafelrunde.kernel.targets.gpu.batch import CudaBatch
from tafelrunde.kernel.targets.gpu.kernels import kernels_of

from .processor import Processor

GAMES, STEPS = 40, 150
TRIED: tuple[tuple[str, dict[str, int]], ...] = (("denkste", {"players": 3}), ("dog", {}))
"""One in which several choose at once, and one whose moves have several parts; `benchmarks/gpu.py` tries all."""
per_game: pytest.MarkDecorator = pytest.mark.parametrize(("name", "options"), TRIED, ids=[name for name, _ in TRIED])


@pytest.fixture(scope="module")
def cards() -> dict[str, Processor]:
    return {name: Processor(kernels_of(tr.load(name))) for name, _ in TRIED}


def test_random_games_are_the_same(cards: dict[str, Processor], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "GAMES_AT_ONCE", GAMES // 3)
    game = tr.load("denkste", players=3)
    found, finals = playouts.play(game, GAMES, seed=5, kinds=True, first=0, finals=True, card=cards["denkste"])
    expected = game.playouts(games=GAMES, seed=5, kinds=True)
    for field in ("games", "decisions", "wins", "scores", "kinds"):
        assert getattr(found, field) == getattr(expected, field), field
    assert found.lengths.tolist() == expected.lengths.tolist() and found.seconds > 0
    assert found.lengths.dtype == expected.lengths.dtype
    assert finals.tolist() == last_states(game, GAMES, seed=5).tolist()
    later = playouts.play(game, 3, seed=5, kinds=False, first=GAMES - 3, card=cards["denkste"])[0]
    assert later.lengths.tolist() == found.lengths.tolist()[-3:] and later.kinds == {}


def test_the_command_line_plays_there_too(cards: dict[str, Processor], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "Cuda", lambda game: cards[game.name])
    words = ("simulate", "denkste", "-o", "players=3", "--games", str(GAMES), "--json")
    here, there = (json.loads(CliRunner().invoke(app, [*words, *more]).stdout) for more in ((), ("--device", "cuda")))
    assert here.pop("seconds") and there.pop("seconds") and here == there
    refused = CliRunner().invoke(app, [*words, "--device", "tpu"])
    assert refused.exit_code == 2 and "allowed: cpu, cuda" in refused.stderr


@per_game
def test_batches_are_the_same(cards: dict[str, Processor], name: str, options: dict[str, int]) -> None:
    game = tr.load(name, **options)
    ours, card = game.batch(5, seed=3), CudaBatch(game, 5, seed=3, card=cards[name])
    for _ in range(STEPS):
        choices = ours.sample()
        assert card.sample().tolist() == choices.tolist()
        ours.step(choices)
        card.step(choices)
        for field in ("actor", "mask", "observation", "reward", "done"):
            one, other = getattr(ours, field), getattr(card, field)
            assert one.dtype == other.dtype and one.shape == other.shape and (one == other).all(), field
    for number in range(5):
        assert card.moves(number) == ours.moves(number)
        assert card.match(number).record() == ours.match(number).record()
        assert card.match(number).states.tobytes() == ours.match(number).states.tobytes()


def test_launchers_hand_on_what_they_are_given() -> None:
    """In a process of its own, as it changes how numba works."""
    command = [sys.executable, "-m", "tests.gpu.launched", "denkste"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=300)
    assert done.stdout == "the same\n", done.stderr


def test_what_is_not_allowed_is_refused_there_too(cards: dict[str, Processor]) -> None:
    card = CudaBatch(tr.load("denkste", players=3), 4, seed=1, card=cards["denkste"])
    good, before = card.sample(), card.observation.copy()
    for wrong in (-1, card.spec.actions, int(np.flatnonzero(~card.mask[2])[0])):
        bad = good.copy()
        bad[2:] = wrong
        with pytest.raises(ValueError, match=rf"^actions: {wrong} is not allowed in game 2; allowed are \["):
            card.step(bad)
    with pytest.raises(ValueError, match="expected 4 numbers"):
        card.step(good[:2])
    assert (card.observation == before).all()
    card.step(good)
    assert not (card.observation == before).all()
