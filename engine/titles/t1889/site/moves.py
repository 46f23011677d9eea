"""1889 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.errors import Unreadable
from engine.core.sentences import because
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import MOST_NAMED, Action
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState
from engine.titles.t1889.powers import DOUGO, EHIME, FERRY

TAKAMATSU, THEIR_TAKAMATSU = "TER", "TR"
MORE = "Beg"
"""What the site writes before the numbers of the tiles that only the beginner's game has."""


class State1889(SiteState[Labels]):
    """The state in the site's terms."""

    def kind_name(self, kind: str) -> str:
        """One private company has another sign."""
        return THEIR_TAKAMATSU if kind == TAKAMATSU else kind


class Moves1889(SiteMoves[Labels, State1889]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {(EHIME, "lay_tile"): "ohzu", (FERRY, "lay_tile"): "port"}
    passes: ClassVar[Mapping[str, str]] = {**SiteMoves.passes, "ohzu": "decline_ohzu"}
    usual: ClassVar[Mapping[str, int]] = {"6": 2, "7": 2, "8": 5, "9": 5, "23": 2, "24": 2}
    """How many copies of a tile have its own name, where the beginner's game has more."""
    exchanges = frozenset((DOUGO,))

    def our_tile(self, tile: str) -> str:
        """The tiles of the beginner's game are copies of others."""
        return super().our_tile(tile).removeprefix(MORE)

    def names(self, tile: str) -> list[str]:
        """All copies of a tile by the site's names; the last of some have names of their own."""
        count, usual = self.p.d.tiles[tile].count, self.usual.get(tile, 99)
        more = [f"{MORE}{tile}-{number}" for number in range(count - usual)]
        return [*(f"{tile}-{number}" for number in range(min(count, usual))), *more]

    def new_tile(self, action: Action) -> str:
        """The copy of a tile that is laid; it must be there."""
        tile = str(action["tile"])
        if tile not in self.names(self.our_tile(tile)):
            raise Unreadable(because("there is no tile {tile!r} to be had.", tile=tile[:MOST_NAMED]))
        return super().new_tile(action)

    def our_private(self, name: str) -> str:
        """One private company has another sign."""
        return TAKAMATSU if name == THEIR_TAKAMATSU else name

    def acting(self, action: Action) -> str:
        """Private companies act for the player who owns them, or who has just sold them."""
        if self.p.top_rule == "ohzu":
            return self.first_decider()
        owner = self.company(action)
        return owner if owner in self.p.seats else super().acting(action)
