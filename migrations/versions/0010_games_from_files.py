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
    """To this version: all seats are somebody's, and every game has come to where it stands by its moves."""
    op.add_column("seat", sa.Column("invited", sa.BigInteger(), nullable=True))
    op.add_column("game", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Back to the version before, which knows robots and people alone."""
    for table, column in (("game", "proven"), ("seat", "invited")):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(column)
