"""what people have seen of games, and older messages with buttons of moves

Revision: 0023, after: 0022
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

OLDER = """
INSERT INTO post (game_id, message_id, target, first, buttons, pictures, since, drawn, stale)
SELECT game_id, message_id, target, 0, 'moves', '[]', max(number), max(number), true FROM outbox
JOIN game ON game.id = outbox.game_id
WHERE state = 'sent' AND message_id > 0 AND target = 'channel:' || channel_id AND game.status = 'running'
AND kind IN ('start', 'move', 'undo', 'redo', 'call', 'reminder', 'replace')
AND NOT EXISTS (SELECT 1 FROM post WHERE post.game_id = outbox.game_id AND post.message_id = outbox.message_id)
GROUP BY game_id, message_id, target
"""
"""As far as announcements are kept: older versions left buttons of moves under each message. Their texts stay."""
QUESTIONS = """
INSERT INTO post (game_id, message_id, target, first, buttons, pictures, since, drawn, stale)
SELECT game_id, message_id, target, min(outbox.id), 'question', '[]', max(number), max(number), false FROM outbox
JOIN game ON game.id = outbox.game_id
WHERE state = 'sent' AND message_id > 0 AND target = 'channel:' || channel_id
AND game.status IN ('gathering', 'running') AND kind IN (
    'end_ask', 'invited', 'join', 'acts_ask', 'undo_ask', 'seat_ask', 'seat_offer', 'mirror_ask', 'stand_in_ask'
)
AND NOT EXISTS (SELECT 1 FROM post WHERE post.game_id = outbox.game_id AND post.message_id = outbox.message_id)
GROUP BY game_id, message_id, target
"""
"""And those of questions, which go when they have been answered."""


def upgrade() -> None:
    """Upgrade to this version. Whatever is outdated is tidied up when something is posted about its game."""
    with op.batch_alter_table("note") as table:
        table.add_column(sa.Column("looked", sa.Integer(), nullable=True))
    op.execute(OLDER)
    op.execute(QUESTIONS)


def downgrade() -> None:
    """Go back to the previous version, which knows what was new to nobody."""
    op.execute("DELETE FROM note WHERE text = ''")
    with op.batch_alter_table("note") as table:
        table.drop_column("looked")
