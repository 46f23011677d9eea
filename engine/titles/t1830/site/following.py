"""1830 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState

CITIES = {"B10": "city-2", "E19": "city-0", "H4": "city-1", "H10": "city-3", "H16": "city-4"}


class Moves1830(SiteMoves[Labels, SiteState[Labels]]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {
        ("CS", "lay_tile"): "burlington",
        ("DH", "lay_tile"): "scranton",
        ("DH", "place_token"): "scranton_station",
    }


class Translator1830(Follower[Moves1830]):
    """Follows a file of the site move by move."""

    id = "1830"
    theirs: ClassVar[Mapping[str, str]] = {"multiple_brown_from_ipo": "brown_from_ipo", "optional_6_train": "third_6"}
    printed: ClassVar[Mapping[str, str]] = CITIES | {"D10": "D10-1", "F22": "F22-2", "H18": "H18-1", "J14": "J14-1"}
    moves_class = Moves1830
