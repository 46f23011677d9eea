"""places, wishes, notes and mirrors

Revision: 0003, after: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.add_column("person", sa.Column("wishes", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("game", sa.Column("place", sa.JSON(), nullable=False, server_default="{}"))
    op.create_table(
        "note",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_note_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_note")),
    )
    op.create_table(
        "mirror",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_by", sa.BigInteger(), nullable=False),
        sa.Column("allowed", sa.Boolean(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_mirror_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "channel_id", name=op.f("pk_mirror")),
    )


def downgrade() -> None:
    """Go back to the previous version."""
    op.drop_table("mirror")
    op.drop_table("note")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("place")
    with op.batch_alter_table("person", schema=None) as batch_op:
        batch_op.drop_column("wishes")
