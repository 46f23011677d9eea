"""1889 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from engine.exchange.site_following import Follower, options_for_rules
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import SiteGame
from engine.exchange.site_routes import states_hexes_alone
from engine.titles.t1889.site.moves import Moves1889, State1889
from engine.titles.t1889.site.overlay import OLDEST

THEIRS = {"beginner_game": "beginner_game"}  # The site's name of a rule, and our option.
ALIKE = ("F3", "G4", "H7", "A10", "J11", "G12", "E2", "I2", "K8", "C10")
PRINTED = {hex_id: f"{hex_id}-{number}" for number, hex_id in enumerate(ALIKE)}


class Translator1889(Follower[Moves1889]):
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame, *, oldest: bool = False) -> None:
        setup = {"deal": source.seed} | ({OLDEST: True} if oldest or states_hexes_alone(source.steps) else {})
        super().__init__(source, "1889", options_for_rules(source, THEIRS), setup)

    def begin(self) -> Moves1889:
        """Its actions, with its labels and its way to tell a state."""
        labels = Labels(self.p, PRINTED)
        return Moves1889(self.p, labels, State1889(self.p, labels, self.ids), self.seats, self.do)
