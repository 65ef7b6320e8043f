"""The server's metrics, for Prometheus. They contain no names, tables or secrets."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server process."""

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
        self.own_moves = Counter("tafelrunde_own_moves", "Moves by bots and clocks", ["by"], registry=self.registry)
        self.tables = Gauge("tafelrunde_live_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("tafelrunde_sockets", "Open sockets", registry=self.registry)
        self.dropped = Counter(
            "tafelrunde_dropped_sockets", "Sockets that the server closed", ["reason"], registry=self.registry
        )

    def text(self) -> bytes:
        """All metrics in the format that Prometheus reads."""
        return generate_latest(self.registry)
