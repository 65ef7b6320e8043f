"""Work in a process of its own: a question goes in, an answer comes out."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any


class BuildFailed(Exception):
    """A step of a build has failed; this is what it said."""


def ask(worker: str, step: str, *given: Any) -> Any:
    """What a new process answers that runs this module; whatever it says on the way is heard only if it fails."""
    done = subprocess.run([sys.executable, "-m", worker], input=pickle.dumps((step, given)), capture_output=True)
    if done.returncode:
        raise BuildFailed(done.stderr.decode(errors="replace"))
    return pickle.loads(done.stdout)


def answer(steps: Mapping[str, Callable[..., Any]]) -> None:
    """What the process does: read a question from standard input, write the answer to standard output."""
    step, given = pickle.load(sys.stdin.buffer)
    pickle.dump(steps[step](*given), sys.stdout.buffer)
