"""18Chesapeake as 18xx.games plays it."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import Refusal
from engine.core.parts import no_more
from engine.core.position import Position
from engine.core.state import Run
from engine.family import as_on_site, emergency, falling, rounds
from engine.family.choices import Purchase
from engine.family.rounds import GAME
from engine.family.stock import Buy as FamilyBuy
from engine.family.stock import act_for_priority, remember, turn_of
from engine.finance import bank
from engine.overlay import Overlay, site_first
from engine.titles.t18Chesapeake import stock
from engine.titles.t18Chesapeake.pairs import PAIRS
from engine.titles.t18Chesapeake.title import SCRIPT, TITLE, train_leaves


def opening(p: Position, frame: Run) -> bool:
    """When all pass after the first private company is sold, a train leaves, too."""
    paid = bool(frame.subject) and p.s.privates["D&R"] != "sale"
    goes_on = falling.opening(p, frame)
    if paid and goes_on:
        train_leaves(p)
    return goes_on


def track_waits(p: Position, frame: Run) -> bool:
    """Until a tile is laid, and as long as the company has an unused pair of tiles, or could buy one from a player."""
    company, may_buy = frame.subject, p.d.phases[p.s.phase].private_sales
    for law in PAIRS.values():
        owner, least = p.s.privates[law.private], -(-p.d.privates[law.private].cost // 2)
        for_sale = may_buy and owner in p.seats and p.s.cash[company] >= least
        if (owner == company or for_sale) and not any(hex_id in p.board.tiles for hex_id in law.hexes):
            return True
    return as_on_site.track_waits(p, frame)


class Buy(stock.Buy):
    """For two players the only share in the market leaves the game instead of being bought."""

    def refuse(self, p: Position, seat: str, got: Purchase) -> Refusal | None:
        """It is the turn's purchase all the same."""
        return FamilyBuy.refuse(self, p, seat, got)

    def do(self, p: Position, seat: str, args: Purchase) -> None:
        """Nobody pays for it."""
        if not stock.takes_the_last(p, seat, args):
            super().do(p, seat, args)
            return
        remember(turn_of(p), "bought", on=args.company, by=args.from_)
        act_for_priority(p, seat)
        stock.remove(p, seat, args.company)


HOME, TRACK, *AFTER = as_on_site.steps(TITLE.operating.steps, no_more)

OVERLAY = Overlay(
    native=TITLE,
    title=replace(
        TITLE,
        options=site_first(TITLE.options, {"runs": "free"}),
        verbs={**TITLE.verbs, "buy": Buy()},
        bank=replace(TITLE.bank, after_paying=bank.stays_whole),
        frames={
            **TITLE.frames,
            GAME: rounds.game(replace(SCRIPT, opening=opening)),
            emergency.RULE: as_on_site.in_need(TITLE.operating.any_time),
        },
        operating=replace(
            TITLE.operating,
            steps=(HOME, replace(TRACK, waits=track_waits), *AFTER),
            help_for_any_train=True,
        ),
    ),
    readings=(),
)
