"""what people would like to play

Revision: 0027, after: 0026
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version. Nobody is looking for a game yet."""
    op.create_table(
        "seek",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("titles", sa.JSON(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("beginners", sa.Boolean(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("until", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f("fk_seek_game_id_game"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seek")),
        sqlite_autoincrement=True,
    )
    for column in ("guild_id", "user_id", "game_id"):
        op.create_index(op.f(f"ix_seek_{column}"), "seek", [column])


def downgrade() -> None:
    """Go back to the previous version, in which nobody can look for a game."""
    op.drop_table("seek")
