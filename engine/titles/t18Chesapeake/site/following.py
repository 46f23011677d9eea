"""A game of 18Chesapeake on 18xx.games, followed move by move."""

from __future__ import annotations

from typing import ClassVar

from engine.core.events import Event
from engine.exchange.site_following import Follower
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, SiteGame
from engine.exchange.site_moves import SiteMoves
from engine.exchange.site_states import SiteState
from engine.family.choices import Purchase
from engine.finance import shares
from engine.titles.t18Chesapeake.pairs import PAIRS
from engine.titles.t18Chesapeake.stock import takes_the_last
from engine.titles.t18Chesapeake.title import ID

NUMBERED = {"D2": 1, "D8": 2, "D12": 1, "E3": 2, "F2": 3, "G13": 4, "J2": 5, "J6": 1}
"""Cities of which several are printed alike: their numbers among them, where it is not the first."""


class State18Chesapeake(SiteState[Labels]):
    """For two players certificates go to the market and out of the game without being bought."""

    def note(self, event: Event) -> None:
        """The last of the market's row leaves the game."""
        company = str(event.data.get("company"))
        if event.kind == "to_market":
            self.labels.move(self.labels.singles(shares.IPO, company), shares.POOL)
        elif event.kind == "removed":
            self.labels.move(self.labels.singles(shares.POOL, company)[-1:], shares.GONE)
        else:
            super().note(event)


class Moves18Chesapeake(SiteMoves[Labels, State18Chesapeake]):
    """Its private companies, and the only share of the market."""

    own_hex: ClassVar = {
        **{(law.private, "lay_tile"): verb for verb, law in PAIRS.items()},
        ("C&OC", "lay_tile"): "canal_tile",
        ("C&OC", "place_token"): "canal_station",
    }
    asks: ClassVar = {"C&OC": "canal"}
    passes: ClassVar = {**SiteMoves.passes, "canal": "decline_canal"}

    def _buy_shares(self, action: Action) -> None:
        _, company, source = self.bought(action)
        seat = self.seat(action)
        if takes_the_last(self.p, seat, Purchase({"company": company, "from": source})):
            self.do(seat, "buy", **{"company": company, "from": source})
        else:
            super()._buy_shares(action)


class Translator18Chesapeake(Follower[Moves18Chesapeake]):
    """Turns a game of the site into ours."""

    id = ID
    printed: ClassVar = {hex_id: f"{hex_id}-{number}" for hex_id, number in NUMBERED.items()}
    moves_class = Moves18Chesapeake
    view_class = State18Chesapeake

    def __init__(self, source: SiteGame) -> None:
        super().__init__(source, {"draw": source.seed})
