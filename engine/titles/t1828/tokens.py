"""Station markers in 1828: one in a hex, none at the coalfields (8.3.2)."""

from __future__ import annotations

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.family import operating, tokens
from engine.family.choices import OneCity
from engine.titles.t1828.coal import STOP


class Token(tokens.Token):
    """Place a station marker."""

    def refuse(self, p: Position, seat: str, got: OneCity) -> Refusal | None:
        """The usual rules, and these two."""
        if "city" in got and got.city == STOP:
            return Refusal("no station marker may be placed at the Virginia Coalfields", "8.3.2")
        refusal = super().refuse(p, seat, got)
        if refusal or "city" not in got:
            return refusal
        return tokens.station_refusal(p, operating.operator(p), got.city)
