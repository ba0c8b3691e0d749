"""Rates that several processes count together, and when each process last wrote to prove that it can."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "rates",
        sa.Column("source", sa.Text(), primary_key=True),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "health",
        sa.Column("worker", sa.Text(), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("rates")
    op.drop_table("health")
