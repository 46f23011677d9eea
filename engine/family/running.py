"""Running trains: the company's network as a route problem, reading and checking proposals, finding the best set."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.board.markers import blocked_for, own_stops
from engine.board.network import reach_from, reach_of, shut_sides
from engine.board.tiles import STOP
from engine.core.errors import Refusal
from engine.core.kept import Kept
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Plain, Text, Values
from engine.family import operating
from engine.family.choices import Routes
from engine.family.dividend import note_income
from engine.family.route_text import (
    card_kind,
    card_of,
    edge_node,
    further,
    in_full,
    read_routes,
    train_runs,
    write_routes,
)
from engine.routes import Piece, Problem, Refused, Route, Solution, Stop, Train, Valued, solve, value

SECONDS = 4.0
"""How long a search for the best routes may take before the best found must do."""

HAS_RUN, RUSTED = "has run", "rusted"
"""Marks of a train that may run once before it leaves."""

SECOND_HAND = "second-hand"
"""Mark of a card that rusted and came back to the supply: sold beside the others, for treasury money alone."""

OBSOLETE = "obsolete"
"""Mark of a card that runs once more: outside all limits, and not for sale."""

_solved: Kept[Problem, Solution] = Kept(256)


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
    charters, found = p.company(company).charters, p.s.trains
    return [train for train in cards(p) if found[train].at in charters]


def can_run(p: Position, company: str) -> bool:
    """Is there any legal run of two stops, whatever the train?"""
    return reach_of(p, company).joins_two


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
        for end, stop in enumerate(track.stops, STOP):
            name = p.d.map.place.get(f"{hex_id}/{stop.key}", f"{hex_id}/{stop.key}")
            names.append(f"stop:{name}")
            if name in seen or (end not in track.at and name not in own):
                continue
            seen.add(name)
            worth, more_at_end = p.title.operating.stop_value(p, company, name, stop)
            stops.append(
                Stop(
                    id=name,
                    kind=stop.kind,  # type: ignore[arg-type]
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


def best(p: Position, company: str, required: tuple[str, str] | None = None) -> Solution:
    """The best routes of a company now, with up to ten sets of the same worth."""
    asked = problem(p, company, trains_of(p, company), required)
    found = _solved.get(asked)
    return found or _solved.keep(asked, solve(asked, seconds=SECONDS, alternatives=10))


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
            read=partial(in_full, p, asked, self.broken),
            further=partial(further, p, asked, self.broken),
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
            return self.broken(p, valued, routes)
        if p.s.options.get("runs") == "best":
            most = best(p, company, self.required(p))
            if valued.total < most.total:
                better = write_routes(most.routes)
                return Refusal(
                    because("your run earns only {earned}", earned=valued.total),
                    p.title.sections["best run"],
                    because("{routes} would earn {earned}", routes=better, earned=most.total),
                )
        return None

    def broken(self, p: Position, refused: Refused, routes: Sequence[Route]) -> Refusal:
        """Which rule routes break, and where it stands."""
        if refused.broken in ("length", "offboards"):
            section = p.d.trains[card_kind(p, refused.train)].section or p.title.sections["length"]
            return Refusal(refused.reason, section)
        return Refusal(refused.reason, p.title.sections["route"])

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
