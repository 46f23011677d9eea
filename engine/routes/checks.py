"""Refuses a problem that makes no sense, naming what is wrong with it."""

from collections import Counter as Tally

from engine.routes.problem import BadProblem, Piece, Problem, Stop
from engine.routes.trains import KINDS, capacity

OTHER_NODES = ("edge:", "junction:")


def check_problem(problem: Problem) -> None:
    """Raise BadProblem at the first thing that is wrong."""
    _no_twins("stop", [stop.id for stop in problem.stops])
    _no_twins("track", [piece.id for piece in problem.pieces])
    _no_twins("train", [train.id for train in problem.trains])
    for train in problem.trains:
        capacity(train)
        if bool(train.certificate) != bool(train.face):
            raise BadProblem(f"train {train.id} names a certificate without a face, or a face without a certificate")
    for stop in problem.stops:
        _check_stop(stop, len(problem.trains))
    _check_track(problem)
    _check_names(problem)


def _no_twins(what: str, ids: list[str]) -> None:
    if len(set(ids)) == len(ids):
        return
    for name, count in Tally(ids).items():
        if count > 1:
            raise BadProblem(f"{what} {name} is given {count} times")


def _check_stop(stop: Stop, trains: int) -> None:
    if stop.kind not in KINDS:
        raise BadProblem(f"stop {stop.id} is of unknown kind {stop.kind!r}")
    if len(stop.values) != trains:
        raise BadProblem(f"stop {stop.id} has {len(stop.values)} values for {trains} trains")
    if stop.end_bonus and len(stop.end_bonus) != trains:
        raise BadProblem(f"stop {stop.id} has {len(stop.end_bonus)} end bonuses for {trains} trains")
    if (stop.values and min(stop.values) < 0) or (stop.end_bonus and min(stop.end_bonus) < 0):
        raise BadProblem(f"stop {stop.id} has a negative value")


def _check_track(problem: Problem) -> None:
    good = {f"stop:{stop.id}" for stop in problem.stops}
    pieces = {piece.id: piece for piece in problem.pieces}
    for piece in problem.pieces:
        a, b = piece.a, piece.b
        if a == b:
            raise BadProblem(f"track {piece.id} starts and ends at {a}")
        if a not in good:
            _check_node(piece, a, good)
        if b not in good:
            _check_node(piece, b, good)
        for node, other in piece.links:
            _check_link(piece, node, other, pieces)


def _check_node(piece: Piece, node: str, good: set[str]) -> None:
    """The node is no stop; if it is right it is good from now on."""
    if node.startswith(OTHER_NODES) and node[-1] != ":":
        good.add(node)
        return
    if node.startswith("stop:"):
        raise BadProblem(f"track {piece.id} leads to unknown stop {node.removeprefix('stop:')}")
    raise BadProblem(f"track {piece.id} leads nowhere: {node!r} is no stop, edge or junction")


def _check_link(piece: Piece, node: str, other: str, pieces: dict[str, Piece]) -> None:
    if node not in (piece.a, piece.b) or not node.startswith("edge:"):
        raise BadProblem(f"track {piece.id} is linked over {node}, which is no edge of it")
    if other not in pieces:
        raise BadProblem(f"track {piece.id} is linked to unknown track {other}")
    own = piece.id
    for _, back in pieces[other].links:
        if back == own:
            return
    raise BadProblem(f"track {own} is linked to track {other}, which is not linked back")


def _check_names(problem: Problem) -> None:
    stops = {stop.id for stop in problem.stops}
    trains = {train.id for train in problem.trains}
    for bonus in problem.bonuses:
        for name in bonus.stops:
            if name not in stops:
                raise BadProblem(f"a bonus names unknown stop {name}")
        for name in bonus.trains:
            if name not in trains:
                raise BadProblem(f"a bonus names unknown train {name}")
        if bonus.amount < 0:
            raise BadProblem(f"a bonus at {', '.join(bonus.stops)} is negative")
    for name in problem.required or ():
        if name not in stops:
            raise BadProblem(f"the required route ends at unknown stop {name}")
    if problem.unit < 1:
        raise BadProblem(f"the unit of revenue is {problem.unit}")
