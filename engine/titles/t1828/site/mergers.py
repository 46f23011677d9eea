"""1828 of 18xx.games: how the site merges two companies differently (7.5)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Marker, Trial
from engine.core.trial import Asker, Need, Outcome, preview
from engine.family import stock
from engine.overlay import on
from engine.titles.t1828 import merger
from engine.titles.t1828.market import merged_price
from engine.titles.t1828.site.certificates import CertificateTrading
from engine.titles.t1828.site.hopes import hoped_for, strict
from engine.titles.t1828.trading import Trading


class Merger(merger.Merger):
    """Shares are traded by certificates; a marker removed from a hex of two cities is lost."""

    def trading(self, p: Position, args: Mapping[str, str], ask: Asker) -> Trading:
        """Certificate by certificate."""
        if not on(p, "merger_trades"):
            return super().trading(p, args, ask)
        stays, goes = args["stays"], args["goes"]
        return CertificateTrading(p, ask, stays, goes, merged_price(p, stays, goes).price)

    def of_one_city(self, p: Position, one: Marker, other: Marker, goes: str) -> Marker:
        """That of the company that goes, except its home."""
        home = other.stop in p.d.map.homes[goes]
        return one if home or not on(p, "removed_marker") else other

    def returns(self, p: Position, one: Marker, other: Marker) -> bool:
        """Only one of two in the same city."""
        return one.stop == other.stop or not on(p, "removed_marker")


MERGER = Merger()


def failed(p: Position, frame: Trial, why: Refusal) -> None:
    """A failed merger counts as the turn's purchase."""
    if not on(p, "failed_merger"):
        merger.failed(p, frame, why)
        return
    stock.remember(stock.turn_of(p), "bought", by=merger.MERGED)
    stock.act_for_priority(p, frame.args["by"])


class Merge(merger.Merge):
    """Companies that have operated merge with each other, those that have not with each other."""

    def pair_refusal(self, p: Position, seat: str, stays: str, goes: str) -> Refusal | None:
        """Only where somebody holds so much of both that they could direct the system."""
        refusal = super().pair_refusal(p, seat, stays, goes)
        if refusal or not goes or not strict(p) or hoped_for(p, stays, goes):
            return refusal
        return Refusal(
            because("nobody holds six shares of {stays} and {goes} together", stays=stays, goes=goes), "7.5.1"
        )

    def is_old(self, p: Position, company: str) -> bool:
        """Has the company operated?"""
        return p.company(company).turns > 0 if on(p, "merger_forms") else super().is_old(p, company)


def foresee(p: Position, stays: str, goes: str, by: str, answers: Mapping[str, str]) -> Outcome:
    """The result of a merger with the answers known so far: a position, a question, or a failure."""
    return preview(p, MERGER, {"stays": stays, "goes": goes, "by": by}, answers)


def midway(p: Position, frame: Trial) -> tuple[Position, Trading]:
    """How far a merger that waits for an answer has got."""
    copy = p.fork()
    copy.pop()
    trading = MERGER.trading(copy, frame.args, Asker(copy, frame.answers))
    with suppress(Need):
        MERGER.trade(copy, frame.args, trading)
    return copy, trading
