"""1889 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState
from engine.titles.t1889.powers import EHIME, FERRY

MORE = "Beg"
"""What the site writes before the numbers of the tiles that only the beginner's game has."""


class State1889(SiteState[Labels]):
    """The state in the site's terms."""

    def kind_name(self, kind: str) -> str:
        """One private company has another sign."""
        return "TR" if kind == "TER" else kind


class Moves1889(SiteMoves[Labels, State1889]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {(EHIME, "lay_tile"): "ohzu", (FERRY, "lay_tile"): "port"}
    passes: ClassVar[Mapping[str, str]] = {**SiteMoves.passes, "ohzu": "decline_ohzu"}
    usual: ClassVar[Mapping[str, int]] = {"6": 2, "7": 2, "8": 5, "9": 5, "23": 2, "24": 2}
    """How many copies of a tile have its own name, where the beginner's game has more."""
    asks: ClassVar[Mapping[str, str]] = {EHIME: "ohzu"}

    def our_tile(self, tile: str) -> str:
        """The tiles of the beginner's game are copies of others."""
        return super().our_tile(tile).removeprefix(MORE)

    def tile_name(self, tile: str, number: int) -> str:
        """The last copies of some have names of their own."""
        more = number - self.usual.get(tile, 99)
        return super().tile_name(tile, number) if more < 0 else super().tile_name(MORE + tile, more)

    def acting(self, action: Action) -> str:
        """Private companies act for the player who owns them, or who has just sold them."""
        if self.p.top_rule == "ohzu":
            return self.first_decider()
        owner = self.company(action)
        return owner if owner in self.p.seats else super().acting(action)
