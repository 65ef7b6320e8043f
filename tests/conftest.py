"""What the whole suite shares: the databases, and a loud word at the end when they could not be had."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests import services

LACKING = "NOT TESTED, "


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server of this process's own; `fresh_postgres` empties its database for a test."""
    yield from _served(services.postgres)


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server of this process's own."""
    yield from _served(services.redis)


@pytest.fixture
def fresh_postgres(postgres_url: str) -> str:
    """An empty PostgreSQL database."""
    services.empty_database(postgres_url)
    return postgres_url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.db'}"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


def _served(service: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
    try:
        with service() as url:
            yield url
    except services.Missing as missing:
        give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        give_up(f"{LACKING}{missing}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out, so that nobody takes a short run for a whole one."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    reasons = [text.removeprefix("Skipped: ") for *_, text in skipped if LACKING in text]
    for reason in sorted(set(reasons)):
        terminalreporter.write_line(f"{reason}: {reasons.count(reason)} tests left out", red=True, bold=True)
