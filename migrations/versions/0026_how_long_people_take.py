"""how long people have had something to decide

Revision: 0026, after: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version. Nothing is known of games so far."""
    op.create_table(
        "time_used",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("leave", sa.Float(), nullable=False),
        sa.Column("counted", MOMENT, nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_time_used_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", "user_id", name=op.f("pk_time_used")),
    )
    op.create_index(op.f("ix_time_used_user_id"), "time_used", ["user_id"])


def downgrade() -> None:
    """Go back to the previous version, which counts no time without a clock."""
    op.drop_table("time_used")
