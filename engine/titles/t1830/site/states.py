"""A position of 1830 in the terms of 18xx.games, for comparing state by state."""

from __future__ import annotations

from engine.core.events import Event
from engine.exchange.site_labels import Labels
from engine.exchange.site_states import SiteState


class State1830(SiteState[Labels]):
    """Also tracks which trains have run."""

    def note(self, event: Event) -> None:
        """The share that comes with a private company; trains run once a round."""
        match event.kind:
            case "auction_sold":
                if event.data["private"] == "CA":
                    self.labels.move(["PRR_1"], str(event.data["player"]))
            case "round":
                if event.data["round"] == "operating":
                    for company in self.p.d.companies:
                        self.labels.unmark(company)
            case _:
                super().note(event)
