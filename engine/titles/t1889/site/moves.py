"""1889 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, whole
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState
from engine.titles.t1889.powers import DOUGO, EHIME, FERRY, PORT_TILE

TAKAMATSU, THEIR_TAKAMATSU = "TER", "TR"
"""A private company that has the sign of a company on the site."""
MORE = "Beg"
"""What the site writes before the numbers of the tiles that only the beginner's game has."""


class State1889(SiteState[Labels]):
    """The state in the site's terms."""

    def kind_name(self, kind: str) -> str:
        """One private company has another sign."""
        return THEIR_TAKAMATSU if kind == TAKAMATSU else kind


class Moves1889(SiteMoves[Labels, State1889]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {(EHIME, "lay_tile"): "ohzu"}
    exchanges = frozenset((DOUGO,))

    def our_tile(self, tile: str) -> str:
        """The tiles of the beginner's game are copies of others."""
        return super().our_tile(tile).removeprefix(MORE)

    def our_private(self, name: str) -> str:
        """One private company has another sign."""
        return TAKAMATSU if name == THEIR_TAKAMATSU else name

    def acting(self, action: Action) -> str:
        """Private companies act for the player who owns them, or who has just sold them."""
        if self.p.top_rule == "ohzu":
            return self.first_decider()
        owner = self.company(action)
        return owner if owner in self.p.seats else super().acting(action)

    def _lay_tile(self, action: Action) -> None:
        if action["entity"] != FERRY:
            super()._lay_tile(action)
            return
        tile, hex_id = self.new_tile(action), str(action["hex"])
        if self.our_tile(tile) != PORT_TILE:
            raise self.not_used(action)
        self.do(self.acting(action), "port", hex=hex_id, rotation=whole(action, "rotation"))
        self.laid(hex_id, tile, action)
