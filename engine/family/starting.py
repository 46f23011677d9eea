"""Starting a company: its par value and its price marker, and the question for a par that goes with a purchase."""

from __future__ import annotations

from engine.agenda import FrameRule
from engine.finance import prices
from engine.finance.market import Box
from engine.position import Position
from engine.roles import who
from engine.state import AnyFrame, Ask
from engine.verbs import Got, Plain, Values

RULE = "first_par"


def pars_for(p: Position, company: str) -> tuple[Box, ...]:
    """Boxes where a company may start: those of its own market."""
    return p.d.market.pars_of(p.d.companies[company].market)


def start_company(p: Position, player: str, company: str, par: int) -> None:
    """Set par value and price marker of a new company."""
    box = next(box for box in pars_for(p, company) if box.price == par)
    p.company(company).par = par
    prices.place(p, company, box)
    p.emit("started", player=player, company=company, price=par)


# --- whoever has come by a president's certificate is asked for the par


def ask_for_par(p: Position, player: str, company: str) -> None:
    """The question comes before anything else."""
    p.push(Ask(rule=RULE, role=player, about=[company]))


def _company(frame: AnyFrame) -> str:
    assert isinstance(frame, Ask)
    return frame.about[0]


def _deciders(p: Position, frame: AnyFrame) -> list[str]:
    assert isinstance(frame, Ask)
    return [] if p.company(_company(frame)).par else [who(p, frame.role)]


def _done(p: Position, frame: AnyFrame) -> None:
    p.pop()


FRAMES = {RULE: FrameRule(advance=_done, deciders=_deciders, verbs=("set_par",))}


class SetPar(Plain):
    """Set the par value of a company whose president's certificate one has come by."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """The par."""
        return ("price",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Boxes where the company may start."""
        return tuple(box.price for box in p.title.stock.pars(p, _company(p.top)))

    def do(self, p: Position, seat: str, args: Got) -> None:
        """The company is started, and floats if enough of it is sold."""
        company = _company(p.top)
        start_company(p, seat, company, int(args["price"]))
        p.title.stock.after_purchase(p, company)


VERBS = {"set_par": SetPar()}
