"""Who is connected where, for several processes that serve the same tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """One row for each process."""
    op.create_table(
        "presence",
        sa.Column("worker", sa.Text(), primary_key=True),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("here", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("presence")
