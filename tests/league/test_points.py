"""Points by place, and who leads."""

from fractions import Fraction

import pytest

from bot.league.points import Correction, Result, points_by_place, points_text, shared_points, standings


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 6, 2: 3, 3: 1, 4: 0}),
        ({1: 1, 2: 1, 3: 3}, {1: 4.5, 2: 4.5, 3: 1}),
        ({1: 1, 2: 2, 3: 2, 4: 2}, {1: 6, 2: Fraction(4, 3), 3: Fraction(4, 3), 4: Fraction(4, 3)}),
        ({1: 1, 2: 1, 3: 1}, {1: Fraction(10, 3), 2: Fraction(10, 3), 3: Fraction(10, 3)}),
        ({2: 4}, {2: 0}),
    ],
)
def test_tied_members_share_the_points_of_their_places(places: dict[int, int], points: dict[int, float]):
    assert shared_points((6, 3, 1), places) == points


def test_points_can_be_typed_in_common_forms_and_never_rise():
    assert points_by_place("6 3 1") == points_by_place("6, 3, 1") == points_by_place("6/3/1") == [6, 3, 1]
    for wrong in ("", "1 2", "x", "-1", "0", "5 5.5", "9999", " ".join("9876543210" * 2)):
        assert points_by_place(wrong) is None, wrong


def test_points_then_wins_decide_and_equals_share_a_rank():
    found = standings((1, 2, 3, 4), (4, 2), [Result({1: 1, 2: 2}), Result({2: 2, 3: 1}), Result({2: 3, 4: 4})])
    assert [(one.member, one.rank, one.points, one.wins, one.played) for one in found] == [
        (1, 1, 4, 1, 1),
        (3, 1, 4, 1, 1),
        (2, 3, 4, 0, 3),
        (4, 4, 0, 0, 1),
    ]


def test_a_correction_counts_and_a_stranger_does_not():
    found = standings((1, 2), (4, 2), [Result({1: 1, 2: 2, 9: 3})], [Correction(2, 3), Correction(9, 50)])
    assert [(one.member, one.points) for one in found] == [(2, 5), (1, 4)]


def test_points_are_shown_short():
    assert [points_text(Fraction(*one)) for one in ((4, 1), (9, 2), (10, 3), (-3, 1), (100, 1))] == [
        "4",
        "4.5",
        "3.33",
        "-3",
        "100",
    ]
