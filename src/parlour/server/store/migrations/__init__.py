"""The database migrations, in small steps (alembic).

A new step is a file in `versions/` that names the step before it; then `HEAD` names the new one. Steps that change a
table use `op.batch_alter_table`, because SQLite can hardly alter tables. A step that has been released is never edited.
"""

from pathlib import Path
from threading import Lock

from sqlalchemy import Connection

HEAD = "0004"
"""The newest step; a database that is at it skips importing alembic."""

_one_at_a_time = Lock()  # alembic keeps its context in module globals


def upgrade(connection: Connection) -> None:
    """Migrate a database to the newest step, inside the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _one_at_a_time:
        command.upgrade(config, "head")
