"""What everybody may see of the things that only 1828 remembers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.parts import Mark
from engine.core.position import Position
from engine.titles.t1828.own import own


def marks(p: Position, seat: str) -> Mapping[str, Sequence[Mark]]:
    """Coal markers."""
    return {company: [Mark("coal marker")] for company in own(p).coal}
