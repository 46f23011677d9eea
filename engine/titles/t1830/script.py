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
from engine.family.with_private import comes_with

CAMDEN, PENNSYLVANIA = "CA", "PRR"
BALTIMORE, COMPANY = "BO", "B&O"


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game, with the certificates that come with two private companies."""
    lay_table(p)
    p.s.certs[p.d.certs_of[PENNSYLVANIA][1]] = f"with:{CAMDEN}"
    p.s.certs[p.d.certs_of[COMPANY][0]] = f"with:{BALTIMORE}"
    p.push(Run(rule=GAME))


AUCTION = AuctionRules(price=falling.price_of, bought=comes_with, order=auction.lowest_first)
FRAMES = {**auction.FRAMES, **starting.FRAMES, GAME: game(Script(falling.opening))}
VERBS = {**auction.VERBS, **starting.VERBS}
