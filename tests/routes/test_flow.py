"""Flows over the network: a bound that is never too low, and routes told apart in them."""

from engine.routes import Piece, Problem, Stop, Train, Valued, solve, value, watch
from engine.routes.fleet import Fleet
from engine.routes.large.flow import Flow
from engine.routes.large.grid import Grid
from engine.routes.large.split import split
from engine.routes.large.team import Team
from engine.routes.network import Network
from engine.routes.paths import route
from engine.routes.sharing import Sharing
from tests.routes.networks import grid_problem

ROUNDS = 40


def flow_of(problem: Problem) -> Flow:
    """The flow of a problem with one mix of trains."""
    network = Network(problem)
    fleet = Fleet(network)
    places = [(kind, count) for kind, count in zip(fleet.classes, fleet.mixes[0], strict=True) if count]
    until = watch.now() + 30
    kinds, counts = [kind for kind, _ in places], [count for _, count in places]
    return Flow(Team(Grid(network), kinds, counts, Sharing(fleet.classes), 0, until), [0] * len(places), until)


def beside_a_ring(used: tuple[str, ...]) -> Problem:
    """Paris joins Nevers; Nevers leads to a ring of three, over track that uses up the same switch or does not."""
    towns = ["Lyon", "Dijon", "Vichy"]
    return Problem(
        stops=(
            Stop("Paris", "city", (50,), own=True),
            Stop("Nevers", "city", (10,), own=True),
            *(Stop(town, "city", (10,)) for town in towns),
        ),
        pieces=(
            Piece("a", "stop:Paris", "stop:Nevers", ("switch",)),
            Piece("b", "stop:Nevers", "stop:Lyon", used),
            *(
                Piece(f"r{i}", f"stop:{a}", f"stop:{b}")
                for i, (a, b) in enumerate(zip(towns, towns[1:] + towns[:1], strict=True))
            ),
        ),
        trains=(Train("D-1", "D"),),
    )


def test_a_ring_beside_the_route_does_not_count() -> None:
    problem = beside_a_ring(("switch",))
    flow = flow_of(problem)
    flow.relax(ROUNDS)
    flow.whole()
    assert solve(problem).total == 60
    assert 60 <= flow.bound < 70


def test_the_same_stops_count_where_a_route_reaches_them() -> None:
    problem = beside_a_ring(())
    flow = flow_of(problem)
    flow.relax(ROUNDS)
    class_flows = flow.whole()
    assert solve(problem).total == 90
    assert 90 <= flow.bound < 100
    assert class_flows is not None


def test_no_set_is_worth_more_than_the_flow_and_routes_told_apart_are_legal() -> None:
    told = 0
    for seed in range(80):
        problem = grid_problem(seed)
        network = Network(problem)
        if any(stop.once for stop in problem.stops) or problem.required or len(Fleet(network).mixes) != 1:
            continue
        best = solve(problem, seconds=10)
        if not best.proven or not network.legs:
            continue
        flow = flow_of(problem)
        flow.relax(ROUNDS)
        class_flows = flow.whole()
        assert flow.bound >= best.total, f"seed {seed}"
        if class_flows is None:
            continue
        fleet = Fleet(network)
        kinds = [kind for kind, count in zip(fleet.classes, fleet.mixes[0], strict=True) if count]
        routes = []
        for kind, class_flow in zip(kinds, class_flows, strict=True):
            runs = split(kind, class_flow, None)
            if runs is None:
                break
            for train, run in zip(kind.trains, runs, strict=False):
                routes.append(route(network, problem.trains[train].id, run))
        else:
            told += 1
            valued = value(problem, routes)
            assert isinstance(valued, Valued), f"seed {seed}"
            assert valued.total <= best.total, f"seed {seed}"
    assert told > 10
