"""A hub without sockets, on either database."""

from collections.abc import AsyncIterator

import pytest

from tafelrunde.server.process.config import Config
from tafelrunde.server.tables.hub import Hub
from tests.server.support.hubs import running_hub
from tests.server.support.servers import FAST


@pytest.fixture
def hub_config(database_url: str) -> Config:
    """Settings of a hub at which time runs fast."""
    return Config(database_url, speed=FAST)


@pytest.fixture
async def hub(hub_config: Config) -> AsyncIterator[Hub]:
    """A hub, once on SQLite and once on PostgreSQL."""
    async with running_hub(hub_config) as hub:
        yield hub
