"""`tafelrunde serve` as a person starts it: a real process, and what it says."""

import contextlib
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from tafelrunde.cli import main as cli
from tafelrunde.server.process import startup
from tafelrunde.server.process.config import Config

TAFELRUNDE = [sys.executable, "-c", "from tafelrunde.cli.main import main; main()"]


def environment(lang: str = "en", **more: str) -> dict[str, str]:
    """No settings of whoever runs the tests, except where compiled code is."""
    settings = {key for key in os.environ if key.startswith(startup.PREFIX)} - {"TAFELRUNDE_CACHE"}
    kept = {key: value for key, value in os.environ.items() if key not in settings}
    return kept | {"LC_ALL": f"{lang}_XX.UTF-8", "PYTHONUTF8": "1"} | more


@contextlib.contextmanager
def started(*words: str, lang: str = "en", **more: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*TAFELRUNDE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(lang, **more)
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said_until(process: subprocess.Popen[str], last: str) -> str:
    assert process.stdout is not None
    said = ""
    while last not in said:
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        said += line
    return said


def test_it_says_where_it_is_serves_there_and_ends_by_ctrl_c(tmp_path: Path) -> None:
    with started("serve", "--port", "0", "--data", str(tmp_path), lang="de") as process:
        said = said_until(process, "Strg-C")
        found = re.search(r"Auf diesem Rechner: +http://localhost:(\d+)", said)
        assert found and str(tmp_path / "games.db") in said
        port = int(found[1])
        nearby = startup.network_url("0.0.0.0", port)
        if nearby is not None:
            assert nearby in said and startup.qr_code(nearby) in said
        assert httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=60).json() == {"ok": True}
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0 and "Beendet" in out
        assert [json.loads(line)["level"] for line in err.splitlines()] == ["info", "info"], "nothing to worry about"
    assert (tmp_path / "games.db").exists()


def test_for_this_machine_only_and_by_environment(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'other.db'}"
    # `tafelrunde` alone serves, too
    with started(TAFELRUNDE_HOST="127.0.0.1", TAFELRUNDE_PORT="0", TAFELRUNDE_DATABASE=url) as process:
        said = said_until(process, "Ctrl-C")
        assert "http://127.0.0.1:" in said and "network" not in said and "█" not in said
    assert (tmp_path / "other.db").exists()


def test_a_port_that_is_taken_is_left_alone_unless_it_was_asked_for(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # if somebody else has it, that is as good
            stack.enter_context(socket.create_server(("127.0.0.1", startup.DEFAULT_PORT)))
        process = stack.enter_context(started("serve", "--host", "127.0.0.1", "--data", str(tmp_path)))
        said = said_until(process, "Ctrl-C")
    moved = re.search(r"Port 8000 is taken; the server uses (\d+)", said)
    assert moved and moved[1] != "8000" and f"http://127.0.0.1:{moved[1]}" in said


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_wrong_is_said_in_a_line(tmp_path: Path, lang: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = failed("--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), lang=lang)
        assert port in said
    assert "hunter2" not in failed("--database", "mysql://me:hunter2@here/games", lang=lang)
    (tmp_path / "file").touch()
    assert str(tmp_path / "file") in failed("--data", str(tmp_path / "file"), lang=lang)
    said = failed("--data", str(tmp_path), lang=lang, TAFELRUNDE_GRACE="soon")
    assert "TAFELRUNDE_GRACE" in said and ("geht" in said) == (lang == "de")


def test_what_several_workers_lack_is_said() -> None:
    given = {"--database": "postgresql://me@here/games", "--redis": "redis://here"}
    for lacking in (["--database"], ["--redis"], ["--database", "--redis"]):
        words = itertools.chain(*((name, value) for name, value in given.items() if name not in lacking))
        done = CliRunner().invoke(cli.app, ["serve", "--workers", "2", *words, "--lang", "en"])
        assert done.exit_code == 1 and "Several workers need" in done.output
        assert [name for name in given if f"{name} " in done.output.replace("\n", " ")] == lacking


def failed(*words: str, lang: str, **more: str) -> str:
    done = CliRunner().invoke(cli.app, ["serve", *words], env=environment(lang, **more))
    assert done.exit_code == 1 and len(done.stderr.splitlines()) == 1, done.output
    return done.stderr


def test_every_setting_has_a_variable() -> None:
    given = {"TAFELRUNDE_ORIGINS": "https://a.org https://b.org", "TAFELRUNDE_QUEUE": "7", "TAFELRUNDE_GRACE": "1.5"}
    found = startup.config("sqlite:///x.db", given)
    assert found == Config("sqlite:///x.db", origins=("https://a.org", "https://b.org"), queue=7, grace=1.5)
    assert startup.config("sqlite:///x.db", {"TAFELRUNDE_QUEUE": ""}) == Config("sqlite:///x.db")


@pytest.mark.parametrize(("name", "value"), [("QUEUE", "1.5"), ("GRACE", "nan"), ("SPEED", "0"), ("IDLE", "-1")])
def test_a_setting_that_cannot_be_meant_is_named(name: str, value: str) -> None:
    with pytest.raises(startup.BadSetting) as bad:
        startup.config("sqlite:///x.db", {f"TAFELRUNDE_{name}": value})
    assert (bad.value.name, bad.value.value) == (f"TAFELRUNDE_{name}", value)


def test_addresses() -> None:
    assert startup.local_url("0.0.0.0", 80) == "http://localhost:80" and startup.local_url("::1", 1) == "http://[::1]:1"
    assert (
        startup.network_url("127.0.0.1", 1)
        is startup.network_url("::1", 1)
        is startup.network_url("localhost", 1)
        is None
    )
    assert startup.network_url("192.168.0.7", 8000) == "http://192.168.0.7:8000"
