"""Alembic runs this file to apply the steps."""

from alembic import context

from parlour.server.store.database import metadata


def run() -> None:
    """Apply the steps in the open transaction: all of them or none."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    context.run_migrations()


if (
    __name__ != "parlour.server.store.migrations.env"
):  # alembic loads the file under another name; importing it does nothing
    run()
