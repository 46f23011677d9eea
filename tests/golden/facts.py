"""What a viewer is shown, as plain data, section by section: the facts that must never change for a recorded game.

Only what is named here counts, so that a view may gain fields. What may change although the game stays the same is
left out: names that are the program's own (rules of frames, numbers of decisions, spelling of routes), hints worked out
for convenience (what a dividend would pay, what could be sold), marks, and the menu of verbs, which may grow. That the
verbs needed are still there is proved by the moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec

from engine import Game
from engine.view import CompanyView, SeatView, View, view

SHORT, LONG = 4, 16
"""Hexadecimal digits of a section's digest: at a checkpoint, and at the end of the game."""


def _all_companies(v: View) -> list[CompanyView]:
    return [*v.companies, *v.builders]


def money(v: View) -> Any:
    """Who has how much."""
    treasuries = [[c.symbol, c.treasury] for c in _all_companies(v)]
    return [v.bank, v.broken, [[s.id, s.cash] for s in v.seats], treasuries]


def holdings(v: View) -> Any:
    """Where the shares are, and who presides."""
    players = [
        [
            s.id,
            [[h.company, h.units, h.percent, h.certificates, h.president] for h in s.shares],
            s.certificates,
            s.limit,
        ]
        for s in v.seats
    ]
    return [players, [[c.symbol, c.president, c.offered, c.pool, c.own] for c in v.companies]]


COUNTED_BIDS = ("1870",)
"""Whose views counted bids in what a player is worth when the games were recorded; today all do."""


def players(v: View) -> Any:
    """What else is known of the players."""
    return [[s.id, s.out, _worth(v, s), s.priority, s.on_turn, s.passed, sorted(s.sold)] for s in v.seats]


def _worth(v: View, seat: SeatView) -> int | None:
    """What a player is worth, as it was counted when the games were recorded."""
    return seat.worth and seat.worth - _uncounted(v, seat.id)


def _uncounted(v: View, seat: str) -> int:
    """Money set aside for bids, where it was not counted."""
    if v.title in COUNTED_BIDS:
        return 0
    return sum(bid.amount for one in v.privates for bid in one.bids if bid.seat == seat)


def ending(v: View) -> list[Any] | None:
    """How the game ended: why, what everybody is worth, who won."""
    if v.end is None:
        return None
    worth = sorted((seat, amount - _uncounted(v, seat)) for seat, amount in v.end.worth.items())
    return [v.end.why, worth, sorted(v.end.winners)]


def prices(v: View) -> Any:
    """Share prices, and the stacks in the market."""
    stacks = [[box.id, [[mark.company, mark.operated] for mark in box.stack]] for box in v.market.boxes if box.stack]
    return [[[c.symbol, c.price, c.box, c.par, c.offer_price] for c in v.companies], stacks]


def companies(v: View) -> Any:
    """What has become of the companies."""
    return [
        [
            [c.symbol, c.started, c.floated, c.closed, c.into, c.operated, c.turns, c.last_run],
            [c.markers_left, c.homes, c.destination, sorted(c.privates)],
        ]
        for c in _all_companies(v)
    ]


def trains(v: View) -> Any:
    """Trains that run, and trains for sale."""
    owned = [[c.symbol, c.charters, [[t.id, t.kind, t.charter, t.face] for t in c.trains]] for c in _all_companies(v)]
    return [owned, [[w.kind, w.price, w.left, w.pool, w.count, w.on_sale, w.rusts, w.trade_in] for w in v.trains]]


def privates(v: View) -> Any:
    """Private companies, and bids for them."""
    return [[p.id, p.cost, p.revenue, p.owner, sorted([b.seat, b.amount] for b in p.bids)] for p in v.privates]


def tiles(v: View) -> Any:
    """The map, and the tiles that are left."""
    places = [
        [
            h.id,
            h.tile,
            h.rotation,
            h.color,
            h.cost,
            h.fee,
            sorted(h.signs),
            h.blocked_by,
            [list(one) for one in h.track],
        ]
        for h in v.hexes
    ]
    return [places, [[t.name, t.left] for t in v.tiles]]


def stops(v: View) -> Any:
    """Cities and towns: what they pay, and whose markers stand there."""
    return [
        [s.id, s.slots, s.revenue, [[m.company, m.slot, m.beside] for m in s.markers], sorted(s.reserved.items())]
        for h in v.hexes
        for s in h.stops
    ]


def when(v: View) -> Any:
    """Phase and round, and the end."""
    return [v.phase, v.clock.turn, v.clock.round, v.clock.number, v.clock.of, ending(v)]


def waiting(v: View) -> Any:
    """Who must decide, and what is owed."""
    return [sorted(d.seat for d in v.decisions), [f.amount for f in v.agenda if f.amount]]


def open_matters(v: View) -> Any:
    """Offers, and shares whose sale is not settled."""
    return [
        [[o.by, o.verb, sorted(o.args.items()), sorted(o.needs), sorted(o.given)] for o in v.offers],
        [[lot.seller, lot.company, lot.units, lot.price, lot.rescuer] for lot in v.lots],
    ]


SECTIONS: tuple[Callable[[View], Any], ...] = (
    money,
    holdings,
    players,
    prices,
    companies,
    trains,
    privates,
    tiles,
    stops,
    when,
    waiting,
    open_matters,
)
"""In the order in which their digests are stored."""


def lookers(game: Game) -> list[View]:
    """The game as spectators see it, and as each seat does."""
    return [view(game, looker) for looker in (None, *(seat.id for seat in game.state.players))]


def digests(game: Game, digits: int = SHORT) -> str:
    """One digest a section of what all lookers see, one after another."""
    seen = lookers(game)
    return "".join(_digest([section(one) for one in seen], digits) for section in SECTIONS)


def state_digest(game: Game) -> str:
    """A digest of the encoded state."""
    return hashlib.sha256(game.encode()).hexdigest()[:LONG]


def differing(expected: str, found: str, digits: int = SHORT) -> list[str]:
    """The sections in which two rows of digests differ."""
    width = range(0, len(SECTIONS) * digits, digits)
    return [
        section.__name__
        for section, start in zip(SECTIONS, width, strict=True)
        if expected[start : start + digits] != found[start : start + digits]
    ]


def _digest(facts: Any, digits: int) -> str:
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:digits]
