"""what the coach has explained to whom

Revision: 0020, after: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version. Nothing has been explained yet."""
    with op.batch_alter_table("person") as table:
        table.add_column(sa.Column("coached", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Go back to the previous version, without a coach."""
    with op.batch_alter_table("person") as table:
        table.drop_column("coached")
