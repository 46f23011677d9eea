"""1889 put together: its sheets, and its differences from the family's rules."""

from __future__ import annotations

from functools import partial

from msgspec import structs

from engine.board.markers import stop_def
from engine.box import sections_of
from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.family import auction, emergency, operating, standard, stock
from engine.family.by_frame import ByFrame
from engine.family.dividend import Dividend
from engine.family.price_moves import sold_out_rise
from engine.finance import shares
from engine.finance.bank import breaks_at_zero
from engine.finance.market import straight_up
from engine.routes import Problem, Stop
from engine.title import BankRules, BuildRules, OperatingRules, SaleRules, StockRules, Title
from engine.titles.t1889 import powers, script
from engine.titles.t1889.own import OPTIONS, Own1889


class Sell(stock.Sell):
    """Sell before or after the purchase; the price falls at once."""

    at_once = True


def block_refusal(p: Position, seller: str, company: str, units: int) -> Refusal | None:
    """In need no company changes its president."""
    left = shares.units_at(p, seller, company) - units
    if operating.turn(p) is None or shares.president(p, company) != seller:
        return None
    if not shares.successor(p, company, left, seller):
        return None
    why = because("{company} would get another president, which is not allowed in need", company=company)
    return Refusal(why, p.title.sections["forced sale"])


def problem(p: Position, company: str, asked: Problem) -> Problem:
    """Only D trains earn the third value of a red place; the others go on earning the second."""
    if p.d.phases[p.s.phase].offboard != "gray":
        return asked
    kinds = [p.s.trains[train.id].kind for train in asked.trains]
    return structs.replace(asked, stops=tuple(_by_train(p, stop, kinds) for stop in asked.stops))


def _by_train(p: Position, stop: Stop, kinds: list[str]) -> Stop:
    printed = stop_def(p, stop.id).revenue
    if not isinstance(printed, dict):
        return stop
    return structs.replace(stop, values=tuple(printed["gray" if kind == "D" else "brown"] for kind in kinds))


STEPS = standard.STEPS[1:]
"""Homes are placed at the start of each round."""

TITLE = Title(
    id="1889",
    name="1889: History of Shikoku Railways",
    players=(2, 6),
    options=OPTIONS,
    define=script.define,
    own=Own1889,
    begin=script.begin,
    frames={**standard.FRAMES, **script.FRAMES, **powers.FRAMES},
    verbs={
        **standard.VERBS,
        **auction.VERBS,
        **powers.VERBS,
        "sell": ByFrame(Sell(), emergency.EmergencySale()),
        "dividend": Dividend(("full", "withhold")),
    },
    sections=sections_of("1889"),
    auction=script.AUCTION,
    bank=BankRules(after_paying=breaks_at_zero),
    sale=SaleRules(block_refusal=block_refusal),
    stock=StockRules(round_ended=partial(sold_out_rise, rise=straight_up)),
    build=BuildRules(tile_refusal=powers.tile_refusal, cost=powers.cost),
    operating=OperatingRules(
        steps=STEPS,
        round_begins=script.round_begins,
        order=script.order,
        problem=problem,
        phase_begins=powers.phase_begins,
        dividend_to_company=shares.POOL,
    ),
    powers=powers.POWERS,
    marks=powers.marks,
    words="engine.titles.t1889",
    currency="¥{}",
)
