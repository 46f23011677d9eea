"""Routes as text. In full: `3-0=B9/c0,B9.E,B11/c0;2-1=...`, of a card with faces the train within the face:
`2x2-0/0.1=...`. In short, as people type them, by their trains and stops alone: `5: A22 B19 C18; 3: D1 E2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

from engine.board.geometry import opposite
from engine.board.lay import side_of
from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.naming import hex_name, named_refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.slots import Further
from engine.core.state import TrainRun
from engine.routes import ByHand, Hand, Problem, Refused, Route, Train, Valued

REMARK = re.compile(r"\[[^\]]*\]")
Breach: TypeAlias = Callable[[Position, Refused, Sequence[Route]], Refusal]
"""Which rule routes break, and where it stands."""

FEW_WAYS = 8
"""So many ways over the stops that somebody has written are followed further."""


def edge_node(p: Position, hex_id: str, edge: int) -> str:
    """One name for the side that two hexes share."""
    other = p.d.map.hexes[hex_id].around[edge]
    if other and other < hex_id:
        return f"edge:{side_of(p, other, opposite(edge))}"
    return f"edge:{side_of(p, hex_id, edge)}"


def card_of(train: str) -> str:
    """The card of a train that runs: `2x2-0` of `2x2-0/0.1`."""
    return train.partition("/")[0]


def write_routes(routes: tuple[Route, ...]) -> str:
    """Routes as one line; `none` if the company runs nothing."""
    written = [f"{route.train}={','.join(_short(node) for node in route.path)}" for route in routes]
    return ";".join(written) or "none"


def train_runs(routes: Sequence[Route], valued: Valued | None) -> list[TrainRun]:
    """Routes with what each train earns; without a value, that is not known."""
    written = [write_routes((route,)) for route in routes]
    if valued is None:
        return [TrainRun(text) for text in written]
    return [
        TrainRun(text, dict(sorted(earned.paid)), earned.revenue)
        for text, earned in zip(written, valued.routes, strict=True)
    ]


def read_routes(p: Position, text: str) -> tuple[Route, ...]:
    """Routes from one line, or the sentence that says what cannot be read."""
    if text.strip() == "none":
        return ()
    routes: list[Route] = []
    for part in text.split(";"):
        train, sign, way = part.strip().partition("=")
        if not sign or card_of(train.strip()) not in p.s.trains:
            raise Unreadable(because("“{part}” does not begin with a train and “=”.", part=part.strip()[:60]))
        path = tuple(_long(p, node.strip()) for node in way.split(","))
        routes.append(Route(train=train.strip(), path=path))
    return tuple(routes)


def _short(node: str) -> str:
    return node.partition(":")[2]


def _long(p: Position, node: str) -> str:
    if node.partition("/")[0] in p.d.map.hexes and "/" in node:
        return f"stop:{p.d.map.place.get(node, node)}"
    hex_id, _, side = node.partition(".")
    if hex_id not in p.d.map.hexes or side not in p.d.map.grid.edge:
        raise Unreadable(because("“{node}” is neither a stop nor the side of a hex.", node=node[:40]))
    return edge_node(p, hex_id, p.d.map.grid.edge[side])


def in_full(p: Position, asked: Callable[[], Problem], broken: Breach, text: str) -> str:
    """Routes written by their trains and stops alone, as `5: A22 B19 C18; 3: D1 E2`, in full."""
    if ":" not in text:
        return text
    builder = ByHand(asked())
    return write_routes(builder.routes(_hands(p, builder, broken, _without_remarks(text).split(";"))))


def _without_remarks(text: str) -> str:
    """Ignore remarks in brackets, which are part of texts that were offered to people who edit them."""
    return REMARK.sub(" ", text)


def _hands(p: Position, builder: ByHand, broken: Breach, parts: list[str]) -> list[Hand]:
    hands: list[Hand] = []
    for part in filter(str.strip, parts):
        kind, _, stops = part.partition(":")
        train = _free(p, builder, kind, hands)
        if not stops.split():
            raise Unreadable(because("Name the stops to which the {kind} train runs.", kind=kind.strip()))
        places = [_stops_in(p, one) for one in stops.split()]
        hand = builder.by_stops(train, places, hands)
        if isinstance(hand, Refused):
            written = Route(train, tuple(f"stop:{stop}" for place in places for stop in sorted(place)))
            raise Illegal(named_refusal(p, broken(p, hand, [written])))
        hands.append(hand)
    return hands


def _free(p: Position, builder: ByHand, kind: str, hands: list[Hand]) -> str:
    """A train of a kind that has no route yet."""
    mine = [one for one in builder.problem.trains if kind.strip() in (one.id, one.kind, card_kind(p, one.id))]
    free = [one.id for one in mine if one.id not in [hand.train for hand in hands]]
    if not mine:
        raise Unreadable(because("The company has no {kind} train.", kind=kind.strip()[:20]))
    if not free:
        raise Unreadable(because("The company has no further {kind} train to run.", kind=kind.strip()[:20]))
    return free[0]


def further(p: Position, asked: Callable[[], Problem], broken: Breach, text: str) -> list[Further]:
    """Routes being typed stop by stop: with each stop that can be reached next, the most valuable first."""
    if "=" in text:
        return []
    builder = ByHand(asked())
    *parts, last = _without_remarks(text).split(";")
    hands, head = _hands(p, builder, broken, parts), "".join(f"{part.strip()}; " for part in parts)
    kind, sign, stops = last.partition(":")
    if not sign:
        kinds = [_kind_of(p, one) for one in builder.problem.trains if one.id not in {hand.train for hand in hands}]
        return [Further(f"{head}{one}: ", one) for one in dict.fromkeys(kinds) if one.startswith(kind.strip())]
    train = _free(p, builder, kind, hands)
    *named, typed = stops.split() if stops.strip() and not stops[-1].isspace() else [*stops.split(), ""]
    ways: list[Hand] = [Hand(train, (stop,)) for stop in builder.starts()]
    if named:
        over = islice(builder.over(train, [_stops_in(p, one) for one in named], hands), FEW_WAYS)
        ways = [builder.on(hand, one) for hand in over for one in builder.onward(hands, hand)]
    before, by_stop = f"{head}{kind.strip()}: {''.join(f'{one} ' for one in named)}", dict[str, Further]()
    for hand in ways:
        stop = builder.name(hand.stops[-1])
        one = Further(f"{before}{_called(p, stop)}", stop, builder.worth([*hands, hand]) if hand.legs else None)
        if _called(p, stop).casefold().startswith(typed.casefold()):
            by_stop[stop] = max(one, by_stop.get(stop, one), key=lambda way: way.worth or 0)
    return sorted(by_stop.values(), key=lambda one: (-(one.worth or 0), one.text))


def _called(p: Position, stop: str) -> str:
    """A stop by its hex, if that has no other."""
    hex_id = stop.partition("/")[0]
    return hex_id if _stops_in(p, hex_id) == frozenset({stop}) else stop


def _kind_of(p: Position, train: Train) -> str:
    """What people type for a train: its kind, or that of its card."""
    return train.kind or card_kind(p, train.id)


def card_kind(p: Position, train: str) -> str:
    """The kind of the card that a train runs by."""
    return p.s.trains[card_of(train)].kind


def _stops_in(p: Position, place: str) -> frozenset[str]:
    """The stops of a hex, or the one that is named."""
    hex_id, _, stop = place.partition("/")
    hex_id = hex_id.upper()
    if hex_id not in p.d.map.hexes:
        raise Unreadable(because("There is no hex {place} on this map.", place=place[:20]))
    keys = [found.key for found in p.ground.track(hex_id).stops]
    names = [f"{hex_id}/{key}" for key in keys if stop in ("", key)]
    if not names:
        raise Unreadable(because("There is no stop in {place} now.", place=hex_name(p, hex_id)))
    return frozenset(p.d.map.place.get(name, name) for name in names)
