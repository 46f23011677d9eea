"""1830 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from engine.exchange.site_following import Follower, options_for_rules
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import SiteGame
from engine.exchange.site_states import SiteState
from engine.titles.t1830.site.moves import Moves1830

THEIRS = {"multiple_brown_from_ipo": "brown_from_ipo", "optional_6_train": "third_6"}
"""The site's name of a rule -> our option, which is `yes` then."""

CITIES = {"B10": "city-2", "E19": "city-0", "H4": "city-1", "H10": "city-3", "H16": "city-4"}
PRINTED = CITIES | {"D10": "D10-1", "F22": "F22-2", "H18": "H18-1", "J14": "J14-1"}
"""Printed cities as the site calls them, where there are several alike."""


class Translator1830(Follower[Moves1830]):
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, "1830", options_for_rules(source, THEIRS), {})

    def begin(self) -> Moves1830:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p, PRINTED)
        return Moves1830(self.p, labels, SiteState(self.p, labels, self.ids), self.seats, self.do)
