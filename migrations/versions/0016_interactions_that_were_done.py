"""interactions that have changed something

Revision: 0016, after: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "interaction",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interaction")),
    )


def downgrade() -> None:
    """Go back to the previous version, which tells a repeated interaction by Discord's refusal alone."""
    op.drop_table("interaction")
