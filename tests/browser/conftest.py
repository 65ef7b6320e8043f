"""What a browser is sent, made once for all who test it."""

from pathlib import Path

import pytest
from tools import local as files

from tafelrunde.server.http import client_files


@pytest.fixture(scope="session")
def local() -> Path:
    """The folder; several processes share it, and whoever plays on this machine."""
    return files.write(client_files.LOCAL, quickly=True)
