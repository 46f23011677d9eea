"""Games of 18xx.games to compare with, where shared/conformance lies beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "shared" / "conformance"
BEHIND = frozenset(
    (
        "random_1870_diesels_finish_on_400_p5_s521",
        "random_1870_diesels_p2_s503",
        "random_1870_max_reissue_200_p5_s552",
        "random_1870_original_rules_p2_s135",
        "random_1870_original_rules_p2_s141",
        "random_1870_original_rules_p3_s105",
        "random_1870_original_rules_p3_s120",
        "random_1870_original_rules_p3_s151",
        "random_1870_original_rules_p3_s152",
        "random_1870_original_rules_p4_s115",
        "random_1870_original_rules_p5_s118",
        "random_1870_original_rules_p5_s136",
        "random_1870_original_rules_p7_s104",
        "random_1870_original_rules_p7_s112",
        "random_1870_p2_s19",
        "random_1870_p2_s8",
        "random_1870_p3_s21",
        "random_1870_p3_s27",
        "random_1870_p4_s25",
        "random_1870_p4_s9",
        "random_1870_p5_s13",
        "random_1870_p5_s14",
        "random_1870_p5_s22",
        "random_1870_p5_s46",
        "random_1870_p6_s5",
        "random_1870_p7_s1",
        "random_1870_p7_s23",
        "random_1870_p7_s24",
        "random_1870_p7_s26",
        "random_1870_p7_s29",
        "random_1870_p7_s3",
        "random_1870_p7_s30",
        "random_1870_p7_s41",
        "random_1870_station_wars_p2_s532",
        "random_1870_station_wars_p6_s531",
    )
)
"""Games that do not follow yet."""

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
    following = [path for path in files(title) if name_of(path) not in BEHIND]
    first = sorted(following, key=lambda path: (not path.name.startswith("real"), path.stat().st_size))[:short]
    not_yet = pytest.mark.xfail(strict=by_state, reason="does not follow yet")
    return [
        pytest.param(
            path,
            id=name_of(path),
            marks=[*([] if path in first else [pytest.mark.soak]), *([not_yet] if name_of(path) in BEHIND else [])],
        )
        for path in files(title)
    ]
