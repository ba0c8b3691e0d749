"""The log of tables, what lists show of them, and who sits where."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "log",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("once", sa.Text(), nullable=True),
        sa.Column("author", sa.Text(), nullable=False),
        sa.UniqueConstraint("code", "seq", name="log_code_seq"),
    )
    used = sa.text("once IS NOT NULL")
    op.create_index("log_once", "log", ["code", "once"], unique=True, sqlite_where=used, postgresql_where=used)
    op.create_table(
        "tables",
        sa.Column("code", sa.Text(), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
    )
    op.create_index("tables_status", "tables", ["status"])
    op.create_table(
        "seats",
        sa.Column("player_hash", sa.Text(), primary_key=True),
        sa.Column("code", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("seats")
    op.drop_table("tables")
    op.drop_table("log")
