"""The tables whose hosts are there."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "listed",
        sa.Column(
            "table", sa.Text, sa.ForeignKey("tables.id", name="listed_table", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("ix_listed_seen", "listed", ["seen"])
