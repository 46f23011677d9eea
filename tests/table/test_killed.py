"""A killed process loses nothing. `make killed` does the same 200 times."""

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.soak
@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="kill -9 needs a system with fork")
def test_a_kill_loses_nothing_and_announces_nothing_false():
    # In a process of its own: it forks, which a process with threads should not.
    done = subprocess.run(
        [sys.executable, "-m", "tests.table.killed", "--times", "10"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"(\d+) moves stored, every one announced, (\d+) posts made twice", done.stdout)
    assert found is not None
    # Twice only where a kill came between posting and noting it; the nonce tells Discord so.
    assert int(found[1]) > 0
    assert int(found[2]) <= 20
