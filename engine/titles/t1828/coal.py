"""The Virginia Coalfields, their tunnel, and the coal markers that give access to them (14.3.1, 16)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board.network import reach_of
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Choices, Plain
from engine.family import homes, operating, running
from engine.finance import money
from engine.routes import Refused, Route
from engine.titles.t1828.own import own

FIELDS, TUNNEL = "K11", "K13"
STOP = "K11/c0"
SIGN = "coal"
COST = 120


def lay_out(p: Position) -> None:
    """Two markers on the coalfields, one on the tunnel (4)."""
    p.board.signs = {FIELDS: [SIGN, SIGN], TUNNEL: [SIGN]}


def barred(p: Position, builder: str) -> frozenset[str]:
    """A company without a coal marker neither runs to the coalfields nor through them (15.2)."""
    return frozenset() if builder in own(p).coal else frozenset((STOP,))


def give_back(p: Position) -> None:
    """A surplus marker goes back to the coalfields."""
    p.board.signs.setdefault(FIELDS, []).append(SIGN)


def laid(p: Position, hex_id: str, first: bool) -> None:
    """The marker in the tunnel, and the family's question about homes."""
    tunnel_laid(p, hex_id)
    homes.laid(p, hex_id, first)


def tunnel_laid(p: Position, hex_id: str) -> None:
    """The company that lays the tunnel gets its marker, unless it has one or may not have any (14.3.1.2)."""
    if hex_id != TUNNEL or not p.board.signs.get(TUNNEL):
        return
    p.board.signs[TUNNEL].remove(SIGN)
    company = operating.operator(p)
    if p.d.is_company(company) and company not in own(p).coal:
        _take(p, company, "tunnel")
    else:
        give_back(p)
    p.board_changed()


def _take(p: Position, company: str, why: str) -> None:
    own(p).coal.append(company)
    p.board_changed()
    p.emit("coal", company=company, why=why, amount=COST)


class RunTrains(running.RunTrains):
    """Run the company's trains; what keeps it from a stop is always the lack of a coal marker."""

    def broken(self, p: Position, refused: Refused, routes: Sequence[Route]) -> Refusal:
        """Without a coal marker no route touches the coalfields (15.2)."""
        if refused.broken == "barred":
            company = self.runner(p)
            why = because("{company} has no coal marker and may not run to the Virginia Coalfields", company=company)
            return Refusal(why, "15.2")
        return super().broken(p, refused, routes)


class BuyCoal(Plain[Choices]):
    """Buy a coal marker from the coalfields, at any time in the company's turn."""

    def refuse(self, p: Position, seat: str, got: Choices) -> Refusal | None:
        """One per company; needs a connection, a marker left and the money."""
        company = operating.operator(p)
        if not p.d.is_company(company):
            return Refusal("only public companies and systems may own coal markers", "16.1")
        if company in own(p).coal:
            return Refusal(because("{company} already has a coal marker", company=company), "16.1")
        if not p.board.signs.get(FIELDS):
            return Refusal("no coal marker is left at the coalfields", "16.1")
        if not reach_of(p, company).comes_to(STOP):
            return Refusal(because("{company} cannot reach the Virginia Coalfields", company=company), "16.1")
        return money.short(p, company, COST, "16.1")

    def do(self, p: Position, seat: str, args: Choices) -> None:
        """Pay, and take it."""
        company = operating.operator(p)
        money.pay(p, company, money.BANK, COST)
        p.board.signs[FIELDS].remove(SIGN)
        _take(p, company, "bought")
