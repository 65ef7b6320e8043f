"""Builds the wheel: `python -m tools.wheel FOLDER`. What the pages and local play need has to be built before.

pyproject.toml says what is in it. Nothing is fetched: what builds it is installed with the tests.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
COMMAND = ("pip", "wheel", "-qq", "--no-deps", "--no-build-isolation")


def build(folder: Path) -> Path:
    """Write the wheel to a folder, instead of one that is there."""
    for old in folder.glob("tafelrunde-*.whl"):
        old.unlink()
    subprocess.run([sys.executable, "-m", *COMMAND, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("tafelrunde-*.whl")
    return wheel


if __name__ == "__main__":
    made = build(Path(sys.argv[1]))
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
