"""${message}

Revision: ${up_revision}, after: ${down_revision}
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

${imports if imports else ""}
revision = "${up_revision}"
down_revision = ${repr(down_revision) if not down_revision else chr(34) + down_revision + chr(34)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Upgrade to this version."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go back to the previous version."""
    ${downgrades if downgrades else "pass"}
