"""games from files

Revision: 0010, after: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version: all seats are taken, and every game's moves lead to its position."""
    op.add_column("seat", sa.Column("invited", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Go back to the previous version, which knows only robots and people."""
    for table, column in (("game", "proven"), ("seat", "invited")):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(column)
