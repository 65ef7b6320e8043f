"""What is stored: one row per table, one for everything that ever happened at it, how its game ended, what is known of
people, and the list of tables."""

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("head", sa.LargeBinary, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("code", sa.Text),
    sa.Column("forgotten", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("tables_in_the_lobby", "public", "open", "at"),
    sa.Index("tables_by_code", "code", unique=True),
)

listed = sa.Table(
    "listed",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="listed_table", ondelete="CASCADE"), primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("seen", sa.Double, nullable=False, index=True),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="log_of_a_table", ondelete="CASCADE")),
    sa.Column("version", sa.BigInteger),
    sa.Column("client", sa.Text),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("previous", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("redacted", sa.LargeBinary),
    sa.PrimaryKeyConstraint("table", "version", name="log_once_a_version"),
    sa.UniqueConstraint("table", "client", name="log_once_a_wish"),
)
"""A trigger of the database, `log_is_a_chain`, refuses an entry that does not follow the one before it."""

devices = sa.Table(
    "devices",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("since", sa.Double, nullable=False),
    sa.Column("seen", sa.Double, nullable=False),
    sa.Column("until", sa.Double),
    sa.Column("gone", sa.Boolean, nullable=False),
    sa.Index("devices_of_a_person", "person"),
)

visits = sa.Table(
    "visits",
    metadata,
    sa.Column("person", sa.Text),
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="visits_of_a_table", ondelete="CASCADE")),
    sa.PrimaryKeyConstraint("person", "table", name="visits_once"),
    sa.Index("visits_by_table", "table"),
)

endings = sa.Table(
    "endings",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="ending_of_a_table", ondelete="CASCADE")),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("table", name="ending_once_a_table"),
)

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("until", sa.Double),
)
