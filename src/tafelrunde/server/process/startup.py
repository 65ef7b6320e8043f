"""What it takes to start a server on one's own machine: settings, a folder for the games, and addresses to tell."""

import errno
import io
import math
import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import segno

from tafelrunde.server.process import serving
from tafelrunde.server.process.config import Config

PREFIX = "TAFELRUNDE_"
USUAL_PORT, PORTS = 8000, 20
"""Where to listen if nothing else is said, and how many ports are tried from there on."""
ELSEWHERE = ("10.255.255.255", 1)
"""Any address beyond this machine: the system tells which of ours it would be reached from. Nothing is sent."""


class BadSetting(ValueError):
    """A variable of the environment that cannot be meant."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value
        super().__init__(f"{name}={value}")


def config(database: str, environment: Mapping[str, str], redis: str | None = None) -> Config:
    """The settings of a server: every field of Config can be set by a variable, like TAFELRUNDE_GRACE=60."""
    given: dict[str, Any] = {}
    for field in fields(Config):
        name = PREFIX + field.name.upper()
        if field.name not in ("database", "redis") and environment.get(name):
            given[field.name] = _setting(name, environment[name], type(field.default))
    return Config(database, redis or environment.get(f"{PREFIX}REDIS") or None, **given)


def _setting(name: str, value: str, kind: type) -> tuple[str, ...] | str | int | float:
    if kind is str:
        return value
    if kind is tuple:
        return tuple(value.split())
    try:
        number = int(value) if kind is int else float(value)
    except ValueError:
        raise BadSetting(name, value) from None
    if not (math.isfinite(number) and number > 0):
        raise BadSetting(name, value)
    return number


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port at the usual one, or at the first after it that is free."""
    if port is not None:
        return serving.listen(host, port)
    for tried in range(USUAL_PORT, USUAL_PORT + PORTS):
        try:
            return serving.listen(host, tried)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return serving.listen(host, 0)


def data_folder() -> Path:
    """Where this system keeps the data of a user's programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tafelrunde"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tafelrunde"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tafelrunde"


def here(host: str, port: int) -> str:
    """The address for this machine."""
    return _address("localhost" if _is_any(host) else host, port)


def nearby(host: str, port: int) -> str | None:
    """The address for the local network; None if there is no network, or the server listens to this machine only."""
    found = _own_address() if _is_any(host) else host
    return None if found is None or _is_loopback(found) else _address(found, port)


def qr_code(address: str) -> str:
    """An address for the camera of a phone, in block characters."""
    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _own_address() -> str | None:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])
