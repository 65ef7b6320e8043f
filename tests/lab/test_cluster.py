"""Ray: two machines, one of them dies, and the result is that of this process alone, to the last digit."""

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import tafelrunde as tr
from tafelrunde.cli.main import app
from tafelrunde.kernel.errors import Unavailable
from tafelrunde.kernel.languages import LANGUAGES
from tafelrunde.lab import arena, simulate
from tafelrunde.lab.pieces import Piece, work

from .test_arena import SMALL, figures
from .test_pieces import Stop, counted, times

MEMORY = 80 * 2**20
PATIENCE = 120


@contextmanager
def two_machines() -> Iterator[tuple[Any, Any]]:
    """A cluster of two nodes with one core each, and the node that can be killed. Nothing of it is left afterwards."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"):
            environment.setenv(name, "0")
        environment.delenv("RAY_ADDRESS", raising=False)
        from ray.cluster_utils import Cluster

        cluster = Cluster()
        try:
            cluster.add_node(num_cpus=1, object_store_memory=MEMORY, include_dashboard=False)
            yield cluster, cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
        finally:
            cluster.shutdown()


def test_a_cluster_finds_what_this_machine_finds_even_if_half_of_it_dies(tmp_path: Path) -> None:
    with two_machines() as (cluster, doomed):
        _dies_while_it_works(cluster, doomed, tmp_path)
        _gives_the_figures_of_one_machine(cluster.address, tmp_path)
        _goes_on(cluster.address, tmp_path)
        _says_what_is_wrong(cluster.address)


def _dies_while_it_works(cluster: Any, doomed: Any, tmp_path: Path) -> None:
    pieces = simulate.pieces_of(tr.load("denkste", **SMALL), games=1500, seed=3)
    begun = tmp_path / "begun"
    begun.mkdir()
    held = [
        Piece(
            piece.key,
            "tests.lab.chores:held",
            {"machine": doomed.node_id, "folder": str(begun), "piece": asdict(piece)},
        )
        for piece in pieces
    ]
    killer = threading.Thread(target=_kill_when_busy, args=(cluster, doomed, begun))
    killer.start()
    done: list[int] = []
    found = work(held, ray=cluster.address, progress=done.append)
    killer.join()
    assert any(begun.iterdir()), "the machine that died had begun a piece"
    assert done == list(range(1, 16)), "all machines together"
    assert [untimed(part) for part in found] == [untimed(part) for part in work(pieces, workers=1)]


def _kill_when_busy(cluster: Any, doomed: Any, begun: Path) -> None:
    for _ in range(PATIENCE * 20):
        if any(begun.iterdir()):
            break
        time.sleep(0.05)
    cluster.remove_node(doomed, allow_graceful=False)


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key != "seconds"}


def _gives_the_figures_of_one_machine(address: str, tmp_path: Path) -> None:
    words = ["simulate", "denkste", "-n", "2345", "--seed", "7", "--json"]
    alone, there = (CliRunner().invoke(app, [*words, *more]) for more in ([], ["--ray", address]))
    assert there.exit_code == 0, there.output
    assert untimed(json.loads(there.stdout)) == untimed(json.loads(alone.stdout))
    held = arena.contest(tr.load("denkste", **SMALL), ["greedy", "random"], games=24, seed=5)
    on_ray = arena.compete(held, ray=address, folder=tmp_path / "arena")
    assert figures(on_ray) == figures(arena.compete(held, 1))
    assert arena.compete(held, 1, folder=tmp_path / "arena").lines == on_ray.lines, "here what was kept there"


def _goes_on(address: str, tmp_path: Path) -> None:
    traces, kept = tmp_path / "traces", tmp_path / "kept"
    pieces = counted(traces, range(80))

    def stop(done: int) -> None:
        if done == 3:
            raise Stop

    with pytest.raises(Stop):
        work(pieces, ray=address, folder=kept, progress=stop)
    assert len(list(kept.iterdir())) == 3 and len(times(traces)) < 80
    done: list[int] = []
    assert work(pieces, ray=address, folder=kept, progress=done.append) == list(range(80))
    assert done == list(range(3, 81))


def _says_what_is_wrong(address: str) -> None:
    with pytest.raises(LookupError, match="nothing here"):
        work([Piece("wrong", "tests.lab.chores:wrong", {})], ray=address)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tafelrunde.lab.on_ray.version", lambda: "older")
        with pytest.raises(Unavailable) as other:
            work([Piece("third", "tests.lab.chores:third", {"n": 1})], ray=address)
    assert (other.value.what, other.value.values["ours"]) == ("other-version", "older")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_ray_one_line_says_what_to_install(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for words in (["simulate", "denkste", "-n", "100"], ["arena", "denkste", "--bots", "greedy,random", "-n", "2"]):
        said = CliRunner().invoke(app, [*words, "--ray", "--lang", lang])
        assert (said.exit_code, said.stdout.strip()) == (1, "")
        assert [line for line in said.stderr.splitlines() if line] == [Unavailable("ray").text(lang)]
        assert "pip install tafelrunde[ray]" in said.stderr


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "127.0.0.1:70000"])
def test_a_cluster_that_is_not_there_is_said_in_one_line(address: str) -> None:
    said = CliRunner().invoke(app, ["simulate", "denkste", "-n", "100", f"--ray={address}", "--lang", "en"])
    assert said.exit_code == 1
    assert [address in line for line in said.stderr.splitlines() if line] == [True]
