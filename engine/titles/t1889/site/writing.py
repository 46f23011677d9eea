"""1889 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from typing import Any

from engine.exchange.site_log import Action, SiteGame
from engine.exchange.site_plain_writing import PlainWriter
from engine.game import Game
from engine.titles.t1889.powers import EHIME
from engine.titles.t1889.site.following import Translator1889
from engine.titles.t1889.site.overlay import OLDEST


class Writer1889(PlainWriter[Translator1889]):
    """Writes one action after another and follows them."""

    def seed_of(self, begun: Game) -> int:
        """Private companies are dealt by it."""
        return self.source.setup.get("deal", begun.state.rng)

    def begin(self, source: SiteGame) -> Translator1889:
        """Nothing is written yet from which it could be seen how old the file was."""
        return Translator1889(source, oldest=OLDEST in self.source.setup)

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """Whoever has sold the Ehime Railway may lay nothing."""
        return self.private(EHIME, "pass") if verb == "decline_ohzu" else super().action(seat, verb, args)

    def routes(self, company: str, verb: str, text: str) -> list[dict[str, Any]]:
        """The oldest files have no connections."""
        routes = super().routes(company, verb, text)
        for route in routes if OLDEST in self.source.setup else ():
            route["hexes"] = list(dict.fromkeys(hex_id for chain in route.pop("connections") for hex_id in chain))
            del route["nodes"]
        return routes
