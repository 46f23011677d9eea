"""private copies

Revision: 0011, after: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version, with private copies of games and named lines."""
    op.add_column("game", sa.Column("copy_of", sa.Integer(), nullable=True))
    op.create_index("ix_game_copy_of", "game", ["copy_of"])
    op.create_table(
        "line",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_line_game_id_game", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "name", name="pk_line"),
    )


def downgrade() -> None:
    """Go back to the previous version, which has no copies."""
    op.drop_table("line")
    op.execute("DELETE FROM game WHERE copy_of IS NOT NULL")
    op.drop_index("ix_game_copy_of", "game")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("copy_of")
