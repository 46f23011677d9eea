"""A position of 1870 in the terms of 18xx.games, for comparing state by state."""

from __future__ import annotations

from typing import Any

from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Marker
from engine.exchange.site_labels import Labels
from engine.exchange.site_states import SiteState, site_stop
from engine.titles.t1870.auction import FRISCO


class State1870(SiteState[Labels]):
    """Also tracks destination tokens."""

    beyond = 10_000

    def __init__(self, p: Position, labels: Labels, ids: dict[str, str]) -> None:
        super().__init__(p, labels, ids)
        self.before_frisco = 0
        """How many private companies its buyer had before the Frisco."""
        self.beside_cities: dict[str, list[Marker]] = {}
        """Company -> its destination token, if that takes no space."""
        self.left_behind: list[Marker] = []
        """Such tokens of companies that have closed."""

    def note(self, event: Event) -> None:
        """Follow what only this game has, or does differently."""
        labels, data = self.labels, event.data
        match event.kind:
            case "auction_sold":
                self._note_private(str(data["private"]), str(data["player"]))
                super().note(event)
            case "destination":
                self._note_destination(str(data["company"]))
            case "closed":
                self.left_behind += self.beside_cities.pop(str(data["company"]), [])
                labels.withdraw(str(data["company"]))
                for train in list(labels.trains.get(str(data["company"]), ())):
                    labels.move_train(train, "pool")
            case _:
                super().note(event)

    def _note_private(self, private: str, player: str) -> None:
        """The Frisco is a private company until its par is set."""
        if private == FRISCO:
            self.before_frisco = len(self.holdings.get(player, []))
        else:
            self.holdings.setdefault(player, []).append(private)

    def _note_destination(self, company: str) -> None:
        self.labels.unmark(company)
        self.beside_cities[company] = [
            marker for marker in self.p.s.board.markers if marker.company == company and self._extra(marker)
        ]

    def _extra(self, marker: Marker) -> str:
        """How a marker without a space is written."""
        if marker.slot >= 0:
            return ""
        spare = self.p.s.options["connection_tokens"] == "spare_space"
        return "" if spare and marker.stop not in self.p.d.map.off_board else "+"

    def phase(self) -> str:
        """The diesels have a phase of their own."""
        return "D" if self.p.s.phase == "6" and "D" in self.p.d.trains else self.p.s.phase

    def privates_of(self, owner: str) -> list[str]:
        """The player who sets the Frisco's par still has the private company it came with."""
        row = list(super().privates_of(owner))
        if self.p.top_rule == "first_par" and self.p.s.certs[f"{FRISCO}.0"] == owner:
            row.insert(self.before_frisco, FRISCO)
        return row

    def placed(self, company: str) -> list[str]:
        """The destination token last."""
        goal = self.p.d.companies[company].destination if company in self.p.s.own.doubled else ""
        mine = [marker for marker in self.p.s.board.markers if marker.company == company]
        row = sorted(mine, key=lambda marker: marker.stop.split("/")[0] == goal)
        return [site_stop(marker.stop) + self._extra(marker) for marker in row]

    def beside(self, marker: Marker) -> list[str]:
        """Behind the spaces."""
        return [f"{self._extra(marker)}{marker.company}"]

    def tokens(self) -> dict[str, Any]:
        """The site leaves a closed company's destination token on the map if it takes no space."""
        tokens = super().tokens()
        for marker in self.left_behind:
            hex_id = marker.stop.split("/")[0]
            cities = [stop for stop in self.p.ground.track(hex_id).stops if stop.kind != "town"]
            tokens.setdefault(hex_id, [[None] * city.slots for city in cities])[0].append(f"+{marker.company}")
        return tokens
