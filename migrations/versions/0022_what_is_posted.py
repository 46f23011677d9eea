"""messages about games in channels: their buttons, their pictures

Revision: 0022, after: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

LATEST = """
INSERT INTO post (game_id, message_id, target, first, buttons, pictures, since, drawn, stale)
SELECT game_id, message_id, target, min(id), 'moves', '[]', max(number), max(number), false FROM outbox
WHERE message_id IN (
    SELECT max(message_id) FROM outbox JOIN game ON game.id = outbox.game_id
    WHERE state = 'sent' AND kind IN ('start', 'move', 'undo', 'redo') AND message_id > 0 AND game.status = 'running'
    AND target = 'channel:' || channel_id
    GROUP BY game_id
) AND state = 'sent' GROUP BY game_id, message_id, target
"""
"""A running game's latest message may have buttons of moves."""


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "post",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("buttons", sa.String(), nullable=False),
        sa.Column("pictures", sa.JSON(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("stale", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_post_game_id_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "message_id", name=op.f("pk_post")),
    )
    op.create_index(op.f("ix_post_target"), "post", ["target"])
    op.add_column("outbox", sa.Column("along", sa.Integer(), nullable=True))
    op.execute(LATEST)


def downgrade() -> None:
    """Go back to the previous version, which leaves old buttons where they are."""
    with op.batch_alter_table("outbox") as table:
        table.drop_column("along")
    op.drop_index(op.f("ix_post_target"), "post")
    op.drop_table("post")
