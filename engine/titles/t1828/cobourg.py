"""The Cobourg & Peterborough: a private company that lays track and earns from a run over it (13.2.2.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.board import markers
from engine.board.geometry import opposite
from engine.board.tiles import STOP
from engine.core.agenda import FrameRule
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.roles import who
from engine.core.state import Ask, Used
from engine.core.trial import ANSWER
from engine.core.verbs import Choices, Plain, Values
from engine.family import operating
from engine.family.setup import add_builder
from engine.finance import money
from engine.titles.t1828.build import COBOURG, LAID
from engine.titles.t1828.coal import barred

HOME = "C15/c0"
MARKER = "cobourg marker"
REPLACE, BLOCK = "replace", "block"

Side = tuple[str, int]


def set_up(p: Position) -> None:
    """Its marker starts in Peterborough (4)."""
    add_builder(p, COBOURG, [], 0)
    p.company(COBOURG).home_placed = True
    p.company(COBOURG).charters = []
    markers.put_marker(p, COBOURG, HOME, 0)


def operates(p: Position) -> bool:
    """It works only for a player."""
    return p.s.privates[COBOURG] in p.seats


def is_cobourg(p: Position, builder: str) -> bool:
    """Steps of its own turn."""
    return builder == COBOURG


def is_company(p: Position, builder: str) -> bool:
    """Steps of every other company's turn."""
    return builder != COBOURG


# --- bought, or closed


def bought(p: Position, company: str) -> None:
    """The buyer gets its money; one of the buyer's markers, or a blocking one, replaces its marker."""
    money.pay(p, COBOURG, company, p.s.cash[COBOURG])
    p.push(Ask(rule=MARKER, role=f"president:{company}", about=[company]))


def closed(p: Position) -> None:
    """If it closes before a company buys it, its money is lost and its space is blocked."""
    if p.company(COBOURG).closed:
        return
    money.pay(p, COBOURG, money.BANK, p.s.cash[COBOURG])
    _leave(p, markers.BLOCK)


def _leave(p: Position, heir: str) -> None:
    for marker in p.board.markers:
        if marker.company == COBOURG:
            marker.company = heir
    p.company(COBOURG).closed = True
    p.board_changed()


def may_replace(p: Position, company: str) -> bool:
    """A marker left, none placed this turn, none in the hex (8.3.2)."""
    frame = operating.turn(p)
    placed = frame is not None and any(note.what == "token" for note in frame.used)
    here = any(marker.company == company and marker.stop.startswith("C15/") for marker in p.board.markers)
    return bool(p.company(company).markers) and not placed and not here


def _marker_deciders(p: Position, frame: Ask) -> list[str]:
    if p.company(COBOURG).closed or not may_replace(p, frame.about[0]):
        return []
    return [who(p, frame.role)]


def _marker_options(p: Position, frame: Ask, seat: str) -> Sequence[str]:
    return (REPLACE, BLOCK)


def _marker_take(p: Position, frame: Ask, seat: str, answer: str) -> None:
    if answer == BLOCK:
        _leave(p, markers.BLOCK)
        return
    company = frame.about[0]
    stop = next(marker.stop for marker in p.board.markers if marker.company == COBOURG)
    p.company(company).markers.pop(0)
    _leave(p, company)
    turn = operating.this_turn(p)
    turn.used.append(Used("token", stop))
    p.emit("token", company=company, stop=stop, cost=0)


def _marker_done(p: Position, frame: Ask) -> None:
    if not p.company(COBOURG).closed:
        _leave(p, markers.BLOCK)
    p.pop()


FRAMES = {
    MARKER: FrameRule(
        Ask,
        advance=_marker_done,
        deciders=_marker_deciders,
        verbs=(ANSWER,),
        options=_marker_options,
        take=_marker_take,
    )
}


# --- its run


def laid_in(p: Position) -> str:
    """The hex of the tile laid this turn, or nothing."""
    frame = operating.turn(p)
    return next((note.on for note in frame.used if note.what in LAID), "") if frame else ""


def runs(p: Position, hex_id: str) -> list[tuple[str, str]]:
    """Pairs of stops that a run over the tile joins: one on it and the next, one on each side, or two beyond."""
    track = p.ground.track(hex_id)
    joined: set[tuple[str, str]] = set()
    for a, b in track.pieces:
        for start, end in ((a, b), (b, a)):
            if start >= STOP:
                here = _name(p, hex_id, start)
                joined.update((here, stop) for stop, _, _ in _outward(p, hex_id, end, ()))
            elif end < STOP:
                joined.update(_over_plain_track(p, hex_id, start, end))
    pairs = {(min(pair), max(pair)) for pair in joined if _place(p, pair[0]) != _place(p, pair[1])}
    return sorted(pair for pair in pairs if not barred(p, COBOURG).intersection(pair))


def _over_plain_track(p: Position, hex_id: str, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Between a stop on either side, or off one end of a run that goes on beyond the first stop."""
    for stop, arrival, way in _outward(p, hex_id, start, ()):
        yield from ((stop, other) for other, _, _ in _outward(p, hex_id, end, way))
        if stop in markers.blocked_for(p, COBOURG) | barred(p, COBOURG):
            continue
        at, edge = arrival
        here = p.ground.track(at)
        inside = next(node for node in here.at[edge] if node >= STOP and _name(p, at, node) == stop)
        for onward in here.at[inside]:
            if onward < STOP and onward != edge:
                yield from ((stop, other) for other, _, _ in _outward(p, at, onward, way))


def _outward(
    p: Position, hex_id: str, edge: int, way: tuple[Side, ...]
) -> Iterator[tuple[str, Side, tuple[Side, ...]]]:
    """The next stops beyond a side, over plain track, with no side used twice: stop, arrival, and the sides crossed."""
    other = p.d.map.hexes[hex_id].around[edge]
    if not other:
        return
    side = min((hex_id, edge), (other, opposite(edge)))
    if side in way:
        return
    crossed = (*way, side)
    arrival = (other, opposite(edge))
    track = p.ground.track(other)
    for node in track.at.get(opposite(edge), ()):
        if node >= STOP:
            yield _name(p, other, node), arrival, crossed
        else:
            yield from _outward(p, other, node, crossed)


def _name(p: Position, hex_id: str, node: int) -> str:
    return f"{hex_id}/{p.ground.track(hex_id).stops[node - STOP].key}"


def _place(p: Position, stop: str) -> str:
    return p.d.map.place.get(stop, stop)


def worth(p: Position, pair: Sequence[str]) -> int:
    """What the two stops pay together."""
    total = 0
    for stop in pair:
        total += p.title.operating.stop_value(p, COBOURG, stop, markers.stop_def(p, stop))[0]
    return total


class CobourgStops(Choices):
    stops: str


class CobourgRun(Plain[CobourgStops]):
    """Run the Cobourg & Peterborough over its new tile."""

    def values(self, p: Position, seat: str, got: CobourgStops, slot: str) -> Values:
        """Pairs of stops that the run can join."""
        hex_id = laid_in(p)
        return tuple(" ".join(pair) for pair in runs(p, hex_id)) if hex_id else ()

    def cites(self, p: Position, slot: str) -> str:
        """Over the tile that it has just laid."""
        return "13.2.2.5"

    def refuse(self, p: Position, seat: str, got: CobourgStops) -> Refusal | None:
        """Only with a tile laid."""
        if not laid_in(p):
            return Refusal("it runs only after it has laid a tile", "13.2.2.5")
        return None

    def do(self, p: Position, seat: str, args: CobourgStops) -> None:
        """Half to its owner, half into its treasury."""
        amount = worth(p, args.stops.split())
        half = amount // 2
        money.pay(p, money.BANK, seat, half)
        money.pay(p, money.BANK, COBOURG, amount - half)
        p.emit("cobourg_ran", private=COBOURG, player=seat, stops=args.stops, amount=amount, half=half)
        operating.to_next_step(p, operating.this_turn(p))


VERBS = {"cobourg_run": CobourgRun()}
