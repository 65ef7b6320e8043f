"""The example that solves small Denkste! finds what the exact solver of the product finds."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from examples.solve_small_denkste import Table, bounds, solve
from typer.testing import CliRunner

from tafelrunde.cli.main import app

EXAMPLE = Path(__file__).parents[2] / "examples" / "solve_small_denkste.py"


@pytest.fixture(scope="module")
def table() -> Table:
    """Every position on the smallest rings."""
    return Table([4, 4, 4])


def test_its_bounds_hold_the_exact_value_and_are_close(table: Table) -> None:
    told = CliRunner().invoke(app, ["solve", "denkste", "-o", "rings=[4,4,4]", "--json"])
    exact = json.loads(told.stdout)["start"]
    go, stop = solve(table, 2000)
    low, high = bounds(table, go, stop)
    assert low <= exact <= high < low + 0.002


def test_its_bounds_hold_whatever_the_mixtures_are(table: Table) -> None:
    """With any numbers at all they are far apart; with few rounds nearer."""
    widths = [high - low for low, high in (bounds(table, *solve(table, rounds)) for rounds in (1, 10, 100))]
    assert widths[0] > 0.1 and widths == sorted(widths, reverse=True)


def test_its_mixtures_are_mixtures_of_what_is_allowed(table: Table) -> None:
    go, stop = solve(table, 20)
    assert go.sum(axis=1) == pytest.approx(np.ones(len(table.next))) == stop.sum(axis=1)
    assert not stop[~table.can_stop].any() and (go > 0).all(axis=0).any()


def test_it_is_short_and_says_what_it_has_found() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 150
    command = [sys.executable, str(EXAMPLE), "--rounds", "50"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    assert "positions. Who begins wins between 5" in told and told.count("%") == 14
