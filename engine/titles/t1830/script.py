"""The course of 1830: the auction, then stock rounds and sets of operating rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.parts import Mark
from engine.core.position import Position
from engine.core.state import Run
from engine.family import auction, operating, starting
from engine.family.auction import AuctionRules, printed_cost, unsold
from engine.family.ending import finish
from engine.family.rounds import GAME, Script, game
from engine.family.setup import lay_table
from engine.finance import shares
from engine.titles.t1830.own import own

CAMDEN, PENNSYLVANIA = "CA", "PRR"
BALTIMORE, COMPANY = "BO", "B&O"
CUT = 5


def begin(p: Position, setup: Mapping[str, Any]) -> None:
    """Set up the game, with the certificates that come with two private companies."""
    lay_table(p)
    p.s.certs[p.d.certs_of[PENNSYLVANIA][1]] = f"with:{CAMDEN}"
    p.s.certs[p.d.certs_of[COMPANY][0]] = f"with:{BALTIMORE}"
    p.push(Run(rule=GAME))


def price_of(p: Position, private: str) -> int:
    """The printed price, less the reductions of the first private company."""
    return printed_cost(p, private) - (own(p).price_cut if private == next(iter(p.d.privates)) else 0)


def _bought(p: Position, private: str, player: str) -> None:
    """A share of the Pennsylvania; the Baltimore & Ohio's president's certificate, whose par is set at once."""
    shares.move(p, [cert for cert, place in p.s.certs.items() if place == f"with:{private}"], player)
    if private == BALTIMORE:
        starting.ask_for_par(p, player, COMPANY)


def _opening(p: Position, frame: Run) -> bool:
    """The auction runs until all are sold; each time that all pass, the cheapest gets cheaper or all pay."""
    left = unsold(p)
    if not left:
        return False
    if frame.subject and left[0] == next(iter(p.d.privates)):
        own(p).price_cut += CUT
        p.emit("cheaper", private=left[0], amount=CUT)
    elif frame.subject:
        p.emit("round", round="privates", number=1)
        operating.pay_privates(p)
        if p.s.broken:
            finish(p, "bank")
            return True
    frame.subject = p.s.priority
    p.s.clock.round = "initial"
    p.emit("round", round="initial", number=1)
    p.push(Run(rule=auction.RULE, subject=frame.subject))
    return True


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """The current cost of the cheapest private company."""
    return {f"private {private}": [Mark("price", price_of(p, private))] for private in unsold(p)}


AUCTION = AuctionRules(price=price_of, bought=_bought, order=auction.lowest_first)
FRAMES = {**auction.FRAMES, **starting.FRAMES, GAME: game(Script(_opening))}
VERBS = {**auction.VERBS, **starting.VERBS}
