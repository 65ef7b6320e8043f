"""One server for all tests of permissions."""

from collections.abc import AsyncIterator

import pytest

from tafelrunde.server.process.config import Config
from tests.server.support.roles import RoleServer
from tests.server.support.servers import running_server


@pytest.fixture(scope="module")
async def role_server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RoleServer]:
    """One server for all."""
    database = tmp_path_factory.mktemp("roles") / "games.db"
    async with running_server(Config(f"sqlite:///{database}", rate=10_000, burst=10_000)) as (address, server):
        yield RoleServer(address, server._app.state.hub)
