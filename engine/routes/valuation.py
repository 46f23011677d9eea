"""Checks and values routes that somebody proposes, piece by piece, by the same rules as the search."""

from collections.abc import Sequence

from engine.core.sentences import because, pattern
from engine.routes.checks import check_problem
from engine.routes.problem import Broken, Earned, Piece, Problem, Refused, Route, Stop, StopKind, Valued
from engine.routes.sharing import PaidRoute, best_split
from engine.routes.track import Track, far_end
from engine.routes.trains import OFFBOARDS
from engine.routes.worth import Tariff

TOO_MANY: dict[frozenset[StopKind], str] = {
    frozenset(("city", "town", "offboard")): pattern(
        "the {train} train may visit at most {limit} stops, and this route has {count}: {stops}"
    ),
    frozenset(("city", "offboard")): pattern(
        "the {train} train may visit at most {limit} cities and off-board areas, and this route has {count}: {stops}"
    ),
    frozenset(("city", "town")): pattern(
        "the {train} train may visit at most {limit} cities and towns, and this route has {count}: {stops}"
    ),
    frozenset(("town", "offboard")): pattern(
        "the {train} train's limit for towns and off-board areas is {limit}, and this route has {count}: {stops}"
    ),
    frozenset(("city",)): pattern(
        "the {train} train may visit at most {limit} cities, and this route has {count}: {stops}"
    ),
    frozenset(("town",)): pattern(
        "the {train} train's limit for towns is {limit}, and this route has {count}: {stops}"
    ),
    frozenset(("offboard",)): pattern(
        "the {train} train's limit for off-board areas is {limit}, and this route has {count}: {stops}"
    ),
}
"""What a route has too many of, by the kinds of stops that share a limit of the train."""


class _Illegal(Exception):
    """A rule of routes is broken; the message says where."""

    def __init__(self, reason: str, broken: Broken = "route", train: str = "") -> None:
        super().__init__(reason)
        self.refused = Refused(reason, broken, train)


def value(problem: Problem, routes: Sequence[Route]) -> Valued | Refused:
    """What the routes earn together, or the first reason why they may not be run."""
    check_problem(problem)
    try:
        return _valued(problem, routes)
    except _Illegal as reason:
        return reason.refused


def _valued(problem: Problem, routes: Sequence[Route]) -> Valued:
    track = Track(problem)
    numbers = {train.id: i for i, train in enumerate(problem.trains)}
    _check_trains(problem, routes, numbers)
    used = 0
    ways: list[PaidRoute] = []
    for route in routes:
        stops, uses = _Walker(problem, track, route).walk(used)
        used |= uses
        tariff = Tariff(problem, numbers[route.train])
        _check_route(problem, route, stops, tariff)
        ways.append(PaidRoute(tariff, stops))
    if problem.required is not None:
        _check_required(problem, ways)
    total, paid = best_split(ways)
    earned = tuple(_earned(route, way, marks) for route, way, marks in zip(routes, ways, paid, strict=True))
    return Valued(earned, total)


def _earned(route: Route, way: PaidRoute, paid: Sequence[bool]) -> Earned:
    amounts = way.tariff.amounts(way.stops)
    counted = tuple((stop.id, amount) for stop, amount, yes in zip(way.stops, amounts, paid, strict=True) if yes)
    bonus = way.tariff.bonus(way.stops)
    names = tuple(stop.id for stop in way.stops)
    return Earned(route.train, names, counted, bonus, bonus + sum(amount for _, amount in counted))


def _check_trains(problem: Problem, routes: Sequence[Route], numbers: dict[str, int]) -> None:
    faces: dict[str, str] = {}
    ran: set[str] = set()
    for route in routes:
        number = numbers.get(route.train)
        if number is None:
            raise _Illegal(because("the company has no {train} train", train=route.train))
        if route.train in ran:
            raise _Illegal(because("a {train} train can run only once", train=route.train))
        ran.add(route.train)
        train = problem.trains[number]
        if train.certificate and faces.setdefault(train.certificate, train.face) != train.face:
            raise _Illegal(
                because(
                    "the {card} train is the other side of the {train} train, which runs as {faces}",
                    card=train.id,
                    train=train.certificate,
                    faces=faces[train.certificate],
                )
            )
    if problem.train_limit is not None and len(routes) > problem.train_limit:
        raise _Illegal(
            because(
                "you run {count} trains, but the train limit is {train_limit}",
                count=len(routes),
                train_limit=problem.train_limit,
            )
        )


class _Walker:
    """Follows one route over the map."""

    def __init__(self, problem: Problem, track: Track, route: Route) -> None:
        self.track, self.route = track, route
        self.stops = {f"stop:{stop.id}": stop for stop in problem.stops}

    def walk(self, used_by_others: int) -> tuple[list[Stop], int]:
        """The stops in order and all that is used up."""
        train, path = self.route.train, self.route.path
        unknown = [node for node in path if node.startswith("stop:") and node not in self.stops]
        if unknown:
            raise _Illegal(
                because(
                    "no route from the company's station markers leads to {stop}", stop=unknown[0].partition(":")[2]
                ),
                "marker",
                train,
            )
        if len(path) < 2 or path[0] not in self.stops or path[-1] not in self.stops:
            raise _Illegal(because("the route of the {train} train does not run from one stop to another", train=train))
        stops = [self.stops[path[0]]]
        used = 0
        last: tuple[Piece, str] | None = None  # the piece run last, unless a stop has been reached since
        for piece, entry in self._steps(path):
            self._check_joined(last, piece, entry)
            uses = self.track.uses(piece) if entry.startswith("stop:") else self.track.uses_beyond(piece, entry)
            if used & uses:
                raise _Illegal(
                    because(
                        "the {train} train would use {named} twice", train=train, named=self.track.named(used & uses)
                    )
                )
            if used_by_others & uses:
                raise _Illegal(
                    because(
                        "{named} is used by two trains, one of them the {train} train",
                        named=self.track.named(used_by_others & uses),
                        train=train,
                    )
                )
            used |= self.track.uses(piece)
            node = far_end(piece, entry)
            if node in self.stops:
                stops.append(self.stops[node])
            last = None if node in self.stops else (piece, node)
            self._check_terminal(piece, node == path[-1], entry == path[0])
        return stops, used

    def _steps(self, path: tuple[str, ...]) -> list[tuple[Piece, str]]:
        """Each piece of the path with the node it is entered by."""
        steps: list[tuple[Piece, str]] = []
        at, named = path[0], ""
        for node in path[1:]:
            if node.startswith("piece:"):
                named = node.removeprefix("piece:")
                continue
            between = [p for p in self.track.between(at, node) if named in ("", p.id)]
            if len(between) > 1:
                raise _Illegal(
                    because(
                        "more than one track joins {node} and {other}: name the one you mean",
                        node=_called(at),
                        other=_called(node),
                    )
                )
            if between:
                steps.append((between[0], at))
            elif named or not (at.startswith("edge:") and node.startswith("edge:")):
                if named:
                    raise _Illegal(
                        because(
                            "track {track} does not join {node} and {other}",
                            track=named,
                            node=_called(at),
                            other=_called(node),
                        )
                    )
                raise _Illegal(because("no track joins {node} and {other}", node=_called(at), other=_called(node)))
            at, named = node, ""
        return steps

    def _check_joined(self, last: tuple[Piece, str] | None, piece: Piece, entry: str) -> None:
        if last is None:
            return
        before, node = last
        if node in self.track.barriers or entry in self.track.barriers:
            raise _Illegal(because("no route may cross the barrier at {node}", node=_called(node)))
        if not any(other is piece and door == entry for other, door in self.track.onward(before, node)):
            if piece is before or (piece.hex and piece.hex == before.hex):
                raise _Illegal(
                    because("the {train} train may not turn back at {node}", train=self.route.train, node=_called(node))
                )
            raise _Illegal(
                because(
                    "track {track} does not lead into track {other_track} at {node}",
                    track=before.id,
                    other_track=piece.id,
                    node=_called(node),
                )
            )

    def _check_terminal(self, piece: Piece, at_end: bool, at_start: bool) -> None:
        ends = {piece.a, piece.b} & set(self.stops)
        if piece.terminal and not (
            (at_end and self.route.path[-1] in ends) or (at_start and self.route.path[0] in ends)
        ):
            raise _Illegal(
                because(
                    "track {track} can only end a route, but the {train} train continues",
                    track=piece.id,
                    train=self.route.train,
                )
            )


def _check_route(problem: Problem, route: Route, stops: list[Stop], tariff: Tariff) -> None:
    seen: set[str] = set()
    groups: dict[str, str] = {}
    for stop in stops:
        if not stop.usable:
            raise _Illegal(because("the company may not run to {stop}", stop=stop.id), "barred", route.train)
        if stop.id in seen:
            raise _Illegal(because("the {train} train would visit {stop} twice", train=route.train, stop=stop.id))
        seen.add(stop.id)
        if stop.group and groups.setdefault(stop.group, stop.id) != stop.id:
            raise _Illegal(
                because(
                    "{other_stop} and {stop} may not both be on the route of the {train} train",
                    other_stop=groups[stop.group],
                    stop=stop.id,
                    train=route.train,
                )
            )
    for stop in stops[1:-1]:
        if not stop.passable:
            raise _Illegal(
                because("the {train} train may end at {stop} but not run through it", train=route.train, stop=stop.id)
            )
    for stop in (stops[0], stops[-1]):
        if not stop.may_end:
            raise _Illegal(
                because("the {train} train may run through {stop} but not end there", train=route.train, stop=stop.id)
            )
    if sum(stop.kind in problem.centers for stop in stops) < 2:
        raise _Illegal(
            because(
                "the route of the {train} train has fewer than two {list} stops",
                train=route.train,
                list=_list(problem.centers),
            )
        )
    if not any(stop.own for stop in stops):
        raise _Illegal(
            because("the route of the {train} train has none of the company's station markers", train=route.train),
            "marker",
            route.train,
        )
    _check_length(route, stops, tariff)


def _check_length(route: Route, stops: list[Stop], tariff: Tariff) -> None:
    """Names the narrowest limit that is passed, and the stops that fall under it."""
    for kinds, limit in reversed(tariff.visits.limits):
        found = [stop.id for stop in stops if stop.kind in kinds]
        if len(found) > limit:
            reason = because(TOO_MANY[kinds], train=route.train, limit=limit, count=len(found), stops=", ".join(found))
            raise _Illegal(reason, "offboards" if kinds == frozenset(OFFBOARDS) else "length", route.train)


def _check_required(problem: Problem, ways: Sequence[PaidRoute]) -> None:
    assert problem.required is not None
    for way in ways:
        if {way.stops[0].id, way.stops[-1].id} == set(problem.required) and way.tariff.pays_all(way.stops):
            return
    a, b = problem.required
    raise _Illegal(
        because("one train must run from {stop} to {other_stop} and count every stop on the way", stop=a, other_stop=b),
        "required",
    )


def _called(node: str) -> str:
    kind, _, name = node.partition(":")
    return because("{side}", side=name) if kind == "edge" else because("{stop}", stop=name)


def _list(kinds: Sequence[str]) -> str:
    return " or ".join(kinds)
