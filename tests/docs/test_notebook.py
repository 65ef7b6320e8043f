"""The notebook is run from its first cell to its last, and what is printed in it is what comes out."""

import base64
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from matplotlib import image

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "examples" / "first_look.ipynb"


def outputs(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """What comes out of each cell of code."""
    return [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]


def printed(notebook: dict[str, Any]) -> list[list[str]]:
    return [[line for each in cell for line in each.get("text", [])] for cell in outputs(notebook)]


def pictures(notebook: dict[str, Any]) -> list[npt.NDArray[np.float32]]:
    found = [each["data"]["image/png"] for cell in outputs(notebook) for each in cell if "data" in each]
    return [image.imread(io.BytesIO(base64.b64decode(picture))) for picture in found]


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The notebook, run now in a process of its own."""
    target = tmp_path_factory.mktemp("notebook") / "again.ipynb"
    command = [sys.executable, "-m", "tests.docs.notebook", str(NOTEBOOK), str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return read


def test_what_the_notebook_says_comes_out(again: dict[str, Any]) -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert printed(again) == printed(kept) and sum(map(bool, printed(kept))) >= 5
    drawn, shown = pictures(again), pictures(kept)
    assert len(drawn) == len(shown) == 1 and drawn[0].shape == shown[0].shape
    assert np.abs(drawn[0] - shown[0]).mean() < 0.01 and shown[0].std() > 0.05


def test_the_notebook_is_one_that_jupyter_reads() -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert (kept["nbformat"], kept["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in kept["cells"]}) == len(kept["cells"])
    assert all(cell["execution_count"] is None for cell in kept["cells"] if cell["cell_type"] == "code")
