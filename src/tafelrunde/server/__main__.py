"""A bare server process: `python -m tafelrunde.server PORT DATABASE [SPEED]`; the first line it prints is its URL.

Everything else is set by environment variables, as for `tafelrunde serve`.
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
    with suppress(KeyboardInterrupt):  # uvicorn raises it again after its clean shutdown
        serving.run(config, listening)


if __name__ == "__main__":
    main(*sys.argv[1:])
