"""boardgame.io under the same kind of load as our server. Its packages are installed on demand, into this folder."""

import contextlib
import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.load.usage import Load, Used

FOLDER = Path(__file__).parent
STORES = ("in memory", "FlatFile")


def install() -> None:
    """Fetch the packages once."""
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        print("Installing boardgame.io (once) …", flush=True)
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)


@contextlib.contextmanager
def _server(store: str) -> Iterator[tuple[str, int]]:
    """Its address and its number."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["node", "server.js", *([folder] if store == "FlatFile" else [])]
        with subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                address = process.stdout.readline().strip()
                assert address, "it has ended"
                yield address, process.pid
            finally:
                process.kill()


def measure(store: str, matches: int, seconds: float) -> Load:
    """As many moves as possible at so many matches of four clients each."""
    with _server(store) as (address, pid):
        command = ["node", "load.js", address, str(matches), str(seconds)]
        with subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE, text=True) as load:
            assert load.stdout is not None
            assert load.stdout.readline() == "ready\n"
            server, clients = Used.by(pid), Used.by(load.pid)
            line = load.stdout.readline()
            found = json.loads(line)
            cpu = Used.by(pid).cpu - server.cpu
        return Load([wait / 1e3 for wait in found["waits"]], found["seconds"], cpu, found["cpu"] - clients.cpu)
