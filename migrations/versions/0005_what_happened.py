"""what happened in each move

Revision: 0005, after: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version. Earlier moves have no row."""
    op.create_table(
        "events",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_events_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_events")),
    )


def downgrade() -> None:
    """Go back to the previous version."""
    op.drop_table("events")
