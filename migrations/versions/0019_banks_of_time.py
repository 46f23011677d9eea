"""banks of time, what moves add to them, and when the bot ran

Revision: 0019, after: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def _of_game(name: str, *columns: sa.Column[object], key: str) -> None:
    game = sa.Column("game_id", sa.Integer(), nullable=False)
    goes = sa.ForeignKeyConstraint(["game_id"], ["game.id"], op.f(f"fk_{name}_game_id_game"), ondelete="CASCADE")
    op.create_table(name, game, *columns, goes, sa.PrimaryKeyConstraint("game_id", key, name=op.f(f"pk_{name}")))


def upgrade() -> None:
    """Upgrade to this version. Running games go on without a clock."""
    _of_game(
        "bank",
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("left", sa.Float(), nullable=False),
        sa.Column("leave", sa.Float(), nullable=False),
        sa.Column("counted", MOMENT, nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("due_at", MOMENT, nullable=True),
        key="seat",
    )
    op.create_index(op.f("ix_bank_due_at"), "bank", ["due_at"])
    _of_game(
        "added_time",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        key="number",
    )
    op.create_table(
        "awake",
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_awake")),
    )
    with op.batch_alter_table("action") as table:
        table.add_column(sa.Column("by_clock", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("seat") as table:
        table.add_column(sa.Column("meanwhile", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Go back to the previous version, which knows no clocks."""
    with op.batch_alter_table("seat") as table:
        table.drop_column("meanwhile")
    with op.batch_alter_table("action") as table:
        table.drop_column("by_clock")
    for name in ("awake", "added_time", "bank"):
        op.drop_table(name)
