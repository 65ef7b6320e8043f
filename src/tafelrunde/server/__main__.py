"""A server process by itself: `python -m tafelrunde.server PORT DATABASE [SPEED]`; its first line is the address."""

import sys

from tafelrunde.server import serving
from tafelrunde.server.config import Config


def main(port: str, database: str, speed: str = "1") -> None:
    """Serve on this machine until told to stop."""
    listening = serving.listen("127.0.0.1", int(port))
    print("http://{}:{}".format(*listening.getsockname()), flush=True)
    serving.run(Config(database, speed=float(speed)), listening)


if __name__ == "__main__":
    main(*sys.argv[1:])
