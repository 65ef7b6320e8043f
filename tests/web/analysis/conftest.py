"""A server whose pages bring what a browser needs to think."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tafelrunde.server.http import client_files

from ..conftest import SPEED, served

ADDRESS = re.compile(r"/analyse#[\w-]{20,}$")
"""An address that says everything."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What is missing is built once, by whoever comes first."""
    if not client_files.has_local():
        subprocess.run([sys.executable, "-m", "tools.local", "--quickly", str(client_files.LOCAL)], check=True)
    yield from served(tmp_path_factory.mktemp("analysis"), SPEED, local=True)
