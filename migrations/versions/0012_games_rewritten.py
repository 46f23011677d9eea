"""games whose stored positions have been rewritten

Revision: 0012, after: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version: until now no stored position was rewritten."""
    op.add_column("game", sa.Column("rewritten", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Go back to the previous version, which never rewrites a position."""
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("rewritten")
