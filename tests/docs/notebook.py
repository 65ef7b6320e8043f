"""Runs a notebook, and writes what came out into it: python -m tests.docs.notebook examples/first_look.ipynb

The code cells are run in their order in one fresh process, without Jupyter. What comes out of a cell is what it prints,
and the picture that it draws.
"""

import base64
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl

DOTS = 60
"""An inch of a picture has so many."""


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what comes out of its cells now."""
    mpl.use("agg")
    from matplotlib import pyplot

    pyplot.show = lambda *_, **__: None  # there is no screen
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile("".join(cell["source"]), "notebook", "exec"), names)
            cell = cell | {"outputs": [*_text(printed.getvalue()), *map(_picture, pyplot.get_fignums())]}
            pyplot.close("all")
        cells.append(cell)
    return notebook | {"cells": cells}


def _text(printed: str) -> list[dict[str, Any]]:
    if not printed:
        return []
    return [{"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}]


def _picture(number: int) -> dict[str, Any]:
    from matplotlib import pyplot

    drawn = io.BytesIO()
    pyplot.figure(number).savefig(drawn, format="png", dpi=DOTS, bbox_inches="tight", metadata={"Software": None})
    data = {"image/png": base64.b64encode(drawn.getvalue()).decode() + "\n", "text/plain": ["<Figure>"]}
    return {"data": data, "metadata": {}, "output_type": "display_data"}


def written(notebook: dict[str, Any]) -> str:
    """As Jupyter writes it into a file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    text = written(run(json.loads(path.read_text(encoding="utf-8"))))
    (Path(sys.argv[2]) if len(sys.argv) > 2 else path).write_text(text, encoding="utf-8")
