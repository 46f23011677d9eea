"""Games of 18Chesapeake written as files of 18xx.games."""

from __future__ import annotations

from itertools import count
from typing import Any

from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.game import Game
from engine.titles.t18Chesapeake.site.following import Translator18Chesapeake
from engine.titles.t18Chesapeake.title import drawn


class Writer18Chesapeake(PlainWriter[Translator18Chesapeake]):
    """Our question about the canal's station is the site's, too."""

    def seed_of(self, begun: Game) -> int:
        """The smallest that draws the company whose president's certificate came with Cornelius Vanderbilt."""
        companies = list(begun.position().d.companies)
        return next(number for number in count(1) if drawn(companies, number) == begun.state.own.vanderbilt)

    def send(self, seat: str, verb: str, action: Action) -> None:
        """So nothing has to be declined that our moves do not decline."""
        super().send(seat, verb, action)
        self.station_of = ""

    def by_private(self, verb: str, args: Any) -> Action | None:
        """No station with the canal."""
        return self.private("C&OC", "pass") if verb == "decline_canal" else super().by_private(verb, args)
