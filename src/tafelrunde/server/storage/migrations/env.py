"""Run by Alembic, on the connection (and in the transaction) that `database.migrate` hands over."""

from alembic import context

from tafelrunde.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
