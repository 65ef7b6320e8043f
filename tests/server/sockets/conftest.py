"""One server for all tests of permissions."""

from collections.abc import AsyncIterator

import pytest

from tafelrunde.server.process.config import Config
from tests.server.support.roles import RoleServer
from tests.server.support.servers import running_server

STANDSTILL = 0.001
"""The speed of time: no bot moves while a test looks whether something has changed."""


@pytest.fixture(scope="module")
async def role_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RoleServer]:
    """A server with tables in every phase."""
    database = tmp_path_factory.mktemp("roles") / "games.db"
    config = Config(f"sqlite:///{database}", speed=STANDSTILL, rate=10_000, burst=10_000)
    async with running_server(config) as (address, server):
        yield RoleServer(address, server._app.state.hub)
