"""long choices of buttons

Revision: 0004, after: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    op.create_table(
        "parked",
        sa.Column("mark", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_parked")),
    )
    op.create_index(op.f("ix_parked_made_at"), "parked", ["made_at"])


def downgrade() -> None:
    """Go back to the previous version."""
    op.drop_index(op.f("ix_parked_made_at"), table_name="parked")
    op.drop_table("parked")
