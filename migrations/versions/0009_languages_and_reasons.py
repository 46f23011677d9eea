"""languages and reasons

Revision: 0009, after: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version. Older orders' reasons stay texts."""
    op.add_column("person", sa.Column("language", sa.String(), nullable=False, server_default=""))
    op.add_column("standing_order", sa.Column("reason", sa.JSON(), nullable=False, server_default='""'))
    orders = _orders()
    noted = sa.select(orders.c.id, orders.c.note).where(orders.c.note != "")
    for number, note in op.get_bind().execute(noted).all():
        op.get_bind().execute(sa.update(orders).where(orders.c.id == number).values(reason=note))
    with op.batch_alter_table("standing_order", schema=None) as batch_op:
        batch_op.drop_column("note")


def downgrade() -> None:
    """Go back to the previous version, which does not store why an order ended."""
    op.add_column("standing_order", sa.Column("note", sa.String(), nullable=False, server_default=""))
    for table, column in (("standing_order", "reason"), ("person", "language")):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(column)


def _orders() -> sa.TableClause:
    return sa.table("standing_order", sa.column("id"), sa.column("note"), sa.column("reason", sa.JSON()))
