"""What the server knows of a person: their devices, and nothing that others could recognise them by."""

import asyncio
import json

import httpx
import pytest

from tests.protocol_client import EMPTY, MINE, OPEN, Client, Person, bye_after

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
