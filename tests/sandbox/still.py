"""`python -m bot` as it is, but nothing in it depends on how fast the machine is.

Time stands still in its sandbox, so that whoever plays there misses no deadline, and it gives nothing up.
"""

from __future__ import annotations

import sys

import pytest

from bot.__main__ import main
from sandbox import HeldClock, playing
from tests import watch
from tests.waiting import lift_limits

if __name__ == "__main__":
    patch = pytest.MonkeyPatch()
    watch.hold(patch)
    lift_limits(patch)
    playing.Clock = HeldClock
    sys.exit(main())
