"""Real PostgreSQL and Redis servers for the suite: private ports, private folders, gone at the end."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

USER = "tafelrunde"
SETTINGS = "-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=on -c max_connections=100"


class Missing(Exception):
    """A server program that this machine does not have."""


def postgres_programs() -> Path:
    """The folder with the newest PostgreSQL's programs."""
    packaged = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(packaged, key=lambda path: float(path.parts[-3]), reverse=True)
    on_path = shutil.which("initdb")
    if not newest and on_path is None:
        raise Missing("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    return newest[0].parent if newest else Path(str(on_path)).resolve().parent


def redis_program() -> str:
    """Redis, or Valkey, which speaks the same."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        raise Missing("Redis is not installed (Debian: apt-get install redis-server)")
    return found


@contextmanager
def postgres(within: Path | None = None) -> Iterator[str]:
    """The URL of a PostgreSQL server of our own, whose database holds nothing; its files are within a folder."""
    programs = postgres_programs()
    with _folder(within) as folder:
        data = folder / "data"
        _as_somebody([programs / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"])
        control = [programs / "pg_ctl", "-D", data, "-w", "-s"]
        port = _start_postgres(control, folder)
        try:
            yield f"postgresql://{USER}@127.0.0.1:{port}/postgres"
        finally:
            _as_somebody([*control, "stop", "-m", "immediate"])


@dataclass(frozen=True)
class Replicated:
    """A PostgreSQL and one that follows it. `url` leads to whichever of them can write."""

    url: str
    primary: str
    replica: str
    _programs: Path
    _folder: Path

    def cut(self) -> None:
        """The replica is told nothing more."""
        self._run(self.replica, "ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()")
        asked = "SELECT count(*) FROM pg_stat_wal_receiver"
        while self._run(self.replica, asked).strip() != "0":
            time.sleep(0.02)

    def follows(self) -> bool:
        """Whether the replica has everything."""
        [sent] = self._run(self.primary, "SELECT pg_current_wal_flush_lsn()").split()
        return self._run(self.replica, f"SELECT pg_last_wal_replay_lsn() >= '{sent}'").strip() == "t"

    def fail_over(self) -> None:
        """The primary dies, and the replica takes over with what it has."""
        control = self._programs / "pg_ctl"
        _as_somebody([control, "-D", self._folder / "primary", "-w", "-s", "stop", "-m", "immediate"])
        _as_somebody([control, "-D", self._folder / "replica", "-w", "-s", "promote"])

    def _run(self, url: str, *statements: str) -> str:
        words = [word for statement in statements for word in ("-c", statement)]
        command = [str(self._programs / "psql"), "-qAt", "-d", url, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def replicated_postgres() -> Iterator[Replicated]:
    """Two PostgreSQL servers of our own, one of which follows the other."""
    programs = postgres_programs()
    with _folder() as folder:
        primary, replica = folder / "primary", folder / "replica"
        _as_somebody([programs / "initdb", "-D", primary, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"])
        running = []
        try:
            one = _start_postgres([programs / "pg_ctl", "-D", primary, "-w", "-s"], folder)
            running.append(primary)
            source = ["-d", f"postgresql://{USER}@127.0.0.1:{one}/postgres"]
            _as_somebody([programs / "pg_basebackup", "-D", replica, "-R", "-c", "fast", *source])
            other = _start_postgres([programs / "pg_ctl", "-D", replica, "-w", "-s"], folder)
            running.append(replica)
            hosts = f"host=127.0.0.1:{one}&host=127.0.0.1:{other}&target_session_attrs=read-write"
            at_one, at_other = (f"postgresql://{USER}@127.0.0.1:{port}/postgres" for port in (one, other))
            yield Replicated(f"postgresql://{USER}@/postgres?{hosts}", at_one, at_other, programs, folder)
        finally:
            for data in running:
                _as_somebody([programs / "pg_ctl", "-D", data, "-w", "-s", "stop", "-m", "immediate"], check=False)


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis server of our own, which keeps nothing."""
    program = redis_program()
    with _folder() as folder:
        for _ in range(3):
            port = _free_port()
            options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
            with (folder / "log").open("ab") as log:
                process = subprocess.Popen([program, *options, "--dir", str(folder)], stdout=log, stderr=log)
            if _answers(process, port):
                break
        else:
            raise RuntimeError((folder / "log").read_text())
        try:
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.kill()
            process.wait()


def empty_database(url: str) -> None:
    """Throw out everybody and everything; much quicker than a new database."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    cut = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}"
    clear = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"
    command = [str(postgres_programs() / "psql"), "-q", "-d", url, "-c", cut, "-c", clear]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _start_postgres(control: list[Any], folder: Path) -> int:
    """Start it on a free port; somebody else may have taken that port meanwhile."""
    log = folder / "log"
    for _ in range(3):
        port = _free_port()
        options = SETTINGS.format(port=port, folder=folder)
        if _as_somebody([*control, "-l", log, "-o", options, "start"], check=False) == 0:
            return port
    raise RuntimeError(log.read_text())


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Wait until Redis says that it is there; False if it ended instead."""
    deadline = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                if connection.recv(7) == b"+PONG\r\n":
                    return True
        except OSError:
            time.sleep(0.02)
    process.kill()
    process.wait()
    return False


@contextmanager
def _folder(within: Path | None = None) -> Iterator[Path]:
    """Not one of pytest's folders: those cannot be entered by another user."""
    with tempfile.TemporaryDirectory(prefix="tafelrunde-", dir=within) as name:
        if os.geteuid() == 0:
            shutil.chown(name, _somebody())
        yield Path(name)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _somebody() -> str:
    """PostgreSQL does not run as root."""
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _as_somebody(command: list[Any], check: bool = True) -> int:
    user = {"user": _somebody(), "group": pwd.getpwnam(_somebody()).pw_gid, "extra_groups": []}
    become: dict[str, Any] = user if os.geteuid() == 0 else {}
    # Not captured through a pipe: the server would inherit it and keep it open.
    done = subprocess.run([str(part) for part in command], check=False, cwd="/", stdout=subprocess.DEVNULL, **become)
    if check and done.returncode:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}")
    return done.returncode
