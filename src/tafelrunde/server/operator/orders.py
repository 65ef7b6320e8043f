"""Orders of the operator, in the database: every server process looks there every few seconds and obeys.

So they work for all processes alike, also if none runs, and nothing listens for them: whoever may write to the database
is the operator.
"""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import sqlalchemy as sa

from tafelrunde.server.storage.schema import orders, tables
from tafelrunde.server.storage.store import Store

POLL_SECONDS = 2.0
MOMENT = 60.0
"""Seconds that an order stands which is carried out at once: every process has seen it by then."""

READ_ONLY, NOTICE, BAN, CLOSE, FORGET = "read-only", "notice", "ban ", "close ", "forget "
"""The kinds of orders; the last three are followed by whom or what they are about."""


@dataclass(frozen=True)
class Order:
    """An order, since when it stands and until when; None: until it is withdrawn."""

    key: str
    value: str
    at: float
    until: float | None = None


async def give(store: Store, key: str, value: str = "", seconds: float | None = None) -> None:
    """Give an order, in the place of an older one of the same kind."""
    now = time.time()
    order = Order(key, value, now, None if seconds is None else now + seconds)

    def work(connection: sa.Connection) -> None:
        connection.execute(sa.delete(orders).where(sa.or_(orders.c.key == key, orders.c.until < now)))
        connection.execute(sa.insert(orders), [asdict(order)])

    await store.transact(work)


async def withdraw(store: Store, key: str) -> bool:
    """Withdraw an order; whether it stood."""
    dropped = sa.delete(orders).where(orders.c.key == key)
    return await store.transact(lambda connection: connection.execute(dropped).rowcount) > 0


async def standing(store: Store) -> list[Order]:
    """The orders that stand now, the oldest first."""
    valid = sa.or_(orders.c.until.is_(None), orders.c.until > time.time())
    return [Order(**row._mapping) for row in await store.read(sa.select(orders).where(valid).order_by(orders.c.at))]


async def close_table(store: Store, table: str) -> bool:
    """Delete a table and send everybody away from it; whether there was one."""
    gone = sa.delete(tables).where(tables.c.id == table)
    done = await store.transact(lambda connection: connection.execute(gone).rowcount) > 0
    await give(store, CLOSE + table, seconds=MOMENT)
    return done


class Orders:
    """The standing orders as one server process knows them."""

    def __init__(self) -> None:
        self._orders: dict[str, Order] = {}

    def update(self, orders: Iterable[Order]) -> tuple[list[Order], list[Order]]:
        """Take over the standing orders; those that are new, and those that stand no more."""
        before, self._orders = self._orders, {order.key: order for order in orders}
        new = [order for order in self._orders.values() if before.get(order.key) != order]
        return new, [order for key, order in before.items() if key not in self._orders]

    @property
    def read_only(self) -> bool:
        """Whether nothing may be changed at the tables."""
        return READ_ONLY in self._orders

    @property
    def notice(self) -> str | None:
        """What everybody is told, as JSON: texts by language."""
        return self._orders[NOTICE].value if NOTICE in self._orders else None

    def is_banned(self, *names: str) -> bool:
        """Whether an address or a person is banned."""
        return any(BAN + name in self._orders for name in names)
