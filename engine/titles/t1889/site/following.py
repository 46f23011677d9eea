"""1889 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_following import Follower
from engine.exchange.site_log import SiteGame
from engine.exchange.site_routes import states_hexes_alone
from engine.titles.t1889.site.moves import Moves1889, State1889
from engine.titles.t1889.site.overlay import OLDEST

ALIKE = ("F3", "G4", "H7", "A10", "J11", "G12", "E2", "I2", "K8", "C10")


class Translator1889(Follower[Moves1889]):
    """Follows a file of the site move by move."""

    id = "1889"
    theirs: ClassVar[Mapping[str, str]] = {"beginner_game": "beginner_game"}
    printed: ClassVar[Mapping[str, str]] = {hex_id: f"{hex_id}-{number}" for number, hex_id in enumerate(ALIKE)}
    moves_class = Moves1889
    view_class = State1889

    def __init__(self, source: SiteGame, *, oldest: bool = False) -> None:
        oldest = oldest or states_hexes_alone(source.steps)
        super().__init__(source, {"deal": source.seed} | ({OLDEST: True} if oldest else {}))
