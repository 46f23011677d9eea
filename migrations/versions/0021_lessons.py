"""lessons: games in which people play one, and what they have passed

Revision: 0021, after: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version."""
    with op.batch_alter_table("game") as table:
        table.add_column(sa.Column("lesson", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "lesson",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("passed_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "title", "name", name=op.f("pk_lesson")),
    )


def downgrade() -> None:
    """Go back to the previous version, which knows no lessons."""
    op.drop_table("lesson")
    op.execute("DELETE FROM game WHERE lesson <> ''")
    with op.batch_alter_table("game") as table:
        table.drop_column("lesson")
