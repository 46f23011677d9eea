"""running games in which the organiser may still act for everybody: their channels are told that this has changed

Revision: 0017, after: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

GAME = sa.table("game", *(sa.column(name) for name in ("id", "status", "copy_of")), sa.column("settings", sa.JSON()))
UNTOLD = "acts_untold"


def upgrade() -> None:
    """Upgrade to this version: the bot tells these games' channels when it starts, once."""
    connection = op.get_bind()
    running = sa.select(GAME.c.id, GAME.c.settings).where(GAME.c.status == "running", GAME.c.copy_of.is_(None))
    for number, settings in connection.execute(running).all():
        changed = {**(settings or {}), UNTOLD: True}
        connection.execute(sa.update(GAME).where(GAME.c.id == number).values(settings=changed))


def downgrade() -> None:
    """Go back to the previous version, which knows of no consent."""
    connection = op.get_bind()
    for number, settings in connection.execute(sa.select(GAME.c.id, GAME.c.settings)).all():
        kept = {name: value for name, value in (settings or {}).items() if not name.startswith("acts_")}
        connection.execute(sa.update(GAME).where(GAME.c.id == number).values(settings=kept))
