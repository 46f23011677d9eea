"""1830 of 18xx.games: what the site plays differently in this game alone."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from engine.board.map import map_def
from engine.core.definition import Definition
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Run
from engine.core.verbs import Text, Values
from engine.family.as_on_site import BrownPurchases, PurchaseWithShare, ShareAgain, own_tile_waits
from engine.family.for_share import ExchangeForShare
from engine.finance import shares
from engine.titles.t1830 import powers, title
from engine.titles.t1830.script import BALTIMORE, CAMDEN, PENNSYLVANIA

GULF = ("I1", "J2")
"""One place by the printed map, two on the site."""


def define(options: dict[str, str]) -> Definition:
    """The Gulf's hexes are a place each."""
    printed = title.define(options)
    sheets = {hex_id: place.sheet for hex_id, place in printed.map.hexes.items()}
    return replace(printed, map=map_def(sheets | {at: structs.replace(sheets[at], group="") for at in GULF}))


class Buy(BrownPurchases, title.Buy):
    """With the option, several shares also from the IPO."""


class BuyInTurn(ShareAgain):
    """The Camden & Amboy brings its share again, which must be in the pool; the Baltimore & Ohio stays where it is."""

    private, company = CAMDEN, PENNSYLVANIA
    places = (shares.POOL,)

    def values(self, p: Position, seat: str, got: PurchaseWithShare, slot: str) -> Values:
        """The site's share may be another one than ours: the purchase is offered when ours is in the pool as well."""
        if slot != "share":
            return super().values(p, seat, got, slot)
        there = p.s.certs[p.d.certs_of[PENNSYLVANIA][1]] == shares.POOL
        return Text(there, lambda: self.places if there else ())

    def refuse(self, p: Position, seat: str, got: PurchaseWithShare) -> Refusal | None:
        """Any other."""
        if "private" in got and got.private == BALTIMORE:
            return Refusal(because("{private} cannot be bought", private=BALTIMORE), "private companies")
        return super().refuse(p, seat, got)


BUY_IN_TURN = BuyInTurn()


class Exchange(ExchangeForShare):
    """The Mohawk & Hudson may bring as much of the NYC as a player may hold anyway."""

    def bound(self, p: Position) -> int:
        """All of it in orange and brown."""
        return p.title.holding.most_units(p, powers.NEW_YORK)


def private_waits(p: Position, frame: Run) -> bool:
    """The owner of the Champlain & St. Lawrence is asked until its tile is laid."""
    return own_tile_waits(p, frame.subject, powers.CHAMPLAIN)
