"""Running trains: the company's network as a route problem, reading and checking proposals, finding the best set."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from engine.board.geometry import EDGE, EDGES, opposite
from engine.board.markers import blocked_for, own_stops
from engine.board.network import reach_from, reach_of, shut_sides
from engine.board.tiles import STOP
from engine.core.errors import Refusal, Unreadable
from engine.core.kept import Kept
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.slots import Further
from engine.core.state import TrainRun
from engine.core.verbs import Plain, Text, Values
from engine.family import operating
from engine.family.choices import Routes
from engine.family.dividend import note_income
from engine.routes import ByHand, Hand, Piece, Problem, Refused, Route, Solution, Stop, Train, Valued, solve, value

SECONDS = 4.0
"""How long a search for the best routes may take before the best found must do."""

HAS_RUN, RUSTED = "has run", "rusted"
"""Marks of a train that may run once before it leaves."""

SECOND_HAND = "second-hand"
"""Mark of a card that rusted and came back to the supply: sold beside the others, for treasury money alone."""

OBSOLETE = "obsolete"
"""Mark of a card that runs once more: outside all limits, and not for sale."""

_solved: Kept[Problem, Solution] = Kept(256)
REMARK = re.compile(r"\[[^\]]*\]")
FEW_WAYS = 8
"""So many ways over the stops that somebody has written are followed further."""


def cards(p: Position) -> list[str]:
    """All train cards in a fixed order: by kind, then by number."""
    key = ("cards", len(p.s.trains))
    found = p.memo.get(key)
    if found is None:
        kinds = list(p.d.trains)
        order = {train: (kinds.index(card.kind), int(train.rpartition("-")[2])) for train, card in p.s.trains.items()}
        found = p.memo[key] = sorted(p.s.trains, key=order.__getitem__)
    return found


def trains_of(p: Position, company: str) -> list[str]:
    """Trains on any of a company's charters."""
    charters = p.company(company).charters
    return [train for train in cards(p) if p.s.trains[train].at in charters]


def can_run(p: Position, company: str) -> bool:
    """Is there any legal run of two stops, whatever the train?"""
    return reach_of(p, company).joins_two


def edge_node(p: Position, hex_id: str, edge: int) -> str:
    """One name for the side that two hexes share."""
    other = p.d.map.hexes[hex_id].around[edge]
    if other and other < hex_id:
        return f"edge:{other}.{EDGES[opposite(edge)]}"
    return f"edge:{hex_id}.{EDGES[edge]}"


def problem(p: Position, company: str, trains: list[str], required: tuple[str, str] | None = None) -> Problem:
    """A company about to run these trains, as data; kept until the board or the phase changes."""
    idle = p.title.operating.idle_stops(p, company)
    key = ("problem", company, p.s.phase, tuple(trains), required, idle)
    found = p.memo.get(key)
    if found is None:
        found = p.memo[key] = _problem(p, company, trains, required)
    return found


def _problem(p: Position, company: str, trains: list[str], required: tuple[str, str] | None) -> Problem:
    idle = p.title.operating.idle_stops(p, company)
    own = set(own_stops(p, company)) - idle
    reach = reach_from(p, company, tuple(stop for stop in own_stops(p, company) if stop in own), idle=idle)
    blocked = blocked_for(p, company, idle)
    stops: list[Stop] = []
    pieces: list[Piece] = []
    barred = p.title.build.barred(p, company)
    running = tuple(each for train in trains for each in _as_run(p, train))
    times = [p.d.trains[p.s.trains[card_of(train.id)].kind].times for train in running]
    seen: set[str] = set()
    for hex_id in sorted(reach.hexes):
        track = p.ground.track(hex_id)
        names: list[str] = []
        for end, found in enumerate(track.stops, STOP):
            name = p.d.map.place.get(f"{hex_id}/{found.key}", f"{hex_id}/{found.key}")
            names.append(f"stop:{name}")
            if name in seen or (end not in track.at and name not in own):
                continue
            seen.add(name)
            worth, more_at_end = p.title.operating.stop_value(p, company, name, found)
            stops.append(
                Stop(
                    id=name,
                    kind=found.kind,  # type: ignore[arg-type]
                    values=tuple(worth * each for each in times),
                    own=name in own,
                    passable=name not in blocked,
                    usable=name not in barred,
                    end_bonus=tuple(more_at_end * each for each in times) if more_at_end else (),
                )
            )
        for a, b in track.pieces:
            ends = [names[end - STOP] if end >= STOP else edge_node(p, hex_id, end) for end in (a, b)]
            pieces.append(Piece(id=f"{hex_id}:{a}-{b}", a=ends[0], b=ends[1], hex=hex_id))
    shut = sorted({edge_node(p, hex_id, edge) for hex_id, edge in shut_sides(p)}) if p.d.map.barred else []
    asked = Problem(
        stops=tuple(stops),
        pieces=tuple(pieces),
        trains=running,
        required=required,
        barriers=tuple(shut),
        train_limit=_most_trains(p, trains),
    )
    return p.title.operating.problem(p, company, asked)


def _most_trains(p: Position, trains: list[str]) -> int | None:
    """Where a card may be several trains, no more may run than may be owned; obsolete ones come on top."""
    phase = p.d.phases[p.s.phase]
    if not phase.card_limit:
        return None
    obsolete = [train for train in trains if OBSOLETE in p.s.trains[train].marks]
    return phase.train_limit + sum(len(_as_run(p, train)) for train in obsolete)


def _as_run(p: Position, train: str) -> tuple[Train, ...]:
    """A card as trains: one as a rule; of a card with several faces all, of which only those of one face may run."""
    faces = p.d.trains[p.s.trains[train].kind].faces
    if not faces:
        return (Train(id=train, kind=p.title.operating.train_face(p, train)),)
    return tuple(
        Train(id=f"{train}/{face}.{number}", kind=kind, certificate=train, face="+".join(kinds))
        for face, kinds in enumerate(faces)
        for number, kind in enumerate(kinds)
    )


def card_of(train: str) -> str:
    """The card of a train that runs: `2x2-0` of `2x2-0/0.1`."""
    return train.partition("/")[0]


def best(p: Position, company: str, required: tuple[str, str] | None = None) -> Solution:
    """The best routes of a company now, with up to ten sets of the same worth."""
    asked = problem(p, company, trains_of(p, company), required)
    found = _solved.get(asked)
    return found or _solved.keep(asked, solve(asked, seconds=SECONDS, alternatives=10))


# --- routes as text: `3-0=B9/c0,B9.E,B11/c0;2-1=...`; of a card with faces the train within the face: `2x2-0/0.1=...`


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
    if hex_id not in p.d.map.hexes or side not in EDGE:
        raise Unreadable(because("“{node}” is neither a stop nor the side of a hex.", node=node[:40]))
    return edge_node(p, hex_id, EDGE[side])


def in_full(p: Position, asked: Callable[[], Problem], text: str) -> str:
    """Routes written by their trains and stops alone, as `5: A22 B19 C18; 3: D1 E2`, in full."""
    if ":" not in text:
        return text
    builder = ByHand(asked())
    return write_routes(builder.routes(_hands(p, builder, _without_remarks(text).split(";"))))


def _without_remarks(text: str) -> str:
    """Ignore remarks in brackets, which are part of texts that were offered to people who edit them."""
    return REMARK.sub(" ", text)


def _hands(p: Position, builder: ByHand, parts: list[str]) -> list[Hand]:
    hands: list[Hand] = []
    for part in filter(str.strip, parts):
        kind, _, stops = part.partition(":")
        train = _free(p, builder, kind, hands)
        hands.append(builder.by_stops(train, [_stops_in(p, one) for one in stops.split()], hands))
    return hands


def _free(p: Position, builder: ByHand, kind: str, hands: list[Hand]) -> str:
    """A train of a kind that has no route yet."""
    mine = [one for one in builder.problem.trains if kind.strip() in (one.id, one.kind, card_kind(p, one.id))]
    free = [one.id for one in mine if one.id not in [hand.train for hand in hands]]
    if not free:
        raise Unreadable(because("No {kind} train is left to run.", kind=kind.strip()[:20]))
    return free[0]


def further(p: Position, asked: Callable[[], Problem], text: str) -> list[Further]:
    """Routes being typed stop by stop: with each stop that can be reached next, the most valuable first."""
    if "=" in text:
        return []
    builder = ByHand(asked())
    *parts, last = _without_remarks(text).split(";")
    hands, head = _hands(p, builder, parts), "".join(f"{part.strip()}; " for part in parts)
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
    before, found = f"{head}{kind.strip()}: {''.join(f'{one} ' for one in named)}", dict[str, Further]()
    for hand in ways:
        stop = builder.name(hand.stops[-1])
        one = Further(f"{before}{_called(p, stop)}", stop, builder.worth([*hands, hand]) if hand.legs else None)
        if _called(p, stop).casefold().startswith(typed.casefold()):
            found[stop] = max(one, found.get(stop, one), key=lambda way: way.worth or 0)
    return sorted(found.values(), key=lambda one: (-(one.worth or 0), one.text))


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
    return frozenset(p.d.map.place.get(name, name) for name in names)


class RunTrains(Plain[Routes]):
    """Run the company's trains."""

    def values(self, p: Position, seat: str, got: Routes, slot: str) -> Values:
        """Any routes that can be read; the best are known."""
        company = self.runner(p)
        possible = bool(trains_of(p, company)) and can_run(p, company)

        def known() -> tuple[str, ...]:
            found = best(p, company, self.required(p))
            return tuple(write_routes(routes) for routes in found.alternatives)

        asked = partial(problem, p, company, trains_of(p, company), self.required(p))
        return Text(
            possible,
            known,
            proven=lambda: best(p, company, self.required(p)).proven,
            read=partial(in_full, p, asked),
            further=partial(further, p, asked),
        )

    def runner(self, p: Position) -> str:
        """The company whose trains run."""
        return operating.operator(p)

    def required(self, p: Position) -> tuple[str, str] | None:
        """Two stops that one of the routes must join, if the run demands it."""
        return None

    def refuse(self, p: Position, seat: str, got: Routes) -> Refusal | None:
        """Every route must be legal, and together they must earn what can be earned."""
        company = self.runner(p)
        section = p.title.sections["route"]
        if not trains_of(p, company):
            return Refusal(because("{company} has no train", company=company), section)
        if "routes" not in got:
            return None
        routes = read_routes(p, got.routes)
        valued = self.worth(p, routes)
        if isinstance(valued, Refused):
            return Refusal(valued.reason, section)
        if p.s.options.get("runs") == "best":
            found = best(p, company, self.required(p))
            if valued.total < found.total:
                better = write_routes(found.routes)
                return Refusal(
                    because("your run earns only {earned}", earned=valued.total),
                    p.title.sections["best run"],
                    because("{routes} would earn {earned}", routes=better, earned=found.total),
                )
        return None

    def worth(self, p: Position, routes: tuple[Route, ...]) -> Valued | Refused:
        """What routes earn, or why they may not be run."""
        company = self.runner(p)
        asked = problem(p, company, trains_of(p, company), self.required(p))
        key = ("worth", id(asked), routes)
        found = p.memo.get(key)
        if found is None:
            found = p.memo[key] = value(asked, routes)
        return found

    def do(self, p: Position, seat: str, args: Routes) -> None:
        """Note the income and go on to the dividend."""
        company = self.runner(p)
        routes = read_routes(p, args.routes)
        valued = self.worth(p, routes) if routes else Valued(routes=(), total=0)
        assert isinstance(valued, Valued)
        note_run(p, company, routes, valued)
        scrap_what_has_run(p, valued)
        note_income(p, valued.total)
        self.go_on(p)

    def go_on(self, p: Position) -> None:
        """After the run comes the dividend."""
        frame = operating.this_turn(p)
        operating.to_next_step(p, frame)


def scrap_what_has_run(p: Position, valued: Valued) -> None:
    """Trains with one run left before they rust have used it if they earned something."""
    for earned in valued.routes:
        card = p.s.trains[card_of(earned.train)]
        if not earned.revenue or not p.d.trains[card.kind].runs_once:
            continue
        if RUSTED in card.marks:
            p.emit("rusted", train=card_of(earned.train), kind=card.kind, owner=card.at)
            card.at = "gone"
        elif HAS_RUN not in card.marks:
            card.marks.append(HAS_RUN)


def note_run(p: Position, company: str, routes: tuple[Route, ...], valued: Valued) -> None:
    """Store the run so that it can be viewed later, and announce it."""
    facts = p.company(company)
    facts.last_run = valued.total
    facts.last_routes = train_runs(routes, valued)
    for earned in valued.routes:
        card = p.s.trains[card_of(earned.train)]
        faces = p.d.trains[card.kind].faces
        if faces:
            card.face = "+".join(faces[int(earned.train.partition("/")[2].partition(".")[0])])
        p.emit(
            "ran",
            company=company,
            train=earned.train,
            kind=p.s.trains[card_of(earned.train)].kind,
            stops=" ".join(earned.stops),
            paid=" ".join(f"{stop}:{amount}" for stop, amount in earned.paid),
            bonus=earned.bonus,
            amount=earned.revenue,
        )
