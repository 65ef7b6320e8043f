"""What the server knows of a person: their devices, and nothing that others could recognise them by."""

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from tafelrunde.server.http import sessions
from tafelrunde.server.people import retention
from tafelrunde.server.people.devices import LINK_SECONDS, MAX_DEVICES
from tafelrunde.server.process.config import Config
from tafelrunde.server.storage.schema import devices
from tests.protocol_client import EMPTY, MINE, OPEN, Client, Person, bye_after
from tests.server.support.hubs import running_hub

pytestmark = pytest.mark.anyio


async def test_devices(address: str) -> None:
    anna = await Person.register(address, "Anna")
    table = await anna.open_table("denkste", [MINE])
    async with httpx.AsyncClient(base_url=address) as http:

        async def ask(method: str, path: str, token: str, label: str | None = None) -> httpx.Response:
            body = None if label is None else {"label": label}
            return await http.request(method, f"/api/me{path}", json=body, headers={"authorization": f"Bearer {token}"})

        # A person with one device, of which the server keeps nothing.
        first = (await ask("GET", "", anna.token)).json()
        assert first["person"] == anna.id and [device["current"] for device in first["devices"]] == [True]

        # A link makes another device the same person, once.
        link = (await ask("POST", "/devices", anna.token, "Laptop")).json()["token"]
        assert (await ask("GET", "", link)).status_code == 401, "a link is not a session"
        phone = (await ask("POST", "/token", link, "Phone")).json()
        assert phone["person"] == anna.id
        assert (await ask("POST", "/token", link, "Eve")).status_code == 401
        listed = (await ask("GET", "", phone["token"])).json()["devices"]
        assert [(device["label"], device["current"]) for device in listed] == [("Laptop", False), ("Phone", True)]
        second = Person(address, "Anna", phone["token"])
        async with anna.connect(table) as on_laptop, second.connect(table) as on_phone:
            assert on_laptop.id == on_phone.id == on_phone.lobby["host"] == anna.at(table)

            # A new token for this device: the old one is worth nothing, and what it opened is closed.
            fresh = (await ask("POST", "/token", phone["token"], "Phone")).json()["token"]
            assert (await on_phone.until_closed())[-1]["reason"] == "signed-out"
            assert (await bye_after(address, table, second.hello()))["reason"] == "bad-token"

            # Signed out by another device.
            [laptop] = [device["id"] for device in listed if device["label"] == "Laptop"]
            assert (await ask("DELETE", f"/devices/{laptop}", fresh)).json() == {"devices": 1}
            assert (await on_laptop.until_closed())[-1]["reason"] == "signed-out"
        assert (await ask("GET", "", anna.token)).status_code == 401
        assert (await ask("DELETE", f"/devices/{laptop}", fresh)).status_code == 404
        other = await Person.register(address, "Eve")
        assert (await ask("DELETE", f"/devices/{listed[1]['id']}", other.token)).status_code == 404

        # All others at once.
        link = (await ask("POST", "/devices", fresh, "Phone")).json()["token"]
        third = (await ask("POST", "/token", link, "Tablet")).json()["token"]
        assert (await ask("DELETE", "/devices", fresh)).json() == {"devices": 1}
        assert (await ask("GET", "", third)).status_code == 401 and (await ask("GET", "", fresh)).status_code == 200


async def test_links_end_with_what_could_have_made_them(address: str) -> None:
    """Somebody who had a device in their hands may have made a link; so many are valid at a time, and none for ever."""
    anna = await Person.register(address, "Anna")
    async with httpx.AsyncClient(base_url=address) as http:

        async def ask(method: str, path: str, token: str) -> httpx.Response:
            body = {"label": ""} if method == "POST" else None
            return await http.request(method, f"/api/me{path}", json=body, headers={"authorization": f"Bearer {token}"})

        async def link(token: str) -> str:
            return str((await ask("POST", "/devices", token)).json()["token"])

        # Signing out all others, also if there are none.
        stolen = await link(anna.token)
        assert (await ask("DELETE", "/devices", anna.token)).json() == {"devices": 0}
        assert (await ask("POST", "/token", stolen)).status_code == 401

        # Signing out one device, and replacing the token; but not another device that follows its own link.
        followed, stolen = await link(anna.token), await link(anna.token)
        phone = (await ask("POST", "/token", followed)).json()["token"]
        ids = [one["id"] for one in (await ask("GET", "", phone)).json()["devices"] if not one["current"]]
        assert (await ask("DELETE", f"/devices/{ids[0]}", phone)).json() == {"devices": 1}
        assert (await ask("POST", "/token", stolen)).status_code == 401
        stolen = await link(phone)
        fresh = (await ask("POST", "/token", phone)).json()["token"]
        assert (await ask("POST", "/token", stolen)).status_code == 401
        assert [(await ask("GET", "", token)).status_code for token in (phone, followed, fresh)] == [401, 401, 200]

        # Links count as devices.
        links = [await ask("POST", "/devices", fresh) for _ in range(MAX_DEVICES)]
        assert [answer.status_code for answer in links] == [201] * (MAX_DEVICES - 1) + [409]


async def test_of_devices_that_are_gone_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the digest of a first token, which would count as new."""
    async with running_hub(Config(f"sqlite:///{tmp_path / 'games.db'}")) as hub:
        first = sessions.new_token()
        person = sessions.person(first) or ""

        async def kept() -> list[tuple[str, bool]]:
            rows = await hub.store.read(sa.select(devices.c.digest, devices.c.gone))
            return sorted((row.digest, row.gone) for row in rows)

        token, _ = await hub.devices.new_token(first, "") or ("", "")
        for _ in range(5):
            token, owner = await hub.devices.new_token(token, "") or ("", "")
            assert owner == person
        await hub.devices.link(person, token, "")
        assert len(await kept()) == 3
        later = time.time() + LINK_SECONDS + 1
        monkeypatch.setattr(time, "time", lambda: later)
        await retention.sweep(hub)
        assert await kept() == sorted([(sessions.digest(first), True), (sessions.digest(token), False)])
        assert await hub.devices.identify(first) is None and await hub.devices.identify(token) == person


async def test_nobody_is_recognised_at_another_table(address: str) -> None:
    """Nothing that others are sent contains a person's own id, and ids are the same only in a rematch."""
    anna, ben = await Person.register(address, "Anna"), await Person.register(address, "Ben")

    async def played() -> tuple[Client, Client]:
        table = await anna.open_table("denkste", [MINE, OPEN, EMPTY, EMPTY], options={"rings": [4, 4, 4]})
        async with anna.connect(table) as host, ben.connect(table) as guest:
            await guest.join()
            await guest.do("sit", place=1)
            await host.do("start")
            await asyncio.gather(host.play(), guest.play())
            await host.do("rematch")
            await guest.until(lambda: guest.lobby["following"] is not None)
        async with anna.connect(guest.lobby["following"]) as again:
            assert again.id == host.id and again.lobby["host"] == host.id
        return host, guest

    (first, watched), (second, _) = await played(), await played()
    assert first.id != second.id
    async with httpx.AsyncClient(base_url=address, headers=ben.headers) as http:
        table = watched.lobby["id"]
        paths = (f"tables/{table}", f"records/{table}", f"records/{table}/steps?seat=all", "tables")
        fetched = [(await http.get(f"/api/{path}")).text for path in paths]
    told = "\n".join([*watched.frames, *fetched])
    assert first.id in told and anna.name in told
    assert anna.id not in told and second.id not in told and anna.token not in told
    assert json.loads(fetched[0])["you"] == watched.id
