"""The server's metrics, for Prometheus. They contain no names, tables or secrets."""

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = ["CONTENT_TYPE_LATEST", "SHARED_FOLDER", "Metrics", "forget"]

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of the figures that the workers of one server share. It must be set before this module
is imported."""

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server process; with workers, `text` has those of all: sums, and gauges of each by `pid`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.wishes = Counter(
            "tafelrunde_wishes", "Wishes by kind and outcome", ["wish", "outcome"], registry=self.registry
        )
        self.wish_seconds = Histogram(
            "tafelrunde_wish_seconds",
            "From a wish's arrival until everybody is told",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._outcomes: dict[tuple[str, str], Counter] = {}
        self.own_moves = Counter("tafelrunde_own_moves", "Moves by bots and clocks", ["by"], registry=self.registry)
        self.tables = Gauge(
            "tafelrunde_live_tables", "Tables in memory", registry=self.registry, multiprocess_mode="liveall"
        )
        self.sockets = Gauge("tafelrunde_sockets", "Open sockets", registry=self.registry, multiprocess_mode="liveall")
        self.dropped = Counter(
            "tafelrunde_dropped_sockets", "Sockets that the server closed", ["reason"], registry=self.registry
        )

    def count_wish(self, kind: str, outcome: str) -> None:
        """A wish has been answered."""
        counter = self._outcomes.get((kind, outcome))
        if counter is None:  # looking for it takes longer than counting
            counter = self._outcomes[kind, outcome] = self.wishes.labels(kind, outcome)
        counter.inc()

    def text(self) -> bytes:
        """All metrics in the format that Prometheus reads."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self.registry)
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def forget(process: int | None) -> None:
    """A worker has ended: its gauges count no more."""
    multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]
