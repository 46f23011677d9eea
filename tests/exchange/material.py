"""Games of 18xx.games to compare with, where shared/conformance lies beside the project."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "shared" / "conformance"
NEW = FOLDER / "NEW.md"
"""Names the files that do not follow yet."""

needs_games = pytest.mark.skipif(
    not FOLDER.exists(), reason="the games to compare with (shared/conformance) are not here"
)


def files(title: str) -> list[Path]:
    """All games of a title, in order of their names."""
    return sorted(path for path in (FOLDER / title).glob("*.json*") if ".trace." not in path.name)


def name_of(path: Path) -> str:
    """A game's name, without the endings of its file."""
    return path.name.partition(".")[0]


def games(title: str, short: int, *, by_state: bool = True) -> list[object]:
    """A title's games as parameters of a test: real ones and a few more for `make test`, the others as long runs.

    `by_state`: the test compares states, so a game that is known not to follow yet must still fail in it; that keeps
    the list of these games from growing stale.
    """
    behind = set(re.findall(r"`([\w.]+\.json(?:\.gz)?)`", NEW.read_text(encoding="utf-8"))) if NEW.exists() else set()
    following = [path for path in files(title) if path.name not in behind]
    first = sorted(following, key=lambda path: (not path.name.startswith("real"), path.stat().st_size))[:short]
    not_yet = pytest.mark.xfail(strict=by_state, reason="listed in shared/conformance/NEW.md as not following yet")
    return [
        pytest.param(
            path,
            id=name_of(path),
            marks=[*([] if path in first else [pytest.mark.soak]), *([not_yet] if path.name in behind else [])],
        )
        for path in files(title)
    ]
