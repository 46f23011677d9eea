"""1870 of 18xx.games: a file followed move by move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.exchange.site_following import Follower
from engine.exchange.site_log import SiteGame
from engine.titles.t1870.site.moves import Moves1870
from engine.titles.t1870.site.options import options_for
from engine.titles.t1870.site.states import State1870

ALIKE = "B19-1 D5-2 F5-3 H13-4 J5-1 K16-5 M2-6 M6-7"


class Translator1870(Follower[Moves1870]):
    """Follows a file of the site move by move."""

    id = "1870"
    printed: ClassVar[Mapping[str, str]] = {tile.partition("-")[0]: tile for tile in ALIKE.split()}
    moves_class = Moves1870
    view_class = State1870

    @classmethod
    def options(cls, source: SiteGame) -> dict[str, str]:
        """Some of its rules imply others."""
        return options_for(source)
