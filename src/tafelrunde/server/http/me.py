"""The endpoints for what the server knows of whoever asks: their devices, their data, and how to delete it."""

import msgspec

from tafelrunde.server import refusals
from tafelrunde.server.http import me_bodies
from tafelrunde.server.http.routing import Endpoint, HttpRefusal
from tafelrunde.server.people.devices import LINK_SECONDS
from tafelrunde.server.people.export import export
from tafelrunde.server.people.forget import forget_person
from tafelrunde.server.process.fair_queue import Path
from tafelrunde.server.tables.hub import Hub


async def me(hub: Hub, person: str, token: str) -> me_bodies.Me:
    """One's own id, which nobody else is told, and one's devices."""
    listed = await hub.devices.listed(person, token)
    own = hub.devices.id(token)
    return me_bodies.Me(
        person,
        [me_bodies.ShownDevice(each.id, each.label, each.since, each.seen, each.id == own) for each in listed],
    )


async def new_token(hub: Hub, token: str, body: me_bodies.NamedDevice) -> me_bodies.Token:
    """A new token for this device; the old one is worth nothing any more. So a link becomes a device's own token."""
    found = await hub.devices.new_token(token, body.label)
    if found is None:
        raise HttpRefusal(401, refusals.refuse("no-token"))
    hub.sign_out([hub.devices.digest(token)])
    return me_bodies.Token(*found)


async def link_device(hub: Hub, person: str, token: str, body: me_bodies.NamedDevice) -> me_bodies.Link:
    """A token for another device of the same person, which has to replace it within a few minutes, once."""
    linked = await hub.devices.link(person, token, body.label)
    if linked is None:
        raise HttpRefusal(409, refusals.refuse("too-many-devices"))
    return me_bodies.Link(linked, LINK_SECONDS)


async def sign_out(hub: Hub, person: str, token: str, id: str) -> me_bodies.SignedOut:
    """Sign out one of one's own devices: its token is worth nothing any more, and its connections are closed."""
    done = await _sign_out(hub, person, token, [id])
    if not done.devices:
        raise HttpRefusal(404, refusals.refuse("no-device"))
    return done


async def sign_out_others(hub: Hub, person: str, token: str) -> me_bodies.SignedOut:
    """Sign out all of one's own devices but this one."""
    others = [each.id for each in await hub.devices.listed(person, token) if each.id != hub.devices.id(token)]
    return await _sign_out(hub, person, token, others)


async def _sign_out(hub: Hub, person: str, token: str, ids: list[str]) -> me_bodies.SignedOut:
    digests = await hub.devices.sign_out(person, token, ids)
    hub.sign_out(digests)
    return me_bodies.SignedOut(len(digests))


async def own_data(hub: Hub, payer: Path, person: str, token: str) -> me_bodies.OwnData:
    """Everything that the server knows of whoever asks."""
    known = await me(hub, person, token)
    found, unreadable = await export(hub, person, payer)
    tables = await hub.pages.run(payer, lambda: msgspec.convert(found, list[me_bodies.OwnTable]))
    return me_bodies.OwnData(person, known.devices, tables, unreadable)


async def forget_me(hub: Hub, payer: Path, person: str, token: str) -> me_bodies.Forgotten:
    """Delete one's own data: one leaves all tables, no name and no word stays, and all devices are signed out."""
    if hub.orders.read_only:
        raise HttpRefusal(503, refusals.refuse("read-only"))
    done = await forget_person(hub, person, payer)
    await hub.devices.set_gone(token)
    hub.sign_out([hub.devices.digest(token)])
    return me_bodies.Forgotten(len(done.tables), done.left)


ENDPOINTS = (
    Endpoint("GET", "/api/me", me),
    Endpoint("DELETE", "/api/me", forget_me, (503,), cost=49),
    Endpoint("GET", "/api/me/data", own_data, cost=49),
    Endpoint("POST", "/api/me/token", new_token, cost=9),
    Endpoint("POST", "/api/me/devices", link_device, (409,), cost=9),
    Endpoint("DELETE", "/api/me/devices", sign_out_others),
    Endpoint("DELETE", "/api/me/devices/{id}", sign_out),
)
