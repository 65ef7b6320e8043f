"""A server for tests that need one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tafelrunde.server.process.config import Config
from tests.server.support.servers import FAST, running_server


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings of a server at which time runs fast."""
    return Config(f"sqlite:///{tmp_path / 'games.db'}", speed=FAST, rate=10_000, burst=10_000)


@pytest.fixture
async def address(config: Config) -> AsyncIterator[str]:
    """The address of a server."""
    async with running_server(config) as (address, _):
        yield address
