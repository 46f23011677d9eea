"""A position of 1870 told as 18xx.games tells it, for comparison state by state."""

from __future__ import annotations

from engine.core.events import Event
from engine.core.state import Marker
from engine.exchange.site_labels import Labels
from engine.exchange.site_states import SiteState, site_stop


class State1870(SiteState[Labels]):
    """Keeps besides which trains have run."""

    beyond = 10_000

    def note(self, event: Event) -> None:
        """Follow what only this game has, or has in its own way."""
        labels, data = self.labels, event.data
        match event.kind:
            case "auction_sold":
                if data["private"] == "MKT":
                    labels.move(["MKT_1"], str(data["player"]))
            case "destination":
                labels.unmark(str(data["company"]))
            case "closed":
                labels.withdraw(str(data["company"]))
                for train in list(labels.trains.get(str(data["company"]), ())):
                    labels.move_train(train, "pool")
            case "round":
                if data["round"] == "operating":
                    for company in self.p.d.companies:
                        labels.unmark(company)
            case _:
                super().note(event)

    @property
    def _extra(self) -> str:
        """How a marker without a space of its own is told."""
        return "" if self.p.s.options["connection_tokens"] == "spare_space" else "+"

    def phase(self) -> str:
        """The diesels have a phase of their own."""
        return "D" if self.p.s.phase == "6" and "D" in self.p.d.trains else self.p.s.phase

    def privates_of(self, owner: str) -> list[str]:
        """Whoever sets the par of the Frisco still has the private company that brought it."""
        setting = self.p.top_rule == "first_par" and self.p.s.certs["SLSF.0"] == owner
        return [*super().privates_of(owner), *(["SLSF"] if setting else [])]

    def placed(self, company: str) -> list[str]:
        """The destination token last."""
        goal = self.p.d.companies[company].destination if company in self.p.s.own.doubled else ""
        mine = [marker for marker in self.p.s.board.markers if marker.company == company]
        row = sorted(mine, key=lambda marker: marker.stop.split("/")[0] == goal)
        return [site_stop(marker.stop) + (self._extra if marker.slot < 0 else "") for marker in row]

    def beside(self, marker: Marker) -> list[str]:
        """Behind the spaces."""
        return [f"{self._extra}{marker.company}"]
