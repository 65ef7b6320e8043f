"""What is short enough to be typed could be guessed: codes that lead nowhere are few."""

import asyncio
import itertools
from pathlib import Path

import httpx
import pytest

from tafelrunde.server.process.config import Config
from tafelrunde.server.process.rate_limits import GUESSES_AT_ONCE
from tests.protocol_client import TIMEOUT, Person
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio


async def test_codes_cannot_be_tried_one_by_one(tmp_path: Path) -> None:
    async with running_server(Config(f"sqlite:///{tmp_path / 'games.db'}")) as (address, _):
        anna = Person(address, "Anna")
        table = await anna.open_table("denkste")
        eve = httpx.AsyncHTTPTransport(local_address="127.0.0.9")
        async with (
            httpx.AsyncClient(base_url=address, timeout=TIMEOUT) as http,
            httpx.AsyncClient(base_url=address, transport=eve, timeout=TIMEOUT) as guessing,
        ):
            code = (await http.get(f"/api/tables/{table}")).json()["code"]
            wrong = ["".join(letters) for letters in itertools.islice(itertools.product("bcdfgh", repeat=5), 200)]
            tried = await asyncio.gather(*(guessing.get(f"/api/codes/{each}") for each in wrong if each != code))
            statuses = [answer.status_code for answer in tried]
            assert set(statuses) == {404, 429} and statuses.count(404) <= GUESSES_AT_ONCE + 10
            assert (await guessing.get(f"/api/codes/{code}")).status_code == 429, "not even the right one"
            assert (await http.get(f"/api/codes/{code}")).json() == {"id": table}, "others do not notice"
