"""What is stored of people: their tables, and their devices if there are several or a token was replaced."""

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from tafelrunde.server.http.sessions import is_listed
from tafelrunde.server.storage.schema import devices, visits


@dataclass(frozen=True)
class Device:
    """A token that is not simply its person's first and only one; `digest` is what is kept of it.

    A token with `until` only opens the way for a further device, until then. One that is `gone` was a person's first,
    and was replaced or signed out: nothing but its digest is kept, for ever, so that it does not count as new. Of
    listed tokens that are gone nothing is kept.
    """

    digest: str
    id: str
    person: str
    label: str
    since: float
    seen: float
    until: float | None = None
    gone: bool = False


T = TypeVar("T")

NOTHING: dict[str, Any] = {"id": "", "person": "", "label": "", "since": 0.0, "seen": 0.0, "until": None, "gone": True}
"""What remains of a device that is gone, besides its digest."""


class Transact(Protocol):
    """Runs a transaction."""

    async def __call__(self, work: Callable[[sa.Connection], T], /) -> T:
        """The result of the work, when it is durable."""


class People:
    """The devices and tables of people in a database."""

    def __init__(self, transact: Transact, read: Callable[[sa.Select[Any]], Awaitable[Sequence[sa.Row[Any]]]]) -> None:
        self._transact, self._read = transact, read

    # devices

    async def device(self, digest: str) -> Device | None:
        """The device with this token, if it is known."""
        rows = await self._read(sa.select(devices).where(devices.c.digest == digest))
        return Device(**rows[0]._mapping) if rows else None

    async def devices(self, person: str) -> list[Device]:
        """The devices of a person, the oldest first."""
        own = sa.select(devices).where(devices.c.person == person, devices.c.until.is_(None))
        return [Device(**row._mapping) for row in await self._read(own.order_by(devices.c.since))]

    async def add_device(self, device: Device) -> None:
        """A further device; nothing happens if it is known."""
        with contextlib.suppress(IntegrityError):
            await self._transact(lambda connection: _insert(connection, devices, asdict(device)))

    async def add_link(self, link: Device, most: int) -> bool:
        """A link for a further device; False if there are so many devices and links already."""
        own = devices.c.person == link.person
        valid = sa.or_(devices.c.until.is_(None), devices.c.until > link.since)

        def work(connection: sa.Connection) -> bool:
            known = connection.execute(sa.select(devices.c.digest).where(own, valid).with_for_update()).all()
            if len(known) < most:
                _insert(connection, devices, asdict(link))
            return len(known) < most

        return await self._transact(work)

    async def drop_links(self, before: float) -> None:
        """Forget the links that were valid until then at most."""
        late = devices.c.until < before
        await self._transact(lambda connection: _end_links(connection, late))

    async def replace_device(self, digest: str, new: Device) -> bool:
        """A new token in the place of an old one, which is gone, and with it all links unless it was one itself; False
        if it was gone already."""

        def work(connection: sa.Connection) -> bool:
            known = sa.select(devices.c.gone, devices.c.until).where(devices.c.digest == digest)
            old = connection.execute(known.with_for_update()).first()
            if (old is None and is_listed(digest)) or (old is not None and old.gone):
                return False
            _set_gone(connection, [digest])
            if old is None or old.until is None:
                _end_links(connection, devices.c.person == new.person)
            _insert(connection, devices, asdict(new))
            return True

        try:
            return await self._transact(work)
        except IntegrityError:  # somebody else did the same at the same time
            return False

    async def set_gone(self, digests: list[str]) -> None:
        """These tokens are worth nothing any more."""
        await self._transact(lambda connection: _set_gone(connection, digests))

    async def sign_out(self, person: str, digests: list[str]) -> None:
        """These tokens of a person are worth nothing any more, and no link is."""

        def work(connection: sa.Connection) -> None:
            _set_gone(connection, digests)
            _end_links(connection, devices.c.person == person)

        await self._transact(work)

    async def set_seen(self, digest: str, seen: float) -> None:
        """When a device was last used."""
        change = sa.update(devices).where(devices.c.digest == digest, ~devices.c.gone).values(seen=seen)
        await self._transact(lambda connection: connection.execute(change))

    async def forget(self, person: str, digests: list[str], left: Sequence[str] = ()) -> None:
        """Nothing of a person is kept but the digests of their tokens, which are worth nothing any more, and that they
        were at those tables where something of them is left."""

        def work(connection: sa.Connection) -> None:
            _set_gone(connection, digests)
            connection.execute(sa.delete(devices).where(devices.c.person == person))
            connection.execute(sa.delete(visits).where(visits.c.person == person, visits.c.table.not_in(left)))

        await self._transact(work)

    # tables

    async def tables(self, person: str) -> list[str]:
        """The tables that a person was at."""
        rows = await self._read(sa.select(visits.c.table).where(visits.c.person == person).order_by(visits.c.table))
        return [row.table for row in rows]

    async def visitors(self, table: str) -> list[str]:
        """Who was at a table."""
        return [row.person for row in await self._read(sa.select(visits.c.person).where(visits.c.table == table))]


def gone(digest: str) -> Device:
    """What is kept of a token that is worth nothing any more."""
    return Device(digest, **NOTHING)


def _insert(connection: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    connection.execute(sa.insert(table), [row])


def _set_gone(connection: sa.Connection, digests: list[str]) -> None:
    for digest in digests:
        if is_listed(digest):
            connection.execute(sa.delete(devices).where(devices.c.digest == digest))
            continue
        found = connection.execute(sa.update(devices).where(devices.c.digest == digest).values(**NOTHING))
        if not found.rowcount:
            _insert(connection, devices, asdict(gone(digest)))


def _end_links(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    links = sa.select(devices.c.digest).where(which, devices.c.until.is_not(None))
    _set_gone(connection, list(connection.scalars(links)))
