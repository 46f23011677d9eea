"""1870 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import SiteGame
from engine.titles.t1870.site.moves import Moves1870
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.states import State1870

ALIKE = "B19-1 D5-2 F5-3 H13-4 J5-1 K16-5 M2-6 M6-7"
PRINTED = {tile.partition("-")[0]: tile for tile in ALIKE.split()}
"""Printed cities as the site calls them, where there are several alike."""


class Translator1870(Follower[Moves1870]):
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, "1870", options_for(source), {})

    def begin(self) -> Moves1870:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p, PRINTED)
        return Moves1870(self.p, labels, State1870(self.p, labels, self.ids), self.seats, self.do)
