"""servers to which the bot has introduced itself

Revision: 0028, after: 0027
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version. Servers where the bot has been before need no welcome."""
    op.create_table(
        "welcome",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("said", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_welcome")),
    )


def downgrade() -> None:
    """Go back to the previous version, which welcomes nobody."""
    op.drop_table("welcome")
