"""Starting a server: settings from the environment, the data folder, and the addresses to show."""

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
DEFAULT_PORT, PORTS = 8000, 20
"""The default port, and how many ports are tried from there on."""
PROBE_ADDRESS = ("10.255.255.255", 1)
"""Any address beyond this machine: the system tells which of ours it would use to reach it. Nothing is sent."""


class BadSetting(ValueError):
    """An environment variable with an invalid value."""

    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value
        super().__init__(f"{name}={value}")


def config(database: str, environment: Mapping[str, str], redis: str | None = None) -> Config:
    """The settings of a server: every field of Config can be set by a variable like TAFELRUNDE_GRACE=60."""
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
    if kind is bool and value in ("0", "1"):
        return value == "1"
    try:
        number = int(value) if kind is int else float(value)
    except ValueError:
        raise BadSetting(name, value) from None
    if not (math.isfinite(number) and number > 0):
        raise BadSetting(name, value)
    return number


def listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; without a port at the default one, or the first free one after it."""
    if port is not None:
        return serving.listen(host, port)
    for candidate in range(DEFAULT_PORT, DEFAULT_PORT + PORTS):
        try:
            return serving.listen(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    return serving.listen(host, 0)


def data_folder() -> Path:
    """Where programs keep a user's data on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tafelrunde"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tafelrunde"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tafelrunde"


def local_url(host: str, port: int) -> str:
    """The server's URL on this machine."""
    return _url("localhost" if _is_wildcard(host) else host, port)


def network_url(host: str, port: int) -> str | None:
    """The server's URL on the local network; None without a network, or if it listens on this machine only."""
    address = _network_address() if _is_wildcard(host) else host
    return None if address is None or _is_loopback(address) else _url(address, port)


def qr_code(url: str) -> str:
    """A QR code of a URL for phones, in block characters."""
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_wildcard(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _network_address() -> str | None:
    """The address of this machine on its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)
        except OSError:
            return None
        return str(probe.getsockname()[0])
