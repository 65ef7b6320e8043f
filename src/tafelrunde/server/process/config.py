"""What can be set about a server, and its sense of time."""

import time
from dataclasses import dataclass

DAY = 86_400.0


@dataclass(frozen=True)
class Config:
    """The settings of a server process."""

    database: str
    redis: str | None = None
    """Where the processes that share the database tell each other what is new; one alone needs none."""
    address: str = ""
    """Where people nearby find this server, like http://192.168.1.5:8000: for invitations made on the same machine."""
    origins: tuple[str, ...] = ()
    """Addresses of other sites whose pages may talk to this server, like https://example.org."""
    grace: float = 30.0
    """Seconds until a bot plays for somebody whose socket is lost."""
    idle: float = 600.0
    """Seconds until a table that nobody looks at leaves the memory; it stays in the log."""
    unstarted: float = 14 * DAY
    """Seconds until a table that never started is forgotten."""
    hello: float = 10.0
    """Seconds that a socket has for saying who it is."""
    queue: int = 200
    """Frames that may wait for a slow reader."""
    rate: float = 20.0
    burst: int = 60
    """Frames a second that a socket may send for long, and how many at once."""
    connections: int = 20_000
    """Connections and sockets that there may be at once; never more than the system's limit of open files allows."""
    per_address: int = 5_000
    """How many of them one address may have: a whole school may be behind it."""
    request: float = 10.0
    """Seconds that a connection has for asking something."""
    requests: float = 100.0
    """Requests and new sockets a second that one address may have for long; at once it may have 20 times as many."""
    tables: int = 30
    """Tables that a session may open in a minute; an address may open 20 times as many."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of reverse proxies, which are believed when they say whose request it is."""
    speed: float = 1.0
    """How fast time goes at the tables: tests do not wait for bots to think."""


class Time:
    """The time at the tables, in seconds. It is the same in every process of a speed."""

    def __init__(self, speed: float = 1.0) -> None:
        self._speed = speed

    def now(self) -> float:
        """What the clock shows."""
        return time.time() * self._speed

    def until(self, moment: float) -> float:
        """How many real seconds to wait for a moment."""
        return max(0.0, (moment - self.now()) / self._speed)
