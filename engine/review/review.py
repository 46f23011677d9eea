"""A game's review: the chart of worth, the turns that decided it, and where everybody's money came from."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Clock
from engine.family import operating
from engine.game import Game
from engine.review.choosing import Told, turning_points
from engine.review.deeds import GAINED, Deed, deeds
from engine.review.expected import Expected, burdens, come_nearer, expected, prospect, with_hindsight
from engine.review.facts import Fact, about_rust, about_sales, about_trains, facts_of, is_usual, sold_off, told_of
from engine.review.money import OTHERS_SALES, SOURCES, Books, Holdings, Source, holdings, sum_about
from engine.review.privates import LostValue, lost_values
from engine.review.turning import Moment, Swing, round_ends
from engine.view import hidden_from, seen

PAID = ("contributes", "bankrupt")
"""Kinds of events by which a player puts money into a company, or fails to."""
STOCK = "stock"
"""The round in which moves that lie apart can be one event."""
BRINGS = 0.1
"""What a company must bring somebody who buys into it, as a part of what players have in the end, to be told of."""
POINTS = 240
"""The most moments in the chart."""


@dataclass(frozen=True)
class Played:
    """A move as it was stored."""

    number: int
    seat: str
    events: Sequence[Event] | None
    """None if they were never stored."""


class Line(Struct, array_like=True):
    """One of the sources of money, with what each player had from it."""

    kind: str
    about: str
    amounts: list[int]


class Point(Struct, array_like=True):
    """Such a turn as it is kept, with what is told of it."""

    before: int
    """The move before it; 0 is the beginning."""
    last: int
    clock: Clock
    told: list[int]
    """The moves that did it."""
    facts: list[Fact]
    place: int
    """Its place in the chart."""


class Review(Struct, kw_only=True, tag_field="v", tag=4):
    """What was worked out, as plain data, so that it can be worded for each reader."""

    until: int
    """The last move that is in it."""
    over: bool
    players: list[str]
    """Seats; those whose money its reader may not see are left out."""
    clocks: list[tuple[int, Clock]]
    """Where rounds begin in the chart."""
    worth: list[list[int]]
    """Each player's, moment by moment."""
    points: list[Point]
    money: list[Line]


@dataclass
class _Course:
    """What is noted of a game while its positions pass by."""

    viewer: str | None
    players: list[str] = field(default_factory=list)
    worth: list[dict[str, int]] = field(default_factory=list)
    clocks: list[Clock] = field(default_factory=list)
    turns: list[tuple[str, ...]] = field(default_factory=list)
    deeds: list[tuple[Deed, ...]] = field(default_factory=list)
    companies: list[dict[str, Expected]] = field(default_factory=list)
    held: list[dict[str, Holdings]] = field(default_factory=list)
    starts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The place at which a company's shares first have a price, and that price."""
    hidden: set[str] = field(default_factory=set)
    books: Books = field(default_factory=Books)
    money: list[dict[str, dict[Source, int]]] = field(default_factory=list)
    """The books after each move, as what it changed."""

    def note(self, game: Game, p: Position, turn: tuple[str, ...], done: tuple[Deed, ...] = ()) -> None:
        hidden = frozenset[str]() if p.s.end is not None or self.viewer is None else hidden_from(game, self.viewer)
        self.hidden |= hidden
        worth = p.s.end.worth if p.s.end is not None else p.title.score(p, "view").worth
        self.worth.append(dict(worth))
        self.clocks.append(msgspec.structs.replace(p.s.clock))
        self.turns.append(turn)
        self.deeds.append(done)
        self.companies.append(expected(p, hidden))
        self.held.append({seat: holdings(p, seat) for seat in self.players})


def work_out(start: Game, moves: Iterator[tuple[Played, Game]], viewer: str | None) -> Review:
    """The review of a game. `viewer`: whose knowledge limits it, "" for the public; None: everything is known."""
    course, played = _Course(viewer), list[Played]()
    p = start.position()
    course.players = [seat.id for seat in p.s.players]
    course.books.begin(p, course.players)
    course.note(start, p, ())
    for move, after in moves:
        if viewer is not None and move.events is not None:
            move = Played(move.number, move.seat, [seen(event, viewer) for event in move.events])
        q = after.position()
        clock = p.s.clock
        course.money.append(course.books.follow(p, q, move.events))
        for event in move.events or ():
            if event.kind == "started":
                first = len(course.money), int(event.data["price"])
                course.starts.setdefault(str(event.data["company"]), first)
        done = deeds(move.events or ()) if clock.round == STOCK else ()
        course.note(after, q, (_whose(p, move), clock.round, str(clock.turn), str(clock.number)), done)
        played.append(move)
        p = q
    end = p.s.end
    course.books.close(p, course.worth[-1])
    return _review(course, played, over=end is not None)


def _whose(p: Position, move: Played) -> str:
    """Whose turn a move belongs to. What is auctioned first is one turn of all: what is bought there has its worth only
    by what comes with it.
    """
    clock = p.s.clock
    return operating.operator(p) or (move.seat if clock.of or clock.round == STOCK else "")


def _review(course: _Course, played: Sequence[Played], *, over: bool) -> Review:
    players = [one for one in course.players if one not in course.hidden]
    numbers = [0, *(move.number for move in played)]
    events = [move.events for move in played]
    companies = with_hindsight(course.companies, events)
    owned = [{seat: one.privates for seat, one in held.items()} for held in course.held]
    lost = lost_values(owned, events, course.books.costs)
    nearer = _nearer(companies, players)
    moments = [
        Moment(
            place,
            course.turns[place],
            {player: worth[player] for player in players},
            _prospects(worth, companies[place], lost[place], players),
            nearer[place],
            course.deeds[place],
            _cost(course.money[place - 1]) if place else {},
            burdens(companies[place - 1], companies[place]) if place else {},
            {player: _at_first_price(course, companies, place, player) for player in players},
        )
        for place, worth in enumerate(course.worth)
    ]
    ends = round_ends(moments)
    chosen = turning_points(moments, lambda swing: _told(swing, course, companies, played, players, ends))
    shown = _places(len(numbers), [one.swing.last for one in chosen])
    points = [
        Point(
            numbers[turn.swing.before],
            numbers[turn.swing.last],
            course.clocks[turn.swing.before],
            list(turn.moves),
            list(turn.facts),
            shown.index(turn.swing.last),
        )
        for turn in chosen
    ]
    return Review(
        until=numbers[-1],
        over=over,
        players=players,
        clocks=[
            (n, course.clocks[place])
            for n, place in enumerate(shown)
            if n == 0 or _name(course.clocks[place]) != _name(course.clocks[shown[n - 1]])
        ],
        worth=[[course.worth[place][player] for place in shown] for player in players],
        points=points,
        money=_lines(course.books, players),
    )


def _prospects(
    worth: dict[str, int],
    companies: dict[str, Expected],
    lost: LostValue,
    players: Sequence[str],
) -> dict[str, float]:
    return {player: worth[player] + prospect(companies, player) + lost.get(player, 0) for player in players}


def _at_first_price(course: _Course, companies: Sequence[dict[str, Expected]], place: int, player: str) -> int:
    """What a player's shares that have no price yet count for once they have one."""
    held = ((course.starts.get(name, (0, 0)), one.units.get(player, 0)) for name, one in companies[place].items())
    return sum(price * units for (start, price), units in held if place < start)


def _cost(booked: dict[str, dict[Source, int]]) -> dict[str, int]:
    """What others' sales in a move cost each player."""
    return {
        player: -sum(amount for (kind, _), amount in entries.items() if kind == OTHERS_SALES)
        for player, entries in booked.items()
    }


def _nearer(companies: Sequence[dict[str, Expected]], players: Sequence[str]) -> list[dict[str, float]]:
    """Moment by moment, what came about since the beginning only because more turns count."""
    sums = [dict.fromkeys(players, 0.0)]
    for before, now in itertools.pairwise(companies):
        sums.append({player: so_far + come_nearer(before, now, player) for player, so_far in sums[-1].items()})
    return sums


def _name(clock: Clock) -> tuple[int, str, int]:
    return clock.turn, clock.round, clock.number


def _places(count: int, needed: Sequence[int]) -> list[int]:
    """The moments in the chart: evenly spread, with those that are needed."""
    if count <= POINTS:
        return list(range(count))
    step = (count - 1) / (POINTS - 1)
    return sorted({*(round(n * step) for n in range(POINTS)), *needed})


def _told(
    swing: Swing,
    course: _Course,
    companies: Sequence[dict[str, Expected]],
    played: Sequence[Played],
    players: Sequence[str],
    ends: Sequence[int],
) -> Told:
    """The moves of a turn that are told, and its facts: of moves that lie apart, those about their company."""
    own = [place for place in range(swing.before + 1, swing.last + 1) if place in swing.moves]
    places, about = [swing.before, swing.last, *(n for n in ends if n > swing.last)], set(companies[swing.last])
    if swing.deed is not None or swing.losers:
        # What everybody has by then is not only these moves' doing.
        places, about = [swing.before, swing.before], {swing.deed.company} if swing.deed is not None else set[str]()
    before, after = (
        {name: one for name, one in companies[place].items() if name in about} for place in (swing.before, swing.last)
    )
    events = [event for place in own for event in played[place - 1].events or ()]
    facts = facts_of(
        [{one: course.worth[place][one] for one in players} for place in places],
        before,
        after,
        [{one: course.money[place - 1][one] for one in players} for place in own],
        events,
        course.books.costs,
        {company: price for company, (start, price) in course.starts.items() if start > swing.last},
        somebodys=bool(course.turns[swing.last][0]),
        leader=swing.leader,
    )
    if swing.losers:
        facts = sold_off([course.money[place - 1] for place in own], swing.losers)
    if swing.deed is not None and swing.deed.kind == GAINED:
        brought = sum(sum_about(entries[swing.deed.player], about) for entries in course.money[swing.before :])
        average = sum(course.worth[-1][one] for one in players) / max(1, len(players))
        brings = Fact("brings", swing.deed.player, swing.deed.company, brought)
        facts = [*facts, brings] if brought >= BRINGS * average else []
    moves = [
        move
        for place in own
        for move in [played[place - 1]]
        if place in swing.heavy
        or about_sales(facts, move.events)
        or about_trains(facts, move.events)
        or about_rust(move.events)
    ]
    told = told_of([move.events or () for move in moves])
    numbers = tuple(move.number for move, news in zip(moves, told, strict=True) if news)
    return Told(swing, numbers, tuple(facts), _paid_for(events), is_usual(told))


def _paid_for(events: Sequence[Event]) -> frozenset[tuple[str, int]]:
    """Companies into which somebody put so much of their own, or none because they went bankrupt over them."""
    payments = [event.data for event in events if event.kind in PAID and event.data.get("company")]
    return frozenset((str(one["company"]), int(one.get("amount", 0))) for one in payments)


def _lines(books: Books, players: Sequence[str]) -> list[Line]:
    """The table: one line a source, the largest of each kind first."""
    amounts_of: dict[Source, list[int]] = {}
    for place, player in enumerate(players):
        for source, amount in books.entries[player].items():
            amounts_of.setdefault(source, [0] * len(players))[place] = amount
    order = sorted(amounts_of, key=lambda one: (SOURCES.index(one[0]), -sum(map(abs, amounts_of[one])), one[1]))
    return [Line(kind, about, amounts_of[kind, about]) for kind, about in order if any(amounts_of[kind, about])]
