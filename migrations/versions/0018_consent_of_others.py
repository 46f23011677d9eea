"""stand-ins who are asked, and refusals to show a game elsewhere that last

Revision: 0018, after: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version. Whoever is a stand-in already stays one."""
    with op.batch_alter_table("mirror") as table:
        table.add_column(sa.Column("refused", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.add_column(sa.Column("asked_at", MOMENT, nullable=True))
    with op.batch_alter_table("person") as table:
        table.add_column(sa.Column("stand_in_asked", sa.BigInteger(), nullable=True))
        table.add_column(sa.Column("stand_in_declined", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Go back to the previous version, which forgets refusals and questions."""
    with op.batch_alter_table("person") as table:
        table.drop_column("stand_in_declined")
        table.drop_column("stand_in_asked")
    op.execute("DELETE FROM mirror WHERE refused")
    with op.batch_alter_table("mirror") as table:
        table.drop_column("asked_at")
        table.drop_column("refused")
