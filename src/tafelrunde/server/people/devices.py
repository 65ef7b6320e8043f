"""Tokens and devices: whose token it is, a new token for an old one, and several devices of one person.

A token that nobody ever replaced, passed on or signed out is not stored at all: its person's id is derived from it.
Links for further devices end whenever a token is replaced or a device is signed out: somebody else may have made them.
"""

import time
from dataclasses import replace

from tafelrunde.server.http import sessions
from tafelrunde.server.storage.people import Device, People

LINK_SECONDS = 600.0
"""How long a link that makes another device one's own is valid."""
DAY = 86_400.0
MAX_DEVICES = 20
"""Devices of one person."""


class Devices:
    """The devices of all people."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def identify(self, token: str) -> str | None:
        """Whose token it is; None if it is not valid, or not any more."""
        person = sessions.person(token)
        if person is None:
            return None
        device = await self._people.device(sessions.digest(token))
        if device is None:
            return None if sessions.is_listed(token) else person
        if device.gone or device.until is not None:
            return None
        if device.seen != _today():
            await self._people.set_seen(device.digest, _today())
        return device.person

    @staticmethod
    def digest(token: str) -> str:
        """What is kept of a token."""
        return sessions.digest(token)

    @staticmethod
    def id(token: str) -> str:
        """The id of the device with this token, for its person."""
        return _id(sessions.digest(token))

    async def listed(self, person: str, token: str) -> list[Device]:
        """A person's devices, the one with this token among them."""
        known = await self._people.devices(person)
        digest = sessions.digest(token)
        return known if any(device.digest == digest for device in known) else [_device(token, person, ""), *known]

    async def link(self, person: str, token: str, label: str) -> str | None:
        """A token that makes another device this person's, if it is replaced soon; None if they have too many.

        From now on there is more than one device, so this one is listed, too.
        """
        await self._people.add_device(_device(token, person, label))
        linked = sessions.new_token(listed=True)
        link = replace(_device(linked, person, ""), until=time.time() + LINK_SECONDS)
        return linked if await self._people.add_link(link, MAX_DEVICES) else None

    async def new_token(self, token: str, label: str) -> tuple[str, str] | None:
        """A new token in the place of this one, which is worth nothing any more, and whose it is; None if it was."""
        device = await self._people.device(sessions.digest(token))
        person = sessions.person(token) if device is None else device.person
        is_late = device is not None and device.until is not None and device.until < time.time()
        if person is None or is_late:
            return None
        fresh = sessions.new_token(listed=True)
        done = await self._people.replace_device(sessions.digest(token), _device(fresh, person, label))
        return (fresh, person) if done else None

    async def set_gone(self, token: str) -> None:
        """A token is worth nothing any more."""
        await self._people.set_gone([sessions.digest(token)])

    async def sign_out(self, person: str, token: str, ids: list[str]) -> list[str]:
        """Sign out some of a person's devices, one of which has this token; the digests of their tokens."""
        digests = [device.digest for device in await self.listed(person, token) if device.id in ids]
        await self._people.sign_out(person, digests)
        return digests

    async def sweep(self) -> None:
        """Forget links that nobody has followed in time."""
        await self._people.drop_links(time.time())


def _device(token: str, person: str, label: str) -> Device:
    """A device; its id can be derived, so that one that is not stored has one, too."""
    digest = sessions.digest(token)
    return Device(digest, _id(digest), person, label, time.time(), _today())


def _id(digest: str) -> str:
    return digest.removeprefix(sessions.LISTED)[:16]


def _today() -> float:
    """The day is enough: when exactly somebody was here is nobody's business."""
    return time.time() // DAY * DAY
