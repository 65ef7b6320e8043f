"""Devices of people, the tables that they were at, up to which version these are forgotten; orders of the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("forgotten", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "devices",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_index("devices_of_a_person", "devices", ["person"])
    op.create_table(
        "visits",
        sa.Column("person", sa.Text),
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="visits_of_a_table", ondelete="CASCADE")),
        sa.PrimaryKeyConstraint("person", "table", name="visits_once"),
    )
    op.create_index("visits_by_table", "visits", ["table"])
    op.create_table(
        "orders",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
    )
