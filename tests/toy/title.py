"""The toy put together: what it answers otherwise than the family does."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Struct

from engine.core import answer, powers
from engine.core.position import Position
from engine.core.powers import Power
from engine.core.sections import Sections
from engine.core.state import Run
from engine.family import passing, standard
from engine.family.dividend import Dividend
from engine.family.leaving import Concede, may_concede
from engine.family.operating import Step
from engine.title import BuildRules, OperatingRules, Option, SaleRules, StockRules, Title
from engine.titles import register
from tests.toy import merger, privates, rescue, rounds
from tests.toy.define import define


class OwnToy(Struct, kw_only=True):
    """What only the toy remembers."""

    letters: int = 0
    """How often the mail has paid."""


def enter_dividend(p: Position, frame: Run) -> None:
    """The ferry has no shares: its income is divided as rule 3 says."""
    if frame.subject == privates.FERRY:
        privates.ferry_pays(p, frame)
    else:
        standard.enter_dividend(p, frame)


STEPS = (
    standard.HOME,
    Step("track", verbs=("lay", "skip")),
    standard.TOKEN,
    standard.RUN,
    replace(standard.DIVIDEND, enter=enter_dividend),
    Step("train", verbs=("buy_train", "sell", "bankrupt", "skip")),
    Step("merger", verbs=("merge", "skip")),
    standard.END,
)


def bankrupt(p: Position, player: str, company: str) -> None:
    """A player who cannot pay leaves; the others play on."""
    p.emit("bankrupt", player=player, company=company)
    rounds.left(p, player, "bankrupt")


SECTIONS: Sections = {
    "auction": "1",
    "turn": "2",
    "order": "2",
    "sale": "5",
    "sold": "5",
    "buy": "2",
    "start": "9",
    "pool": "5",
    "certificates": "2",
    "share": "2",
    "presidency": "5",
    "no tile": "9",
    "fit": "9",
    "upgrade": "9",
    "phase": "9",
    "supply": "9",
    "edge": "9",
    "reach": "9",
    "cost": "9",
    "token": "9",
    "route": "9",
    "length": "9",
    "best run": "9",
    "dividend": "9",
    "train": "6",
    "train limit": "7.5",
    "treasury": "10",
    "money": "6",
    "duty": "6",
    "forced sale": "6",
    "bankrupt": "6",
    "private": "1",
}

TITLE = Title(
    id="toy",
    name="The toy that bends every seam",
    players=(2, 4),
    options=(Option("length", ("short", "long"), "How many sets of operating rounds."),),
    define=define,
    own=OwnToy,
    begin=rounds.begin,
    frames={**standard.FRAMES, **rounds.FRAMES, **powers.FRAMES, **merger.FRAMES, **rescue.FRAMES},
    verbs={
        **standard.VERBS,
        **answer.VERBS,
        **powers.VERBS,
        "dividend": Dividend(("full", "withhold")),
        "merge": merger.Merge(),
        "rescue": rescue.Rescue(),
        "let_fall": rescue.LetFall(),
        "mail": privates.Mail(),
        "concede": Concede(rounds.left),
    },
    sections=SECTIONS,
    sale=SaleRules(rescuer=rescue.rescuer, settle_lot=rescue.settle_lot, fall=rescue.fall),
    stock=StockRules(after_purchase=rounds.may_float, next_order=passing.by_passing),
    build=BuildRules(allowance=rounds.allowance),
    operating=OperatingRules(
        steps=STEPS,
        any_time=(),
        between_turns=rounds.between_turns,
        bankrupt=bankrupt,
        order=privates.order,
    ),
    powers=(privates.POWER, Power("concede", may_concede)),
    words="tests.toy",
)

register(TITLE)
