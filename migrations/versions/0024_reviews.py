"""reviews of games, as they were worked out

Revision: 0024, after: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "review",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("part", sa.String(), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_review_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", "part", name=op.f("pk_review")),
    )


def downgrade() -> None:
    """Go back to the previous version; reviews can be worked out again."""
    op.drop_table("review")
