"""positions of form 6, which older versions cannot read: the step makes them refuse the database, and makes a backup

Revision: 0015, after: 0014
"""

from __future__ import annotations

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version. The tables stay as they are; positions are rewritten as games go on."""


def downgrade() -> None:
    """Go back to the previous version, which reads only positions that were stored before."""
