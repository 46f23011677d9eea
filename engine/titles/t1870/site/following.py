"""1870 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import SiteGame
from engine.titles.t1870.site.moves import Moves1870
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.states import State1870


class Translator1870(Follower[Moves1870]):
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, "1870", options_for(source), {})

    def begin(self) -> Moves1870:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p)
        return Moves1870(self.p, labels, State1870(self.p, labels, self.ids), self.seats, self.do)
