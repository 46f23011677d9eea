"""The moves of a verb that has very many of them: the most promising ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Act
from engine.core.position import Position
from engine.core.verbs import Span, Text, Value, next_slot, offered

WIDTH = 2
"""How many beginnings are gone on with at each choice, for each move that will be tried."""


def promising(p: Position, verb: str, seat: str, promise: Callable[[Act], float], tries: int) -> list[Act]:
    """Legal moves, the best first, where what is promised by the choices made so far decides which are looked at."""
    law, begun, moves = p.title.verbs[verb], [Act(verb, {})], list[Act]()
    while begun:
        longer: list[Act] = []
        for act in begun:
            slot = next_slot(p, law, seat, act.args)
            if slot is None:
                moves.append(act)
                continue
            values = offered(p, law, seat, act.args, slot)
            if isinstance(values, Span):
                values = sorted({values.low, values.high})
            elif isinstance(values, Text):
                values = values.known()
            longer += [Act(verb, {**act.args, slot: value}) for value in values]
        begun = _best(longer, promise)[: WIDTH * tries]
    return _best(moves, promise)


def _best(moves: Sequence[Act], promise: Callable[[Act], float]) -> list[Act]:
    """The best first; of those that choose the same in another order, one."""
    different: dict[frozenset[Value], Act] = {}
    for act in moves:
        different.setdefault(frozenset(act.args.values()), act)
    return sorted(different.values(), key=lambda act: -promise(act))
