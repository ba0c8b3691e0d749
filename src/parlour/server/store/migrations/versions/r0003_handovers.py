"""Codes that move a visitor to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """One row for each code."""
    op.create_table(
        "handovers",
        sa.Column("code_hash", sa.Text(), primary_key=True),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_table("handovers")
