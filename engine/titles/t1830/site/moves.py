"""1830 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_labels import Labels
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState

OWN_HEX = {
    ("CS", "lay_tile"): "burlington",
    ("DH", "lay_tile"): "scranton",
    ("DH", "place_token"): "scranton_station",
}
"""Private company that acts and what it does -> our verb."""


class Moves1830(SiteMoves[Labels, SiteState[Labels]]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = OWN_HEX
