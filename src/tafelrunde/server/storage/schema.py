"""What is stored: one row per table, one for everything that ever happened at it, how its game ended, what is known of
people, and the list of tables."""

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()


def required(name: str, kind: Any, **more: Any) -> sa.Column[Any]:
    """A column that every row has a value in."""
    return sa.Column(name, kind, nullable=False, **more)


def of_table(name: str, **more: Any) -> sa.Column[Any]:
    """The column that says to which table a row belongs, and that it goes with it; `name` is the constraint's."""
    return sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name=name, ondelete="CASCADE"), **more)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    required("head", sa.LargeBinary),
    required("public", sa.Boolean),
    required("open", sa.Boolean),
    required("at", sa.Double),
    sa.Column("code", sa.Text),
    required("forgotten", sa.BigInteger, server_default="0"),
    sa.Index("tables_in_the_lobby", "public", "open", "at"),
    sa.Index("tables_by_code", "code", unique=True),
)

listed = sa.Table(
    "listed",
    metadata,
    of_table("listed_table", primary_key=True),
    required("host", sa.Text),
    required("source", sa.Text),
    required("seen", sa.Double, index=True),
)

log = sa.Table(
    "log",
    metadata,
    of_table("log_of_a_table"),
    sa.Column("version", sa.BigInteger),
    sa.Column("client", sa.Text),
    required("data", sa.LargeBinary),
    required("at", sa.Double),
    required("rules", sa.Text),
    required("previous", sa.LargeBinary),
    required("hash", sa.LargeBinary),
    sa.Column("redacted", sa.LargeBinary),
    sa.PrimaryKeyConstraint("table", "version", name="log_once_a_version"),
    sa.UniqueConstraint("table", "client", name="log_once_a_wish"),
)
"""A trigger of the database, `log_is_a_chain`, refuses an entry that does not follow the one before it."""

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    required("id", sa.Text),
    required("person", sa.Text),
    required("label", sa.Text),
    required("since", sa.Double),
    required("seen", sa.Double),
    sa.Column("until", sa.Double),
    required("gone", sa.Boolean),
    sa.Index("devices_of_a_person", "person"),
)

visits = sa.Table(
    "visits",
    metadata,
    sa.Column("person", sa.Text),
    of_table("visits_of_a_table"),
    sa.PrimaryKeyConstraint("person", "table", name="visits_once"),
    sa.Index("visits_by_table", "table"),
)

endings = sa.Table(
    "endings",
    metadata,
    of_table("ending_of_a_table"),
    required("data", sa.LargeBinary),
    sa.PrimaryKeyConstraint("table", name="ending_once_a_table"),
)

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    required("value", sa.Text),
    required("at", sa.Double),
    sa.Column("until", sa.Double),
)
