"""leagues

Revision: 0014, after: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Upgrade to this version, with no leagues yet."""
    op.create_table(
        "league",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("started_at", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_league_guild_id"), "league", ["guild_id"])
    op.create_index(op.f("ix_league_status"), "league", ["status"])
    op.create_table(
        "league_member",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("left_at", MOMENT, nullable=True),
        _of_a_league("league_member"),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_league_member")),
        sa.UniqueConstraint("league_id", "user_id", name=op.f("uq_league_member_league_id_user_id")),
    )
    op.create_index(op.f("ix_league_member_user_id"), "league_member", ["user_id"])
    op.create_table(
        "league_round",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("drawn_at", MOMENT, nullable=True),
        sa.Column("due_at", MOMENT, nullable=True),
        sa.Column("warned", sa.Boolean(), nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        _of_a_league("league_round"),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_league_round")),
    )
    op.create_index(op.f("ix_league_round_due_at"), "league_round", ["due_at"])
    op.create_table(
        "league_table",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("members", sa.JSON(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("ending", sa.String(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        _of_a_league("league_table"),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_league_table_game_id_game"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("league_id", "round", "number", name=op.f("pk_league_table")),
    )
    op.create_index(op.f("ix_league_table_game_id"), "league_table", ["game_id"])
    op.create_table(
        "league_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        _of_a_league("league_log"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_log")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_league_log_league_id"), "league_log", ["league_id"])


def _of_a_league(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["league_id"], ["league.id"], name=op.f(f"fk_{table}_league_id_league"), ondelete="CASCADE"
    )


def downgrade() -> None:
    """Go back to the previous version, which has no leagues."""
    for table in ("league_log", "league_table", "league_round", "league_member", "league"):
        op.drop_table(table)
