"""The tables and their log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("tables_in_the_lobby", "tables", ["public", "open", "at"])
    op.create_table(
        "log",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="log_of_a_table", ondelete="CASCADE")),
        sa.Column("version", sa.BigInteger),
        sa.Column("client", sa.Text),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table", "version", name="log_once_a_version"),
        sa.UniqueConstraint("table", "client", name="log_once_a_wish"),
    )
