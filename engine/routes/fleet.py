"""The trains of a company: which earn alike, and which of them may run together."""

from itertools import combinations_with_replacement, product

from engine.routes.network import Network
from engine.routes.problem import Problem
from engine.routes.worth import Class, Tariff

Counts = tuple[int, ...]


class Fleet:
    """The classes of trains, and every mix of them that may be run.

    A mix says how many trains of each class run. Only mixes that no other mix contains are listed: a train may always
    stay at home.
    """

    def __init__(self, network: Network) -> None:
        problem = network.problem
        self.network = network
        members: dict[tuple[object, ...], list[int]] = {}
        tariffs = [Tariff(problem, train) for train in range(len(problem.trains))]
        for tariff in tariffs:
            members.setdefault(tariff.key(problem), []).append(tariff.train)
        self.classes = [Class(network, tariffs[trains[0]], trains) for trains in members.values()]
        self.class_of = {train: i for i, kind in enumerate(self.classes) for train in kind.trains}
        self.faces = _faces(problem)
        self.mixes = self._mixes(problem.train_limit)

    def _mixes(self, limit: int | None) -> list[Counts]:
        mixes: set[Counts] = set()
        for faces in product(*self.faces):
            counts = [0] * len(self.classes)
            for train in (train for face in faces for train in face):
                counts[self.class_of[train]] += 1
            mixes.update(_within(tuple(counts), limit))
        return sorted(
            (mix for mix in mixes if not any(mix != other and _contains(other, mix) for other in mixes)), reverse=True
        )

    def trains_for(self, mix: Counts) -> list[list[int]]:
        """For each class, trains that run in this mix: faces are chosen so that they suffice."""
        for faces in product(*self.faces):
            trains: list[list[int]] = [[] for _ in self.classes]
            for train in (train for face in faces for train in face):
                trains[self.class_of[train]].append(train)
            if all(len(have) >= need for have, need in zip(trains, mix, strict=True)):
                return trains
        raise AssertionError("every mix comes from some choice of faces")


def _faces(problem: Problem) -> list[list[tuple[int, ...]]]:
    """For each certificate its faces, as the trains on them; a train without a certificate is one of one face."""
    certificates: dict[str, dict[str, list[int]]] = {}
    for i, train in enumerate(problem.trains):
        name = f"certificate {train.certificate}" if train.certificate else f"train {train.id}"
        certificates.setdefault(name, {}).setdefault(train.face, []).append(i)
    return [[tuple(trains) for trains in faces.values()] for faces in certificates.values()]


def _within(counts: Counts, limit: int | None) -> list[Counts]:
    """The mix, or if it has too many trains every largest part of it that has not."""
    if limit is None or sum(counts) <= limit:
        return [counts]
    parts: set[Counts] = set()
    for pick in combinations_with_replacement(range(len(counts)), limit):
        part = tuple(pick.count(i) for i in range(len(counts)))
        if _contains(counts, part):
            parts.add(part)
    return sorted(parts)


def _contains(wider: Counts, mix: Counts) -> bool:
    return all(a >= b for a, b in zip(wider, mix, strict=True))
