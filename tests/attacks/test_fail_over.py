"""A PostgreSQL that dies and is replaced by one that lags behind; a Redis that is killed while people play."""

import asyncio
import os
import random
import signal

import httpx
import pytest
import redis

from tafelrunde.server import log_check
from tafelrunde.server.process.config import Config
from tafelrunde.server.sockets.messages import Ack
from tafelrunde.server.tables.hub import Hub
from tafelrunde.table import wishes
from tests import services
from tests.conftest import LACKING
from tests.parts import thorough
from tests.protocol_client import TIMEOUT
from tests.server.support import agreement
from tests.server.support.crowd import Crowd
from tests.server.support.forked_servers import Servers
from tests.server.support.hubs import RecordingSubscriber, ask, open_table
from tests.server.support.servers import running_server

pytestmark = [pytest.mark.anyio, thorough]

LIMIT = 240.0


async def until_it_writes(hub: Hub, table: str) -> None:
    """Wish again and again, as people do."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            async with hub.acquire(table) as live:
                if isinstance(await ask(hub, live, "anna", wishes.Say(phrase="hello")), Ack):
                    return
            await asyncio.sleep(0.1)


async def test_a_replica_that_lags_behind_is_noticed(caplog: pytest.LogCaptureFixture) -> None:
    try:
        servers = services.replicated_postgres()
        databases = await asyncio.to_thread(servers.__enter__)
    except services.Missing as missing:
        pytest.skip(f"{LACKING}{missing}")
    try:
        config = Config(databases.url, patience=2.0)
        async with running_server(config) as (address, server), httpx.AsyncClient(base_url=address) as http:
            hub: Hub = server._app.state.hub
            busy, idle, untouched = [await open_table(hub, "denkste", 2) for _ in range(3)]
            async with asyncio.timeout(TIMEOUT):
                while not await asyncio.to_thread(databases.follows):
                    await asyncio.sleep(0.05)
            await asyncio.to_thread(databases.cut)
            subscribers, told = {}, {}
            for table in (busy, idle, untouched):
                async with hub.acquire(table) as live:
                    subscribers[table] = RecordingSubscriber("anna")
                    await live.subscribe(subscribers[table], 0)
                    if table != untouched:
                        for _ in range(3):
                            assert isinstance(await ask(hub, live, "anna", wishes.Say(phrase="hello")), Ack)
                    told[table] = subscribers[table].last()
            await asyncio.to_thread(databases.fail_over)
            await until_it_writes(hub, busy)
            for table in (busy, idle):
                await subscribers[table].until(lambda table=table: subscribers[table].bye == "fell-back")  # type: ignore[misc]
            assert subscribers[untouched].bye is None
            for table, rewound in ((busy, True), (idle, True), (untouched, False)):
                async with hub.acquire(table) as live:
                    back = RecordingSubscriber("anna")
                    await live.subscribe(back, told[table]["version"], told[table]["mark"])
                    assert (back.message(0)["rewound"] is not None) == rewound
            assert (await http.get("/readyz", timeout=TIMEOUT)).status_code == 200
        said = [record.message for record in caplog.records]
        assert said.count("the log of a table has fallen back, the table is loaded again") == 2
        assert not (await log_check.examine(databases.replica)).problems
    finally:
        await asyncio.to_thread(servers.__exit__, None, None, None)


async def test_redis_may_be_killed_while_people_play(fresh_postgres: str) -> None:
    with services.redis() as url:
        shared = {"TAFELRUNDE_REDIS": url}
        async with (
            asyncio.timeout(LIMIT),
            Servers.of(fresh_postgres, **shared) as one,
            Servers.of(fresh_postgres, **shared) as other,
        ):
            await one.started()
            await other.started()
            crowd = Crowd(one.address, other.address)
            async with asyncio.TaskGroup() as group:
                for number in range(6):
                    group.create_task(crowd.play(number))
                await crowd.answers(300)
                with redis.Redis.from_url(url) as client:
                    os.kill(client.info()["process_id"], signal.SIGKILL)
                await crowd.answers(random.Random(1).randint(300, 400))
                crowd.stop()
            await one.kill()
            await other.kill()
    logs = await agreement.logs(fresh_postgres, crowd.tables)
    for table, players in crowd.tables.items():
        assert not agreement.assert_once(logs[table], players), "what happened has been acknowledged"
    assert not (await log_check.examine(fresh_postgres)).problems
