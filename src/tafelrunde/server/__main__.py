"""A server process by itself: `python -m tafelrunde.server PORT DATABASE [SPEED]`; its first line is the address.

Everything else is set by the environment, as for `tafelrunde serve`.
"""

import os
import sys
from contextlib import suppress
from dataclasses import replace

from tafelrunde.server.process import serving, startup


def main(port: str, database: str, speed: str = "1") -> None:
    """Serve on this machine until told to stop."""
    config = replace(startup.config(database, os.environ), speed=float(speed))
    listening = serving.listen("127.0.0.1", int(port))
    print("http://{}:{}".format(*listening.getsockname()), flush=True)
    with suppress(KeyboardInterrupt):  # uvicorn passes Ctrl-C on after its clean end
        serving.run(config, listening)


if __name__ == "__main__":
    main(*sys.argv[1:])
