"""A position told as 18xx.games tells it, as far as all titles tell it alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from engine.core.events import Event
from engine.core.position import Position
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action

LabelsT = TypeVar("LabelsT", bound=Labels)

KINDS = {"initial": "ISR", "stock": "SR", "operating": "OR"}
"""Kinds of rounds."""


class SiteState(Generic[LabelsT]):
    """Keeps what our state does not: the order in which private companies came to their owners, and the last run."""

    def __init__(self, p: Position, labels: LabelsT, ids: dict[str, str]) -> None:
        self.p = p
        self.labels = labels
        self.ids = ids
        """Seat -> the site's id of the player."""
        self.routes: dict[str, Any] = {}
        self.holdings: dict[str, list[str]] = {}

    # --- what a title says in its own way

    def state(self) -> dict[str, Any]:
        """All of it."""
        raise NotImplementedError

    def see(self, events: Sequence[Event]) -> None:
        """Follow what a move has brought."""
        raise NotImplementedError

    def name(self, company: str) -> str:
        """A company as the site calls it."""
        return company

    def kind_name(self, kind: str) -> str:
        """A kind of train as the site calls it."""
        return kind

    # --- followed

    def follow_holdings(self) -> None:
        """Keep privates in order of arrival."""
        owners: dict[str, list[str]] = {}
        for private in self.p.d.privates:
            owners.setdefault(self.p.s.privates[private], []).append(private)
        for owner in {*owners, *self.holdings}:
            now = owners.get(owner, [])
            kept = [private for private in self.holdings.get(owner, []) if private in now]
            self.holdings[owner] = kept + [private for private in now if private not in kept]

    def note_run(self, action: Action, events: Sequence[Event]) -> None:
        """Routes of this step as they were valued."""
        told: list[dict[str, Any]] = []
        for event in events:
            if event.kind != "ran":
                continue
            paid = [entry.rpartition(":") for entry in str(event.data["paid"]).split()]
            told.append(
                {
                    "train": str(event.data["train"]),
                    "stops": [[site_stop(stop), int(amount)] for stop, _, amount in paid],
                    "revenue": event.data["amount"],
                }
            )
        for route, ours in zip(action["routes"], told, strict=False):
            ours["train"] = str(route["train"])
        self.routes = {"routes": told, "total": sum(int(route["revenue"]) for route in told)}

    # --- told

    def clock(self) -> dict[str, Any]:
        """Turn and round."""
        clock = self.p.s.clock
        return {"turn": clock.turn, "round": {"type": KINDS[clock.round], "num": max(1, clock.number)}}

    def upcoming(self) -> dict[str, int | str]:
        """Trains that have not been sold."""
        found: dict[str, int | str] = {}
        for kind in self.p.d.trains:
            left = sum(1 for card in self.p.s.trains.values() if card.kind == kind and card.at == "supply")
            if left:
                found[self.kind_name(kind)] = "*" if self.p.d.train_counts[kind] < 0 else left
        return found

    def tiles(self) -> dict[str, str]:
        """Tiles that have been laid, with their rotations."""
        named = self.labels.tiles
        return {
            hex_id: f"{named.get(hex_id, laid.tile + '-0')}:{laid.rotation}"
            for hex_id, laid in self.p.s.board.tiles.items()
        }

    def market(self) -> dict[str, list[str]]:
        """Boxes and the markers in them, in order of arrival."""
        return {box: [self.name(company) for company in stack] for box, stack in self.p.s.market.items()}

    def purse(self, seat: str) -> int:
        """A player's cash, what he has bid included."""
        bids = sum(amount for account, amount in self.p.s.cash.items() if account.startswith(f"bid:{seat}:"))
        return self.p.s.cash[seat] + bids

    def private(self, private: str) -> dict[str, Any]:
        """Whose a private company is."""
        owner = self.p.s.privates[private]
        if owner in self.ids:
            return {"owner": f"p:{self.ids[owner]}"}
        if owner in self.p.d.companies:
            return {"owner": f"c:{self.name(owner)}"}
        return {"closed": True} if owner == "closed" else {}

    def ending(self) -> dict[str, Any]:
        """Why the game is over and what everybody was worth, if it is."""
        end = self.p.s.end
        if end is None:
            return {}
        return {"finished": end.why, "result": {self.ids[seat]: worth for seat, worth in end.worth.items()}}


def site_stop(stop: str) -> str:
    """The site knows off-board areas as cities."""
    return stop.replace("/o", "/c")
