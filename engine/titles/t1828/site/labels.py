"""The site's names for certificates and trains of 1828; a system's certificates are numbered from the start."""

from __future__ import annotations

from engine.core.position import Position
from engine.exchange.site_labels import Labels
from engine.finance import shares
from engine.titles.t1828.site.names import PRINTED, ours

OWN_TRAIN = "2-1"
"""The Cobourg & Peterborough's."""


class Labels1828(Labels):
    """Named certificates; a company's names are those of its system once it has one."""

    def __init__(self, p: Position) -> None:
        super().__init__(p, PRINTED)
        for cert, place in p.s.certs.items():
            if place.startswith("with:"):
                company, _, number = cert.rpartition(".")
                self.move([f"{company}_{number}"], place)

        self.sold.add(OWN_TRAIN)

    def copies(self, kind: str) -> range:
        """The Cobourg & Peterborough's train is one of them."""
        usual = super().copies(kind)
        return range(usual.stop + (kind == OWN_TRAIN.partition("-")[0]))

    def our_kind(self, kind: str) -> str:
        """Our name of a kind of train."""
        return ours(kind)

    def merge(self, stays: str, goes: str) -> None:
        """The certificates of a system lie in order; those of the other company are gone."""
        for company, place in ((stays, shares.IPO), (goes, "gone")):
            count = len(self.p.d.certs_of[company])
            self.move([f"{company}_{number}" for number in range(count)], place)
