"""The rules of routes once more, as plainly as can be and with nothing taken from the engine but its data.

Everything is tried: every way over every piece, every choice of paid stops, every set of routes. Only for tiny maps.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from engine.routes import Piece, Problem, Route, Row, Stop, Train

ALL = ("city", "town", "offboard")
CITIES = ("city", "offboard")


@dataclass(frozen=True)
class Way:
    """A legal way over the map, whoever runs it."""

    path: tuple[str, ...]
    stops: tuple[str, ...]
    used: frozenset[str]


def rows_of(train: Train) -> tuple[list[Row], int, bool]:
    """What is printed on the train, spelled out; the most off-boards; whether it may count again."""
    kinds = {
        "D": [(ALL, 99, 99)],
        "2": [(ALL, 2, 2)],
        "3": [(ALL, 3, 3)],
        "R4": [(ALL, 4, 4)],
        "2+1": [(ALL, 2, 2), (("town",), 1, 1)],
        "3+1": [(ALL, 3, 3), (("town",), 1, 1)],
        "PR3+1": [(ALL, 3, 3), (("town",), 1, 1)],
        "2+": [(CITIES, 2, 2), (("town",), 99, 99)],
        "PR2+": [(CITIES, 2, 2), (("town",), 99, 99)],
        "3+D": [(CITIES, 3, 3), (("town",), 99, 99)],
        "2/4": [(ALL, 4, 2)],
        "2/*": [(ALL, 99, 2)],
        "2E": [(CITIES, 2, 2), (("town",), 99, 0)],
    }
    rows = list(train.rows) or [Row(*row) for row in kinds[train.kind]]
    if train.free_offboards and not train.rows:
        rows = [Row(tuple(k for k in r.kinds if k != "offboard"), r.visit, r.pay) for r in rows]
        rows.append(Row(("offboard",), 99, 99))
    most = 1 if train.kind.startswith("P") else train.offboards
    return rows, most, train.recount or "R" in train.kind


def places_for(kinds: list[str], places: list[tuple[tuple[str, ...], int]]) -> bool:
    """Can all stops be seated? Tried one stop after the other."""
    if not kinds:
        return True
    for i, (allowed, free) in enumerate(places):
        if kinds[0] in allowed and free:
            fewer = [(a, f - (i == j)) for j, (a, f) in enumerate(places)]
            if places_for(kinds[1:], fewer):
                return True
    return False


class Oracle:
    """All answers about one tiny problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.stops = {stop.id: stop for stop in problem.stops}
        self.pieces = {piece.id: piece for piece in problem.pieces}
        self.ways = list(self._ways())

    # ---------------------------------------------------------------- ways

    def _ways(self) -> Iterator[Way]:
        for stop in self.problem.stops:
            if stop.usable:
                yield from self._from((f"stop:{stop.id}",), (stop.id,), frozenset(), None, False)

    def _from(
        self, path: tuple[str, ...], stops: tuple[str, ...], used: frozenset[str], last: Piece | None, stuck: bool
    ) -> Iterator[Way]:
        node = path[-1]
        if node.startswith("stop:"):
            if len(stops) > 1 and self._legal(stops):
                yield Way(path, stops, used)
            if stuck or (len(stops) > 1 and not self.stops[stops[-1]].passable):
                return
        for piece, entry in self._onward(last, node):
            things = {f"piece {piece.id}", *(f"use {u}" for u in piece.uses)}
            edges = {f"edge {n}" for n in (piece.a, piece.b) if n.startswith("edge:")}
            fresh = things | (edges - {f"edge {entry}"})
            if fresh & used:
                continue
            out = piece.b if piece.a == entry else piece.a
            stops_of_piece = [n for n in (piece.a, piece.b) if n.startswith("stop:")]
            if piece.terminal:
                starts_here = entry in stops_of_piece and len(path) == 1
                if not starts_here and out not in stops_of_piece:
                    continue
                if entry in stops_of_piece and len(path) > 1:
                    continue
            step = (() if entry == node else (entry,)) + (f"piece:{piece.id}", out)
            now = used | things | edges
            if out.startswith("stop:"):
                stop = self.stops[out.removeprefix("stop:")]
                if not stop.usable or stop.id in stops:
                    continue
                if stop.group and any(self.stops[s].group == stop.group for s in stops):
                    continue
                ends_here = piece.terminal and out in stops_of_piece
                yield from self._from(path + step, (*stops, stop.id), now, None, ends_here)
            else:
                yield from self._from(path + step, stops, now, piece, False)

    def _onward(self, last: Piece | None, node: str) -> Iterator[tuple[Piece, str]]:
        for piece in self.problem.pieces:
            for end in (piece.a, piece.b):
                if last is None:
                    if end == node:
                        yield piece, end
                elif piece is not last and self._joined(last, node, piece, end):
                    yield piece, end

    def _joined(self, last: Piece, node: str, piece: Piece, end: str) -> bool:
        if node.startswith("junction:"):
            return end == node
        if node in self.problem.barriers or end in self.problem.barriers:
            return False
        own = [other for n, other in last.links if n == node]
        back = [other for n, other in piece.links if n == end]
        if own or back:
            return piece.id in own and last.id in back
        return end == node and (not piece.hex or piece.hex != last.hex)

    def _legal(self, stops: tuple[str, ...]) -> bool:
        all_stops = [self.stops[s] for s in stops]
        return (
            all_stops[0].may_end
            and all_stops[-1].may_end
            and any(stop.own for stop in all_stops)
            and sum(stop.kind in self.problem.centers for stop in all_stops) >= 2
        )

    # ---------------------------------------------------------------- one train

    def can_run(self, train: int, way: Way) -> bool:
        rows, most, _ = rows_of(self.problem.trains[train])
        kinds = [self.stops[s].kind for s in way.stops]
        return kinds.count("offboard") <= most and places_for(kinds, [(r.kinds, r.visit) for r in rows])

    def counts_all(self, train: int, way: Way) -> bool:
        rows, _, _ = rows_of(self.problem.trains[train])
        return places_for([self.stops[s].kind for s in way.stops], [(r.kinds, min(r.pay, r.visit)) for r in rows])

    def amounts(self, train: int, way: Way) -> list[int]:
        stops = [self.stops[s] for s in way.stops]
        return [self._amount(train, stops, i) for i in range(len(stops))]

    def _amount(self, train: int, stops: list[Stop], i: int) -> int:
        stop = stops[i]
        amount = stop.values[train]
        ends = (0, len(stops) - 1)
        if stop.mirror:
            others = [s.values[train] for s in stops if s is not stop]
            amount = max(amount, stop.mirror.largest * max(others))
            far = stops[-1] if i == 0 else stops[0]
            if i in ends and far.kind == "offboard":
                amount = max(amount, stop.mirror.offboard * far.values[train])
        return amount + (stop.end_bonus[train] if stop.end_bonus and i in ends else 0)

    def bonus(self, train: int, way: Way) -> int:
        total = 0
        for bonus in self.problem.bonuses:
            seen = {way.stops[0], way.stops[-1]} if bonus.at_end else set(way.stops)
            if not bonus.trains or self.problem.trains[train].id in bonus.trains:
                total += bonus.amount if len(seen & set(bonus.stops)) >= bonus.need else 0
        return total

    def counted(self, train: int, way: Way, allowed: set[str]) -> int:
        """The best sum of stops that the train can count, of those allowed."""
        rows, _, _ = rows_of(self.problem.trains[train])
        amounts = dict(zip(way.stops, self.amounts(train, way), strict=True))
        stops = [s for s in way.stops if s in allowed and amounts[s]]
        places = [(r.kinds, min(r.pay, r.visit)) for r in rows]
        for size in range(len(stops), 0, -1):
            sums = [
                sum(amounts[s] for s in some)
                for some in combinations(stops, size)
                if places_for([self.stops[s].kind for s in some], places)
            ]
            if sums:
                return max(sums)  # no value is negative, so a larger choice is never worse
        return 0

    # ---------------------------------------------------------------- sets

    def total(self, chosen: list[tuple[int, Way]]) -> int:
        """What the routes earn together, every split of the stops counted once tried."""
        bonus = sum(self.bonus(train, way) for train, way in chosen)
        strict = [(t, w) for t, w in chosen if not rows_of(self.problem.trains[t])[2]]
        free = [(t, w) for t, w in chosen if rows_of(self.problem.trains[t])[2]]
        total = bonus + sum(self.counted(t, w, set(w.stops)) for t, w in free)
        visited = sorted({s for _, w in strict for s in w.stops if self.stops[s].once})
        rivals = [[i for i, (_, w) in enumerate(strict) if s in w.stops] for s in visited]
        best = 0
        for split in product(*rivals):
            sums = 0
            for i, (t, w) in enumerate(strict):
                mine = {s for s, owner in zip(visited, split, strict=True) if owner == i}
                sums += self.counted(t, w, mine | {s for s in w.stops if not self.stops[s].once})
            best = max(best, sums)
        return total + best

    def best(self) -> int:
        """The most that any legal set earns; 0 if a required route is impossible."""
        options = [
            [(t, way) for way in self._plain_best(t)] for t in range(len(self.problem.trains))
        ]  # fmt: skip
        return self._best(options, 0, [], frozenset(), {})

    def _plain_best(self, train: int) -> list[Way]:
        """The train's ways, of those alike in stops, ends and track only one."""
        seen: dict[tuple[object, ...], Way] = {}
        for way in self.ways:
            if self.can_run(train, way):
                ends = frozenset((way.stops[0], way.stops[-1]))
                seen.setdefault((frozenset(way.stops), ends, way.used), way)
        return list(seen.values())

    def _best(
        self,
        options: list[list[tuple[int, Way]]],
        train: int,
        chosen: list[tuple[int, Way]],
        used: frozenset[str],
        faces: dict[str, str],
    ) -> int:
        if train == len(options):
            return self.total(chosen) if self._allowed(chosen) else 0
        best = self._best(options, train + 1, chosen, used, faces)
        this = self.problem.trains[train]
        limit = self.problem.train_limit
        if limit is not None and len(chosen) >= limit:
            return best
        if this.certificate and faces.get(this.certificate, this.face) != this.face:
            return best
        shown = {**faces, this.certificate: this.face} if this.certificate else faces
        for one in options[train]:
            if not one[1].used & used:
                best = max(best, self._best(options, train + 1, [*chosen, one], used | one[1].used, shown))
        return best

    def _allowed(self, chosen: list[tuple[int, Way]]) -> bool:
        required = self.problem.required
        if required is None:
            return True
        return any(
            {way.stops[0], way.stops[-1]} == set(required) and self.counts_all(train, way) for train, way in chosen
        )

    def legal(self, chosen: list[tuple[int, Way]]) -> bool:
        """May these trains run these ways together?"""
        used = [thing for _, way in chosen for thing in way.used]
        trains = [self.problem.trains[train] for train, _ in chosen]
        faces = {(train.certificate, train.face) for train in trains if train.certificate}
        limit = self.problem.train_limit
        return (
            len(used) == len(set(used))
            and all(self.can_run(train, way) for train, way in chosen)
            and len({certificate for certificate, _ in faces}) == len(faces)
            and (limit is None or len(chosen) <= limit)
            and self._allowed(chosen)
        )

    def connects(self, a: str, b: str, train: int) -> bool:
        return any(
            {way.stops[0], way.stops[-1]} == {a, b} and self.can_run(train, way) and self.counts_all(train, way)
            for way in self.ways
        )

    def route(self, train: int, way: Way) -> Route:
        return Route(self.problem.trains[train].id, way.path)
