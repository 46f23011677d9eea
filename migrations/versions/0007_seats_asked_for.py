"""seats asked for

Revision: 0007, after: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "seat_ask",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("robot", sa.String(), nullable=False),
        sa.Column("asked_by", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_ask_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat_ask")),
    )
    op.create_index(op.f("ix_seat_ask_due_at"), "seat_ask", ["due_at"])


def downgrade() -> None:
    """Go back to the previous version."""
    op.drop_index(op.f("ix_seat_ask_due_at"), table_name="seat_ask")
    op.drop_table("seat_ask")
