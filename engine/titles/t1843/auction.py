"""The auction of the private companies: prices that fall, and what comes with two of them (6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agenda import FrameRule
from engine.family import auction
from engine.family.auction import AuctionRules, bids_on, printed_cost
from engine.family.starting import start_company
from engine.finance import shares
from engine.position import Position
from engine.state import AnyFrame, Ask
from engine.titles.t1843.define import MARKET
from engine.titles.t1843.own import own
from engine.verbs import Got, Plain, Values

BOULOGNE, LYON = "BA", "LM"
ETA, PLM = "ETA", "PLM"


def price_of(p: Position, private: str) -> int:
    """Face value, less what it has lost by general passing (6.2)."""
    return printed_cost(p, private) - own(p).cuts.get(private, 0)


def _bought(p: Position, private: str, player: str) -> None:
    """A share of the ETA; the PLM's director's certificate, whose par is set at once (6.3, 10.2)."""
    found = [cert for cert, place in p.s.certs.items() if place == f"with:{private}"]
    shares.move(p, found, player)
    if private == LYON:
        p.push(Ask(rule="first_par", role=player, about=[PLM]))


def _order(p: Position, private: str, after: str) -> list[str]:
    """From the lowest bid up (6.2)."""
    bids = bids_on(p, private)
    return sorted((player for player in bids if player != after), key=lambda player: bids[player])


RULES = AuctionRules(multiple=5, price=price_of, bought=_bought, order=_order)


# --- the PLM's par


def _deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Ask)
    return [] if p.company(frame.about[0]).par else [frame.role]


def _verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    return ("set_par",)


def _set(p: Position, frame: AnyFrame) -> None:
    p.pop()


class SetPar(Plain):
    """Set the par value of the company whose director's certificate has been bought."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """The par."""
        return ("price",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """A yellow or a green one, whatever the phase (6.3)."""
        return (*MARKET.pars["yellow"], *MARKET.pars["green"])

    def do(self, p: Position, seat: str, args: Got) -> None:
        """The company is started."""
        assert isinstance(p.top, Ask)
        start_company(p, seat, p.top.about[0], int(args["price"]))


FRAMES = {**auction.FRAMES, "first_par": FrameRule(advance=_set, deciders=_deciders, verbs=_verbs)}

VERBS = {**auction.VERBS, "set_par": SetPar()}
