"""The tables, their log, and how their games ended."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

FOLLOWS = """
    NEW.version = 1 OR EXISTS (
        SELECT 1 FROM log WHERE "table" = NEW."table" AND version = NEW.version - 1 AND hash = NEW.previous)
"""
CHAIN = {
    "sqlite": [
        f"""
        CREATE TRIGGER log_is_a_chain BEFORE INSERT ON log WHEN NOT ({FOLLOWS})
        BEGIN SELECT RAISE(ABORT, 'log_is_a_chain'); END
        """
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION log_is_a_chain() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NOT ({FOLLOWS}) THEN
                RAISE 'log_is_a_chain' USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER log_is_a_chain BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION log_is_a_chain()",
    ],
}


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
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("redacted", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table", "version", name="log_once_a_version"),
        sa.UniqueConstraint("table", "client", name="log_once_a_wish"),
    )
    for statement in CHAIN[op.get_bind().dialect.name]:
        op.execute(statement)
    op.create_table(
        "endings",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id", name="ending_of_a_table", ondelete="CASCADE")),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", name="ending_once_a_table"),
    )
