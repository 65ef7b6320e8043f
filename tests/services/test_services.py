"""Tests that lack their server are left out loudly; on the build machine that is a failure."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from tests import services

ROOT = Path(__file__).parents[2]


def run_without_redis(folder: Path, ci: str) -> subprocess.CompletedProcess[str]:
    """A suite of one test that needs Redis, on a machine that has none."""
    (folder / "test_one.py").write_text("def test_one(redis_url):\n    assert redis_url\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", str(folder)]
    env = os.environ | {
        "PATH": "",
        "CI": ci,
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_a_missing_server_is_said_at_the_end(tmp_path: Path) -> None:
    done = run_without_redis(tmp_path, ci="")
    assert done.returncode == 0
    assert "NOT TESTED, Redis is not installed (Debian: apt-get install redis-server): 1 tests left out" in done.stdout


def test_a_missing_server_is_a_failure_in_ci(tmp_path: Path) -> None:
    done = run_without_redis(tmp_path, ci="true")
    assert done.returncode == 1
    assert "NOT TESTED, Redis is not installed" in done.stdout


def test_redis_is_real_and_empty(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()
        assert client.dbsize() == 0
        assert client.config_get("save") == {"save": ""}


def test_a_program_that_is_not_there_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(services.Missing, match="redis-server"):
        services.redis_program()
