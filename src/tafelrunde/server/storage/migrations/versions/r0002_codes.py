"""Codes that lead to open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("code", sa.Text))
    op.create_index("tables_by_code", "tables", ["code"], unique=True)
