"""diesels that never run out

Revision: 0008, after: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version: games of 1870 begun with diesels keep unlimited ones; new games have six."""
    columns = (sa.column("id"), sa.column("title"), sa.column("started_at"), sa.column("options", sa.JSON()))
    games = sa.table("game", *columns)
    begun = sa.select(games.c.id, games.c.options).where(games.c.title == "1870", games.c.started_at.is_not(None))
    for number, options in op.get_bind().execute(begun).all():
        if options.get("diesels") == "yes":
            kept = {**options, "train_12": "unlimited"}
            op.get_bind().execute(sa.update(games).where(games.c.id == number).values(options=kept))


def downgrade() -> None:
    """Go back to the previous version, which has the same number of diesels in every game."""
