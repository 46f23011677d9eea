"""What everybody may see of the things that only 1870 remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.parts import Mark
from engine.core.position import Position
from engine.family.auction import unsold
from engine.titles.t1870.auction import price_of
from engine.titles.t1870.build import BRIDGE
from engine.titles.t1870.market import reissue_account
from engine.titles.t1870.own import own
from engine.titles.t1870.powers import CATTLE, PORT


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """Destinations, reissues, private companies' tokens, and the current cost of the cheapest private company."""
    mine = own(p)
    marks: dict[str, list[Mark]] = {}
    for company in p.d.companies:
        marks[company] = [
            Mark(what)
            for what, holders in (
                ("connected", mine.connected),
                ("doubled", mine.doubled),
                ("reissued", mine.reissued),
                ("reissued now", mine.reissuers),
                ("redeemed now", mine.redeemers),
            )
            if company in holders
        ]
        waiting = p.s.cash.get(reissue_account(company), 0)
        if waiting:
            # Everybody may see it, like the sales it comes from: only the treasury is its president's own business.
            marks[company].append(Mark("to be paid", waiting))
    for private in unsold(p):
        marks[f"private {private}"] = [Mark("price", price_of(p, private))]
    if mine.bridge:
        marks.setdefault(f"private {BRIDGE}", []).append(Mark(f"discount {mine.bridge}"))
    for private, owner in ((PORT, mine.port_owner), (CATTLE, mine.cattle_owner)):
        if owner:
            marks.setdefault(owner, []).append(Mark("token", of=(private,)))
    return marks
