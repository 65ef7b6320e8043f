"""The settings of a server process, and its time."""

import time
from dataclasses import dataclass

from tafelrunde.table.fair_deal import REVEAL_SECONDS

DAY = 86_400.0


@dataclass(frozen=True)
class Config:
    """The settings of a server process."""

    database: str
    redis: str | None = None
    """The Redis over which the processes that share a database inform each other; a single process needs none."""
    workers: int = 1
    """Server processes that share this machine's cores; more than one need PostgreSQL and Redis."""
    address: str = ""
    """Where others on the local network find this server, like http://192.168.1.5:8000: for invitations."""
    origins: tuple[str, ...] = ()
    """Other sites whose pages may talk to this server, like https://example.org."""
    hosts: tuple[str, ...] = ()
    """Names of this server besides its addresses and its names on the local network, like play.example.org."""
    about: str = ""
    """The folder with what the operator says about this server: `imprint.XX.md` and `privacy.XX.md` by language."""
    local: bool = True
    """Whether browsers are offered the games for play without this server, 8 MB each; 0: they are not."""
    grace: float = 30.0
    """Seconds until a bot plays for somebody who has lost the connection."""
    reveal: float = REVEAL_SECONDS
    """Seconds until somebody who does not reveal their part of the deal is left out of it."""
    idle: float = 600.0
    """Seconds until a table that nobody uses is dropped from memory; it stays in the log."""
    unstarted: float = DAY
    """Seconds until a table that never started is deleted."""
    keep_names: float = 90 * DAY
    """Seconds after the last act at a table until the names and words of its people are forgotten."""
    patience: float = 5.0
    """Seconds that the database has for an answer; then people are told, and a readiness check fails."""
    hello: float = 10.0
    """Seconds that a socket has to send its hello."""
    queue: int = 200
    """Frames that may be queued for a slow client."""
    rate: float = 20.0
    burst: int = 60
    """Frames per second that a person may send continuously over all their sockets, and how many at once."""
    connections: int = 20_000
    """Connections and sockets at once; never more than the system's limit of open files allows."""
    per_address: int = 5_000
    """How many of them one address may have: a whole school may share it."""
    request: float = 10.0
    """Seconds that a connection has to send a request."""
    requests: float = 100.0
    """Requests and new sockets per second of one address, continuously; 20 times as many at once."""
    tables: int = 30
    """Tables that a session may open per minute; an address may open 20 times as many."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of reverse proxies, whose `X-Forwarded-For` is trusted."""
    speed: float = 1.0
    """How fast time runs at the tables: tests do not wait for bots."""


class Time:
    """The time at the tables, in seconds; the same in all processes that run at the same speed."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed

    def now(self) -> float:
        """The current time."""
        return time.time() * self._speed

    def until(self, moment: float) -> float:
        """How many real seconds to wait until a moment."""
        return max(0.0, (moment - self.now()) / self._speed)
