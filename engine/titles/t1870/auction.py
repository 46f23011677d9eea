"""The initial stock round: what comes with the Frisco and the Katy, and the falling price of the cheapest (5.7)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import auction, starting
from engine.family.auction import AuctionRules, printed_cost
from engine.family.with_private import hand_over
from engine.finance import shares
from engine.titles.t1870.own import own

FRISCO, KATY = "SLSF", "MKT"


def price_of(p: Position, private: str) -> int:
    """The printed cost, less the reductions when everybody passed."""
    cut = own(p).price_cut if private == next(iter(p.d.privates)) else 0
    return printed_cost(p, private) - cut


def no_private_company() -> Refusal:
    """The Frisco's certificate is sold among the private companies and is none itself (5.7)."""
    return Refusal(because("{private} is no private company", private=FRISCO), "5.7")


def _bought(p: Position, private: str, player: str) -> None:
    """The Frisco's certificate is the whole private company; the Katy comes with a share."""
    if private == FRISCO:
        p.s.privates[private] = "closed"
        shares.move(p, [p.d.certs_of[FRISCO][0]], player)
    if private == KATY:
        hand_over(p, private, player)


def _acted(p: Position, private: str, player: str) -> None:
    """The last player to buy or bid begins the next initial round."""
    own(p).last_bidder = player


def _resolved(p: Position) -> None:
    """The buyer of the Frisco sets its par."""
    chief = p.d.certs_of[FRISCO][0]
    if p.s.certs[chief] in p.seats and not p.company(FRISCO).par:
        starting.ask_for_par(p, p.s.certs[chief], FRISCO)


RULES = AuctionRules(price=price_of, bought=_bought, acted=_acted, resolved=_resolved)


FRAMES = {**auction.FRAMES, **starting.FRAMES}

VERBS = {**auction.VERBS, **starting.VERBS}
