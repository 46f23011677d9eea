"""robots at the table

Revision: 0002, after: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(sa.Column("robot", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Go back to the previous version."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("robot")
