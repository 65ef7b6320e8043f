"""Installs what an extra of pyproject.toml names: `python -m tools.extras wasm`, one installation after another.

Only that, and not the package itself: a server that starts meanwhile must find it. Most of what comes along is never
imported: Python makes byte code of the rest when it is.
"""

import fcntl
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def install(extra: str) -> None:
    """Install it where this Python looks for packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    quietly = ("pip", "install", "-qq", "--no-compile", "--disable-pip-version-check")
    with (Path(sys.prefix) / "installing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = project["optional-dependencies"][extra]
        subprocess.run([sys.executable, "-m", *quietly, "-c", str(ROOT / "constraints.txt"), *wanted], check=True)


if __name__ == "__main__":
    install(sys.argv[1])
