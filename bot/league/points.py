"""Points by place, shared in ties, and the standings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

MOST_POINTS = 1000


@dataclass(frozen=True)
class Correction:
    """Points the organiser gives or takes away."""

    member: int
    points: int


@dataclass(frozen=True)
class Result:
    """A table's result: each member's place. Members who tie have the same number."""

    places: Mapping[int, int]
    finished: bool = True
    """Was the game played to its end? Otherwise it has no winner."""


@dataclass(frozen=True)
class Standing:
    """One member's line in the standings."""

    member: int
    rank: int
    points: Fraction
    wins: int
    played: int


def points_by_place(text: str) -> list[int] | None:
    """Read `6 3 1` as points for first, second and third place; None if it cannot be read."""
    parts = [part for part in re.split(r"[\s,;/]+", text.strip()) if part]
    if not 1 <= len(parts) <= 10 or not all(re.fullmatch(r"[0-9]{1,4}", part) for part in parts):
        return None
    found = [int(part) for part in parts]
    return found if found == sorted(found, reverse=True) and 0 < found[0] <= MOST_POINTS else None


def shared_points(points: Sequence[int], places: Mapping[int, int]) -> dict[int, Fraction]:
    """Each member's points: members who tie share the points of their places."""
    taken = Counter(places.values())
    worth = {place: Fraction(sum(points[place - 1 : place - 1 + many]), many) for place, many in taken.items()}
    return {member: worth[place] for member, place in places.items()}


def standings(
    members: Sequence[int], points: Sequence[int], results: Sequence[Result], corrections: Sequence[Correction] = ()
) -> list[Standing]:
    """All members, best first: by points, then by games won. Members equal in both share a rank."""
    total: dict[int, Fraction] = {member: Fraction(0) for member in members}
    wins, played = Counter[int](), Counter[int]()
    for result in results:
        for member, got in shared_points(points, result.places).items():
            if member in total:
                total[member] += got
                played[member] += result.finished
                wins[member] += result.finished and result.places[member] == 1
    for one in corrections:
        if one.member in total:
            total[one.member] += one.points
    keys = {member: (total[member], wins[member]) for member in members}
    order = sorted(members, key=lambda member: (-keys[member][0], -keys[member][1], member))
    return [
        Standing(
            member,
            1 + sum(keys[other] > keys[member] for other in members),
            total[member],
            wins[member],
            played[member],
        )
        for member in order
    ]


def points_text(points: Fraction) -> str:
    """`4`, `4.5`, `3.33`."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
