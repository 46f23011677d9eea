"""Checks and values routes that somebody proposes, piece by piece, by the same rules as the search."""

from collections.abc import Sequence

from engine.routes.checks import check_problem
from engine.routes.problem import Earned, Piece, Problem, Refused, Route, Stop, Valued
from engine.routes.sharing import PaidRoute, best_split
from engine.routes.track import Track, far_end
from engine.routes.worth import Tariff


class _Illegal(Exception):
    """A rule of routes is broken; the message says where."""


def value(problem: Problem, routes: Sequence[Route]) -> Valued | Refused:
    """What the routes earn together, or the first reason why they may not be run."""
    check_problem(problem)
    try:
        return _valued(problem, routes)
    except _Illegal as reason:
        return Refused(str(reason))


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
            raise _Illegal(f"the company has no train {route.train}")
        if route.train in ran:
            raise _Illegal(f"train {route.train} can run only once")
        ran.add(route.train)
        train = problem.trains[number]
        if train.certificate and faces.setdefault(train.certificate, train.face) != train.face:
            raise _Illegal(
                f"train {train.id} is on the other face of certificate {train.certificate},"
                f" which runs as {faces[train.certificate]}"
            )
    if problem.train_limit is not None and len(routes) > problem.train_limit:
        raise _Illegal(f"{len(routes)} trains are run, but the train limit is {problem.train_limit}")


class _Walker:
    """Follows one route over the map."""

    def __init__(self, problem: Problem, track: Track, route: Route) -> None:
        self.track, self.route = track, route
        self.stops = {f"stop:{stop.id}": stop for stop in problem.stops}

    def walk(self, used_by_others: int) -> tuple[list[Stop], int]:
        """The stops in order and all that is used up."""
        train, path = self.route.train, self.route.path
        if len(path) < 2 or path[0] not in self.stops or path[-1] not in self.stops:
            raise _Illegal(f"the route of train {train} does not run from one stop to another")
        stops = [self.stops[path[0]]]
        used = 0
        last: tuple[Piece, str] | None = None  # the piece run last, unless a stop has been reached since
        for piece, entry in self._steps(path):
            self._check_joined(last, piece, entry)
            uses = self.track.uses(piece) if entry.startswith("stop:") else self.track.uses_beyond(piece, entry)
            if used & uses:
                raise _Illegal(f"train {train} would use {self.track.named(used & uses)} twice")
            if used_by_others & uses:
                raise _Illegal(f"{self.track.named(used_by_others & uses)} is used by two trains, one of them {train}")
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
                raise _Illegal(f"more than one track joins {_plain(at)} and {_plain(node)}: name the one you mean")
            if between:
                steps.append((between[0], at))
            elif named or not (at.startswith("edge:") and node.startswith("edge:")):
                wanted = f"track {named}" if named else "no track"
                verb = "does not join" if named else "joins"
                raise _Illegal(f"{wanted} {verb} {_plain(at)} and {_plain(node)}")
            at, named = node, ""
        return steps

    def _check_joined(self, last: tuple[Piece, str] | None, piece: Piece, entry: str) -> None:
        if last is None:
            return
        before, node = last
        if node in self.track.barriers or entry in self.track.barriers:
            raise _Illegal(f"no route may cross {_plain(node)}, where a barrier lies")
        if not any(other is piece and door == entry for other, door in self.track.onward(before, node)):
            raise _Illegal(f"track {before.id} does not lead into track {piece.id} at {_plain(node)}")

    def _check_terminal(self, piece: Piece, at_end: bool, at_start: bool) -> None:
        ends = {piece.a, piece.b} & set(self.stops)
        if piece.terminal and not (
            (at_end and self.route.path[-1] in ends) or (at_start and self.route.path[0] in ends)
        ):
            raise _Illegal(f"track {piece.id} can only be the end of a route, and train {self.route.train} goes on")


def _check_route(problem: Problem, route: Route, stops: list[Stop], tariff: Tariff) -> None:
    seen: set[str] = set()
    groups: dict[str, str] = {}
    for stop in stops:
        if not stop.usable:
            raise _Illegal(f"the company may not run to {stop.id}")
        if stop.id in seen:
            raise _Illegal(f"train {route.train} would visit {stop.id} twice")
        seen.add(stop.id)
        if stop.group and groups.setdefault(stop.group, stop.id) != stop.id:
            raise _Illegal(f"{groups[stop.group]} and {stop.id} may not both be on the route of train {route.train}")
    for stop in stops[1:-1]:
        if not stop.passable:
            raise _Illegal(f"train {route.train} may end at {stop.id} but not run through it")
    for stop in (stops[0], stops[-1]):
        if not stop.may_end:
            raise _Illegal(f"train {route.train} may run through {stop.id} but not end there")
    if sum(stop.kind in problem.centers for stop in stops) < 2:
        raise _Illegal(f"the route of train {route.train} has fewer than two {_list(problem.centers)} stops")
    if not any(stop.own for stop in stops):
        raise _Illegal(f"the route of train {route.train} has none of the company's station markers")
    if not tariff.visits.fits(stop.kind for stop in stops):
        raise _Illegal(f"train {route.train} is too short for {len(stops)} stops: {', '.join(s.id for s in stops)}")


def _check_required(problem: Problem, ways: Sequence[PaidRoute]) -> None:
    assert problem.required is not None
    for way in ways:
        if {way.stops[0].id, way.stops[-1].id} == set(problem.required) and way.tariff.pays_all(way.stops):
            return
    a, b = problem.required
    raise _Illegal(f"one train must run from {a} to {b} and count every stop on the way")


def _plain(node: str) -> str:
    kind, _, name = node.partition(":")
    return f"hex edge {name}" if kind == "edge" else f"{kind} {name}"


def _list(kinds: Sequence[str]) -> str:
    return " or ".join(kinds)
