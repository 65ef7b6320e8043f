"""The example that learns with PyTorch, which is installed here for nothing else, in an environment of its own."""

import os
import site
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHECK = """
import numpy as np, torch
import tafelrunde as tr
from examples.agent import scale
from examples.ppo_beam_me_up import Choices, Player
batch = tr.load("beam-me-up").batch(64, seed=1)
for _ in range(50): batch.step(batch.sample())
player = Player(batch)
mask = torch.from_numpy(batch.mask.copy())
choices = player.outputs(torch.from_numpy(batch.observation), mask)
whole = torch.log_softmax(choices.liked.masked_fill(~mask, -torch.inf), 1)
action = choices.sample()
assert mask.gather(1, action[:, None]).all()
assert torch.allclose(choices.likely(action), whole.gather(1, action[:, None])[:, 0], atol=1e-5)
assert torch.allclose(choices.entropy(), torch.special.entr(whole.exp()).sum(1), atol=1e-5)
outputs = player.agent().outputs(batch.observation / scale(batch.spec))
assert np.allclose(outputs[:, -1], choices.hope.detach().numpy(), atol=1e-5)
assert np.allclose(outputs[:, :-1], choices.liked.detach().numpy(), atol=1e-5)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has PyTorch, and all that this one has."""
    folder = tmp_path_factory.mktemp("torch")
    venv.create(folder, with_pip=True)
    [wanted] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["examples"]
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", wanted.replace(">=", "==") + ".0"]
    subprocess.run(pip, check=True)
    [packages] = (folder / "lib").glob("python*/site-packages")
    (packages / "more.pth").write_text("\n".join(site.getsitepackages()))
    return folder / "bin" / "python"


def run(python: Path, *words: str) -> str:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([*filter(None, sys.path), str(ROOT)])}
    done = subprocess.run([str(python), *words], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.thorough
def test_what_pytorch_computes_is_what_numpy_plays_with(python: Path) -> None:
    run(python, "-c", CHECK)


@pytest.mark.thorough
def test_it_learns_to_beat_random_moves(python: Path, tmp_path: Path) -> None:
    words = ("-m", "examples.ppo_beam_me_up", "--updates", "30", "--games", "100", "--file", str(tmp_path / "a.npz"))
    lines = run(python, *words).splitlines()
    shares = [float(line.split("wins")[1].split("%")[0]) for line in lines if "wins" in line]
    assert shares[0] < 50 < 75 < shares[-1] and (tmp_path / "a.npz").exists()


def test_without_pytorch_it_says_so() -> None:
    blocked = "import sys; sys.modules['torch'] = None; import runpy; runpy.run_module('examples.ppo_beam_me_up')"
    done = subprocess.run([sys.executable, "-c", blocked], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == "This example needs PyTorch: pip install torch"
