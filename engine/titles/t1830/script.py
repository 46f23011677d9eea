"""The course of 1830: the auction, then stock rounds and sets of operating rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.position import Position
from engine.core.state import Run
from engine.family import auction, falling, starting
from engine.family.auction import AuctionRules
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import shares

CAMDEN, PENNSYLVANIA = "CA", "PRR"
BALTIMORE, COMPANY = "BO", "B&O"


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game, with the certificates that come with two private companies."""
    lay_table(p)
    p.s.certs[p.d.certs_of[PENNSYLVANIA][1]] = f"with:{CAMDEN}"
    p.s.certs[p.d.certs_of[COMPANY][0]] = f"with:{BALTIMORE}"
    p.push(Run(rule=GAME))


def _bought(p: Position, private: str, player: str) -> None:
    """A share of the Pennsylvania; the Baltimore & Ohio's president's certificate, whose par is set at once."""
    shares.move(p, [cert for cert, place in p.s.certs.items() if place == f"with:{private}"], player)
    if private == BALTIMORE:
        starting.ask_for_par(p, player, COMPANY)


AUCTION = AuctionRules(price=falling.price_of, bought=_bought, order=auction.lowest_first)
FRAMES = {**auction.FRAMES, **starting.FRAMES, GAME: game(Script(falling.opening))}
VERBS = {**auction.VERBS, **starting.VERBS}
