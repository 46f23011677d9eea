"""older messages of finished games, whose buttons of moves do nothing any more

Revision: 0029, after: 0028
"""

from __future__ import annotations

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

OLDER = """
INSERT INTO post (game_id, message_id, target, first, buttons, pictures, since, drawn, stale)
SELECT game_id, message_id, target, 0, 'moves', '[]', max(number), max(number), true FROM outbox
JOIN game ON game.id = outbox.game_id
WHERE state = 'sent' AND message_id > 0 AND target = 'channel:' || channel_id
AND game.status NOT IN ('gathering', 'running')
AND kind IN ('start', 'move', 'undo', 'redo', 'call', 'reminder', 'replace')
AND NOT EXISTS (SELECT 1 FROM post WHERE post.game_id = outbox.game_id AND post.message_id = outbox.message_id)
AND NOT EXISTS (
    SELECT 1 FROM outbox AS last WHERE last.message_id = outbox.message_id AND last.target = outbox.target
    AND last.kind = 'ended'
)
GROUP BY game_id, message_id, target
"""
"""As far as announcements are kept. The result keeps its buttons, with which people look back."""


def upgrade() -> None:
    """Upgrade to this version. The games that ended last are tidied up at the start."""
    op.execute(OLDER)


def downgrade() -> None:
    """Go back to the previous version, which leaves these messages as they are."""
