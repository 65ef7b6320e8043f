"""What is stored: one row per table, and one row for everything that ever happened at it."""

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
    sa.Index("tables_in_the_lobby", "public", "open", "at"),
    sa.Index("tables_by_code", "code", unique=True),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="log_of_a_table", ondelete="CASCADE")),
    sa.Column("version", sa.BigInteger),
    sa.Column("client", sa.Text),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.PrimaryKeyConstraint("table", "version", name="log_once_a_version"),
    sa.UniqueConstraint("table", "client", name="log_once_a_wish"),
)
