"""names that can stand in a message

Revision: 0006, after: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.safe_text import short_name

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version: names that contain, say, a link keep their visible part."""
    seats = sa.table("seat", *(sa.column(name) for name in ("game_id", "place", "name")))
    taken: dict[int, set[str]] = {}
    for game, place, name in op.get_bind().execute(sa.select(seats).order_by(seats.c.game_id, seats.c.place)).all():
        others = taken.setdefault(game, set())
        found, number = short_name(name) or "Player", 2
        while found.casefold() in others:
            found, number = f"{short_name(name)[:28] or 'Player'} {number}", number + 1
        others.add(found.casefold())
        if found != name:
            mine = (seats.c.game_id == game, seats.c.place == place)
            op.get_bind().execute(sa.update(seats).where(*mine).values(name=found))


def downgrade() -> None:
    """Go back to the previous version, which accepts these names."""
