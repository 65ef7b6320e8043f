"""Pieces of work on the machines of a Ray cluster."""

import os
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict
from typing import Any

from tafelrunde.kernel.errors import Unavailable
from tafelrunde.lab.pieces import Finished, Piece, version

MOST_DEATHS = 10
"""How often a machine or process may die over the same piece; in a cloud that need not be the fault of the piece."""
PATIENCE = 10.0
"""For so many seconds a cluster may not answer."""
LEAST_UNDER_WAY = 64
"""So many pieces wait for a machine at least, so that a cluster that grows by demand does."""


def finished_on_ray(pieces: Sequence[Piece], address: str) -> Finished:
    """Their results from the cluster. When a machine or process is lost, another does its pieces again."""
    with connected(address) as ray:
        task = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(task_for_anywhere())
        waiting: deque[int] = deque(range(len(pieces)))
        under_way: dict[Any, int] = {}
        try:
            while waiting or under_way:
                while waiting and len(under_way) < _room(ray):
                    number = waiting.popleft()
                    under_way[task.remote(asdict(pieces[number]), version())] = number
                [done], _ = ray.wait(list(under_way), num_returns=1)
                number = under_way.pop(done)
                yield number, _result(ray, done, pieces[number])
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A context with the library, connected to a cluster; without an address one is started if none runs here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise Unavailable("ray") from None
    if ray.is_initialized():
        yield ray
        return
    try:
        _knock(address)
        ray.init(address or None, log_to_driver=False, logging_level="error", include_dashboard=False)
    except (OSError, OverflowError, RuntimeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).strip().partition("\n")[0]
        raise Unavailable("cluster", address=address, reason=reason) from None
    try:
        # What Ray tells about lost machines is nothing that the command has found out.
        with redirect_stdout(sys.stderr):
            yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError at once if nobody is there; Ray would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def task_for_anywhere() -> Callable[[dict[str, Any], str], dict[str, str]]:
    """What a worker does. It is sent there whole, so that a machine without this package can say so."""

    def perform(piece: dict[str, Any], ours: str) -> dict[str, str]:
        import socket

        try:
            from tafelrunde.lab import pieces
        except ImportError:
            return {"trouble": "no-package", "node": socket.gethostname()}
        if pieces.version() != ours:
            return {"trouble": "other-version", "node": socket.gethostname(), "theirs": pieces.version(), "ours": ours}
        return {"result": pieces.Piece(**piece).perform()}

    return perform


def _room(ray: Any) -> int:
    """How many pieces may be under way: enough that no core waits, and no more, for all of them are in memory."""
    return max(LEAST_UNDER_WAY, 2 * int(ray.cluster_resources().get("CPU", 0)))


def _result(ray: Any, reference: Any, piece: Piece) -> str:
    try:
        answer: dict[str, str] = ray.get(reference)
    except ray.exceptions.RayTaskError:
        raise
    except ray.exceptions.RayError:
        raise Unavailable("died", piece=piece.key) from None
    if "trouble" in answer:
        raise Unavailable(answer.pop("trouble"), **answer)
    return answer["result"]
