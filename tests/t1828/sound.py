"""What must hold in 1828 after every move, beside balanced books: coal, markers, shells, shares, directors."""

from __future__ import annotations

from collections import Counter

from engine import Game
from engine.board import markers
from engine.core.position import Position
from engine.family.trains import limit, on_charter
from engine.finance import shares

COAL_MARKERS = 3
MOST_IN_OFFERING = 4
"""Tenths with which a company has floated (7.4)."""


def assert_sound(game: Game) -> None:
    """Assert all of it."""
    p = game.position()
    _coal(p)
    _markers(p)
    for symbol in p.d.companies:
        if not p.company(symbol).closed:
            _company(p, symbol)


def _coal(p: Position) -> None:
    """Three markers, at most one a company (16.1)."""
    owners = p.s.own.coal
    lying = [sign for hex_id in ("K11", "K13") for sign in p.s.board.signs.get(hex_id, ())]
    assert len(set(owners)) == len(owners)
    assert len(owners) + len(lying) == COAL_MARKERS, f"coal of {owners}, on the map {lying}"


def _markers(p: Position) -> None:
    """One of a company in a hex, one in a space, and every one in a space that there is (8.3.2)."""
    found = p.s.board.markers
    hexes = Counter((marker.company, marker.stop.split("/")[0]) for marker in found if marker.company)
    assert all(count == 1 for count in hexes.values()), hexes.most_common(1)
    spaces = Counter((marker.stop, marker.slot) for marker in found)
    assert all(count == 1 for count in spaces.values()), spaces.most_common(1)
    for marker in found:
        assert 0 <= marker.slot < markers.stop_def(p, marker.stop).slots, marker


def _company(p: Position, symbol: str) -> None:
    """A company or system that is in the game."""
    facts = p.company(symbol)
    parts = [symbol, *(other for other in p.d.companies if p.company(other).into == symbol)]
    there = sum(marker.company == symbol for marker in p.s.board.markers)
    printed = sum(len(p.d.companies[part].markers) for part in parts)
    # A marker of a system may have made way for a blocking one that stays on the map (7.5.2 step 3).
    assert there + len(facts.markers) == printed or (len(parts) > 1 and there + len(facts.markers) < printed), symbol
    if not any(frame.rule.startswith("discard") for frame in p.s.agenda):
        assert all(len(on_charter(p, shell)) <= limit(p) for shell in facts.charters), f"{symbol}: too many trains"
    held = Counter[str]()
    for cert in p.d.certs_of[symbol]:
        held[p.s.certs[cert]] += p.d.certs[cert].units
    assert held.total() == 10, held
    assert held[symbol] == (len(parts) > 1), f"{symbol} holds {held[symbol]} of itself"
    if facts.par:
        assert facts.floated == (held[shares.IPO] <= MOST_IN_OFFERING), f"{symbol}: {held}"
        director = shares.president(p, symbol)
        assert director and held[director] == max(held[player] for player in p.seats), f"{symbol}: {held}"
