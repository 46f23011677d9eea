"""how many moves clocks have made for members of leagues

Revision: 0025, after: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version. Of games that have ended, nothing is known."""
    with op.batch_alter_table("league_table") as table:
        table.add_column(sa.Column("by_clock", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Go back to the previous version, which marks nothing."""
    with op.batch_alter_table("league_table") as table:
        table.drop_column("by_clock")
