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
    """To this version."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Back to the version before."""
    ${downgrades if downgrades else "pass"}
