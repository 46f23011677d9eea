"""The rules of routes one by one, on maps of a few stops."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine.routes import (
    Bonus,
    Mirror,
    Piece,
    Problem,
    Refused,
    Route,
    Row,
    Stop,
    StopKind,
    Train,
    Valued,
    connects,
    solve,
    value,
)


def stop(name: str, amount: int, kind: StopKind = "city", *, trains: int = 1, **more: object) -> Stop:
    """A stop worth the same to each train; off-boards may not be run through."""
    settings: dict[str, object] = {"passable": kind != "offboard", **more}
    return Stop(name, kind, (amount,) * trains, **settings)  # pyright: ignore[reportArgumentType]


def track(*lines: str) -> tuple[Piece, ...]:
    """Pieces written as "A-B" or "A-e1" or "j1-e1", with the hex after a blank."""
    pieces: list[Piece] = []
    for line in lines:
        ends, _, place = line.partition(" ")
        a, b = (_node(end) for end in ends.split("-"))
        pieces.append(Piece(ends, a, b, hex=place))
    return tuple(pieces)


def _node(name: str) -> str:
    kind = {"e": "edge", "j": "junction"}.get(name[0], "stop")
    return f"{kind}:{name}"


def line(trains: Sequence[Train], **more: object) -> Problem:
    """A - b - C - d - E: cities 10, 30, 50 and towns 20, 40; the company is in A."""
    n = len(trains)
    stops = (
        stop("A", 10, trains=n, own=True),
        stop("b", 20, "town", trains=n),
        stop("C", 30, trains=n),
        stop("d", 40, "town", trains=n),
        stop("E", 50, trains=n),
    )
    return Problem(stops, track("A-b", "b-C", "C-d", "d-E"), tuple(trains), **more)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("kind", "revenue"),
    [
        ("2", 30),  # A b
        ("3", 60),  # A b C
        ("2+1", 60),  # A b C
        ("2+", 100),  # A b C d
        ("2+2", 100),
        ("2/4", 70),  # the best two of A b C d: C and d
        ("2/*", 90),  # d and E
        ("2E", 40),  # A and C; towns are free and earn nothing
        ("3E", 90),  # A, C and E
        ("3+D", 150),  # doubling is part of the values, not of the kind
        ("D", 150),
        ("5", 150),
        ("R3", 60),
        ("PR3+1", 100),
    ],
)
def test_what_each_train_earns(kind: str, revenue: int) -> None:
    assert solve(line([Train("t", kind)])).total == revenue


def test_a_train_given_in_full() -> None:
    rows = (Row(("city",), 2, 2), Row(("town",), 2, 1))
    assert solve(line([Train("t", "special", rows)])).total == 80  # A C and the better of b d


def test_tracks_are_used_once_and_stops_shared() -> None:
    problem = Problem(
        (stop("A", 10, trains=2, own=True), stop("B", 20, trains=2)),
        track("A-B", "A-e1 1", "e1-B 2"),
        (Train("x", "2"), Train("y", "2")),
    )
    assert solve(problem).total == 60
    assert solve(line([Train("x", "3"), Train("y", "3")])).total == 60


def test_a_switch_serves_one_train() -> None:
    """A and B both lead to the edge of the tile over one last piece."""
    stops = (
        stop("A", 10, trains=2, own=True),
        stop("B", 10, trains=2, own=True),
        stop("C", 20, trains=2),
    )
    merged = track("A-j1 1", "B-j1 1", "j1-e1 1", "e1-C 2")
    assert solve(Problem(stops, merged, (Train("x", "2"), Train("y", "2")))).total == 30


def test_no_route_reverses_at_a_junction_or_an_edge() -> None:
    stops = (stop("A", 10, own=True), stop("B", 20))
    fork = track("A-e1 1", "B-e1 1", "e1-j1 2", "j1-e2 2")
    assert not solve(Problem(stops, fork, (Train("x", "D"),))).routes


def test_blocked_city_ends_a_route() -> None:
    stops = (stop("A", 10, own=True), stop("B", 20, passable=False), stop("C", 90))
    problem = Problem(stops, track("A-B", "B-C"), (Train("x", "D"),))
    assert solve(problem).total == 30
    refused = value(problem, [Route("x", ("stop:A", "stop:B", "stop:C"))])
    assert refused == Refused("the x train may end at B but not run through it")


def test_a_town_off_board_that_may_be_run_through() -> None:
    """Genève (1843 §8.6.1) is a town to the trains and passable."""
    stops = (stop("A", 10, own=True), stop("Geneve", 50, "town"), stop("C", 20))
    assert solve(Problem(stops, track("A-Geneve", "Geneve-C"), (Train("x", "2+1"),))).total == 80


def test_off_board_of_two_hexes_is_visited_once() -> None:
    stops = (stop("A", 10, own=True), stop("Canada", 50, "offboard"))
    problem = Problem(stops, track("A-e1 1", "e1-Canada 2", "A-e2 1", "e2-Canada 3"), (Train("x", "D"),))
    assert solve(problem).total == 60


def test_off_boards_of_one_colour_exclude_each_other() -> None:
    red = {"group": "red"}
    stops = (stop("A", 10, own=True), stop("R1", 50, "offboard", **red), stop("R2", 40, "offboard", **red))
    problem = Problem(stops, track("A-R1", "A-R2"), (Train("x", "D"),))
    assert solve(problem).total == 60
    assert value(problem, [Route("x", ("stop:R1", "stop:A", "stop:R2"))]) == Refused(
        "R1 and R2 may not both be on the route of the x train"
    )


def test_p_train_has_one_off_board() -> None:
    stops = (stop("A", 10, own=True), stop("R1", 50, "offboard"), stop("B1", 40, "offboard"))
    assert solve(Problem(stops, track("A-R1", "A-B1"), (Train("x", "PR3+1"),))).total == 60
    assert solve(Problem(stops, track("A-R1", "A-B1"), (Train("x", "R4"),))).total == 100


def test_off_boards_that_take_no_length_do_not_make_a_route() -> None:
    stops = (stop("A", 10, own=True), stop("B", 20), stop("R", 50, "offboard"))
    problem = Problem(stops, track("A-B", "A-R"), (Train("x", "2", free_offboards=True),), centers=("city", "town"))
    assert solve(problem).total == 80
    alone = Problem(stops, track("A-R"), (Train("x", "2", free_offboards=True),), centers=("city", "town"))
    assert not solve(alone).routes


def test_ruhrgebied_takes_the_best_of_the_route() -> None:
    """1839 §12: the largest value on the route, or twice the off-board at the other end."""
    ruhr = stop("Ruhr", 0, "offboard", group="black", mirror=Mirror())
    stops = (stop("A", 10, own=True), stop("B", 60), ruhr, stop("Oversea", 40, "offboard", group="blue"))
    rail = track("Ruhr-A", "A-B", "A-Oversea")
    assert solve(Problem(stops, rail, (Train("x", "D"),))).total == 130  # Ruhr 60, A 10, B 60 = Ruhr 80, A, Oversea 40
    assert len(solve(Problem(stops, rail, (Train("x", "D"),)), alternatives=10).alternatives) == 2


def test_counted_once_a_company_except_by_r_trains() -> None:
    def total(*kinds: str) -> int:
        n = len(kinds)
        stops = (
            stop("A", 50, trains=n, own=True, once=True),
            stop("B", 20, trains=n, once=True),
            stop("C", 20, trains=n, once=True),
        )
        trains = tuple(Train(f"{kind} {i}", kind) for i, kind in enumerate(kinds))
        return solve(Problem(stops, track("A-B", "A-C"), trains)).total

    assert total("2", "2") == 90
    assert total("R4", "2") == 140  # the R train earns A again
    assert total("R4", "R4") == 140
    double = (stop("A", 50, trains=2, own=True, once=True), stop("B", 20, trains=2, once=True))
    both = track("A-B", "A-e1 1", "e1-B 2")
    assert solve(Problem(double, both, (Train("x", "R4"), Train("y", "2")))).total == 140
    assert solve(Problem(double, both, (Train("x", "3"), Train("y", "2")))).total == 70


def test_destination_is_doubled_at_the_end_of_a_run_only() -> None:
    """1870 §11.5."""
    stops = (stop("A", 10, own=True), stop("Goal", 40, end_bonus=(40,)), stop("C", 30))
    problem = Problem(stops, track("A-Goal", "Goal-C"), (Train("x", "D"),))
    solution = solve(problem)
    assert solution.total == 90
    through = value(problem, [Route("x", ("stop:A", "stop:Goal", "stop:C"))])
    assert isinstance(through, Valued)
    assert through.total == 80


def test_bonus_once_a_route() -> None:
    problem = line([Train("x", "2"), Train("y", "D")], bonuses=(Bonus(("A", "E"), 100, need=2, trains=("y",)),))
    assert solve(problem).total == 250


def test_required_connection_run() -> None:
    """1870 §11.4.2: one train runs from home to the destination and counts every stop."""
    stops = (stop("Home", 10, trains=2, own=True), stop("Goal", 10, trains=2, own=True), stop("C", 90, trains=2))
    rail = track("Home-Goal", "Goal-C", "Home-e1 1", "e1-C 2")
    free = solve(Problem(stops, rail, (Train("x", "2"), Train("y", "2"))))
    assert free.total == 200
    bound = solve(Problem(stops, rail, (Train("x", "2"), Train("y", "2")), required=("Home", "Goal")))
    assert bound.total == 120
    assert connects(Problem(stops, rail, (Train("x", "2"), Train("y", "2"))), ("Home", "Goal"), ("x",))
    assert not connects(line([Train("t", "4")]), ("A", "E"), ["t"])
    assert connects(line([Train("t", "3+2")]), ("A", "E"), ["t"])
    assert not connects(line([Train("t", "3/5")]), ("A", "E"), ["t"])  # it does not count every stop


def test_two_twos_or_a_three_plus_one() -> None:
    faces = (
        Train("left", "2", certificate="1", face="2x2"),
        Train("right", "2", certificate="1", face="2x2"),
        Train("whole", "3+1", certificate="1", face="3+1"),
    )
    solution = solve(line(faces))
    assert solution.total == 100
    assert [route.train for route in solution.routes] == ["whole"]
    star = Problem(
        (stop("A", 30, trains=3, own=True), stop("B", 20, trains=3), stop("C", 20, trains=3)),
        track("A-B", "A-C"),
        faces,
    )
    assert [route.train for route in solve(star).routes] == ["left", "right"]
    assert solve(Problem(star.stops, star.pieces, faces, train_limit=1)).total == 70
    both = [Route("left", ("stop:A", "stop:B")), Route("whole", ("stop:A", "stop:C"))]
    assert value(star, both) == Refused("the whole train is the other side of the 1 train, which runs as 2x2")


def test_barrier_and_unusable_stop() -> None:
    stops = (stop("A", 10, own=True), stop("B", 20), stop("Coal", 90, usable=False))
    rail = track("A-e1 1", "e1-B 2", "A-Coal")
    assert solve(Problem(stops, rail, (Train("x", "D"),))).total == 30
    assert not solve(Problem(stops, rail, (Train("x", "D"),), barriers=("edge:e1",))).routes
    assert value(Problem(stops, rail, (Train("x", "D"),)), [Route("x", ("stop:A", "stop:Coal"))]) == Refused(
        "the company may not run to Coal", "barred", "x"
    )


def test_two_tracks_between_the_same_nodes_are_told_apart() -> None:
    stops = (stop("A", 10, trains=2, own=True), stop("B", 20, trains=2))
    rail = (Piece("north", "stop:A", "stop:B"), Piece("south", "stop:A", "stop:B"))
    problem = Problem(stops, rail, (Train("x", "2"), Train("y", "2")))
    solution = solve(problem)
    assert solution.total == 60
    assert {route.path[1] for route in solution.routes} == {"piece:north", "piece:south"}
    assert isinstance(value(problem, [Route("x", ("stop:A", "stop:B"))]), Refused)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("stop:A",), "the route of the t train does not run from one stop to another"),
        (("stop:A", "stop:C"), "no track joins A and C"),
        (("stop:b", "stop:C"), "the route of the t train has none of the company's station markers"),
        (("stop:A", "stop:b", "stop:A"), "the t train would use track A-b twice"),
    ],
)
def test_refusals_say_why(path: tuple[str, ...], reason: str) -> None:
    said = value(line([Train("t", "3")]), [Route("t", path)])
    assert isinstance(said, Refused) and said.reason == reason


@pytest.mark.parametrize(
    ("train", "stops", "reason"),
    [
        (Train("t", "3"), "ACbd", " may visit at most 3 stops, and this route has 4: A, C, b, d"),
        (Train("t", "2+1"), "ACE", " may visit at most 2 cities and off-board areas, and this route has 3: A, C, E"),
        (Train("t", "2+1"), "AbCR", " may visit at most 2 cities and off-board areas, and this route has 3: A, C, R"),
        (Train("t", "2+1"), "Abdf", " may visit at most 3 stops, and this route has 4: A, b, d, f"),
        (Train("t", "2+"), "AbCdE", " may visit at most 2 cities and off-board areas, and this route has 3: A, C, E"),
        (
            Train("t", "3", free_offboards=True),
            "RACbd",
            " may visit at most 3 cities and towns, and this route has 4: A, C, b, d",
        ),
        (Train("t", "2+1", free_offboards=True), "RACE", " may visit at most 2 cities, and this route has 3: A, C, E"),
        (
            Train("t", "PR2+", free_offboards=True),
            "RAS",
            "'s limit for off-board areas is 1, and this route has 2: R, S",
        ),
        (
            Train("t", rows=(Row(("city",), 5, 5), Row(("town", "offboard"), 1, 1))),
            "AbR",
            "'s limit for towns and off-board areas is 1, and this route has 2: b, R",
        ),
        (
            Train("t", rows=(Row(("city", "offboard"), 5, 5), Row(("town",), 1, 1))),
            "Abd",
            "'s limit for towns is 1, and this route has 2: b, d",
        ),
    ],
)
def test_a_train_that_is_too_short_says_for_what(train: Train, stops: str, reason: str) -> None:
    kinds: dict[bool, StopKind] = {True: "town", False: "city"}
    named = [stop(one, 10, kind="offboard" if one in "RS" else kinds[one.islower()], own=one == "A") for one in stops]
    rail = track(*(f"{a}-{b}" for a, b in pairwise(stops)))
    route = Route("t", tuple(f"stop:{one}" for one in stops))
    said = value(Problem(tuple(named), rail, (train,)), [route])
    alone = "for off-board areas is" in reason
    assert said == Refused(f"the t train{reason}", "offboards" if alone else "length", "t")
    longer = Problem(tuple(named), rail, (Train("t", "D"),))
    assert isinstance(value(longer, [route]), Valued)


def test_a_run_that_must_join_two_stops_is_refused_by_a_rule_of_its_own() -> None:
    asked = Problem((stop("A", 10, own=True), stop("B", 20)), track("A-B"), (Train("t", "2"),), required=("A", "B"))
    assert isinstance(value(asked, [Route("t", ("stop:A", "stop:B"))]), Valued)
    said = value(asked, [])
    assert isinstance(said, Refused) and (said.broken, said.train) == ("required", "")


def test_trains_are_known_and_run_once() -> None:
    problem = line([Train("t", "2")])
    run = ("stop:A", "stop:b")
    assert value(problem, [Route("u", run)]) == Refused("the company has no u train")
    assert value(problem, [Route("t", run), Route("t", run)]) == Refused("a t train can run only once")
    two = line([Train("t", "2"), Train("u", "2")])
    assert value(two, [Route("t", run), Route("u", run)]) == Refused(
        "track A-b is used by two trains, one of them the u train"
    )
