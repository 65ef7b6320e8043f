"""The deal over the network: parts are revealed by themselves, and whoever does not reveal is left out, visibly."""

import asyncio
import dataclasses
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tafelrunde.server.process.config import Config
from tafelrunde.table.verify import limits, verify
from tests.protocol_client import EMPTY, MINE, OPEN, Client, Person, bye_after
from tests.server.support.servers import running_server

pytestmark = pytest.mark.anyio

PATIENT, HASTY = 1000.0, 0.2
"""Seconds within which a part has to come."""


async def sitting(anna: Client, ben: Client) -> None:
    """Both contribute to the deal, and have a place."""
    await ben.join(contributes=True)
    await ben.do("sit", place=1)
    await anna.until(lambda: len(anna.lobby["people"]) == 2 and anna.lobby["places"][1]["kind"] == "person")


async def running(*clients: Client) -> None:
    await asyncio.gather(*(each.until(lambda each=each: each.phase == "running") for each in clients))  # type: ignore[misc]


@pytest.fixture
async def people(config: Config) -> AsyncIterator[tuple[Person, Person]]:
    async with running_server(dataclasses.replace(config, reveal=PATIENT)) as (address, _):
        yield Person(address, "Anna"), Person(address, "Ben")


async def open_table(anna: Person) -> str:
    return await anna.open_table("denkste", [MINE, OPEN, EMPTY, EMPTY], options={"rings": [4, 4, 4]})


async def test_everybody_is_shown_one_lock_and_the_game_begins_with_the_last_part(
    people: tuple[Person, Person],
) -> None:
    anna, ben = people
    table = await open_table(anna)
    async with anna.connect(table) as host, ben.connect(table) as guest:
        await sitting(host, guest)
        promise = host.lobby["commitment"]
        assert (await host.ask("start"))["type"] == "ack" and host.phase == "dealing" and host.seats == {}
        await running(host, guest)
        assert host.lobby["lock"] == guest.lobby["lock"] and host.lobby["lock"]["round"] == 1
        assert [each["person"] for each in host.lobby["lock"]["contributors"]] == [host.id, guest.id]
        await asyncio.gather(host.play(), guest.play())
        async with httpx.AsyncClient(base_url=anna.address) as http:
            record = (await http.get(f"/api/records/{table}")).json()
        own = next(iter(ben.parts.values()))
        assert all(found.holds for found in verify(record, guest.lobby["lock"]["digest"], own))
        assert record["deal"]["rounds"][0]["commitment"] == promise


async def test_a_lost_connection_or_another_process_loses_no_part(
    people: tuple[Person, Person], config: Config
) -> None:
    """Between the lock and the parts everybody loses the connection; a process that knew nothing takes over."""
    anna, ben = people
    table = await open_table(anna)
    kept = [dict(anna.parts)]
    async with anna.connect(table) as host, ben.connect(table) as guest:
        await sitting(host, guest)
        kept.append(dict(ben.parts))
        anna.parts.clear()
        ben.parts.clear()
        assert (await host.ask("start"))["type"] == "ack"
        await guest.until(lambda: guest.phase == "dealing")
        lock = guest.lobby["lock"]
    async with running_server(dataclasses.replace(config, reveal=PATIENT)) as (other, _):
        for person, parts in zip(people, kept, strict=True):
            person.address = other
            person.parts |= parts
        async with ben.connect(table) as guest, anna.connect(table) as host:
            await running(guest, host)
            assert host.lobby["lock"]["digest"] == lock["digest"] and host.lobby["lock"]["round"] == 1


async def test_who_does_not_reveal_is_left_out_by_a_round_that_everybody_sees(config: Config) -> None:
    async with running_server(dataclasses.replace(config, reveal=HASTY)) as (address, _):
        anna, ben = Person(address, "Anna"), Person(address, "Ben")
        table = await open_table(anna)
        async with anna.connect(table) as host, ben.connect(table) as guest:
            await sitting(host, guest)
            late, ben.parts = ben.parts, {}
            await host.do("start")
            await running(guest)
            lock = guest.lobby["lock"]
            assert lock["round"] >= 2 and guest.id not in [each["person"] for each in lock["contributors"]]
            part = next(iter(late.values()))
            answer = await guest.ask("reveal", lock=lock["digest"], part=part, commitment="")
            assert answer["refusal"]["code"] == "not-dealing", "it is too late"
            await host.do("end")
            async with httpx.AsyncClient(base_url=address) as http:
                record = (await http.get(f"/api/records/{table}")).json()
    assert all(found.holds for found in verify(record)) and "repeated" in dict(limits(record))


async def test_a_client_of_another_protocol_is_told_so(people: tuple[Person, Person]) -> None:
    anna, _ = people
    hello = json.loads(anna.hello())
    silent = {key: value for key, value in hello.items() if key != "protocol"}
    for other in (hello | {"protocol": 1}, hello | {"protocol": 99}, silent):
        bye = await bye_after(anna.address, await open_table(anna), json.dumps(other))
        assert (bye["reason"], bye["retry"]) == ("other-protocol", False)
