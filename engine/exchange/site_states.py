"""A position in the terms of 18xx.games, as far as all titles are alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from engine.board.tiles import StopDef
from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Marker, Seat
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action
from engine.finance import prices, shares

LabelsT = TypeVar("LabelsT", bound=Labels)

KINDS = {"initial": "ISR", "stock": "SR", "operating": "OR"}
"""Kinds of rounds."""


class SiteState(Generic[LabelsT]):
    """Tracks what our state does not: the order in which owners got their private companies, and which trains ran."""

    beyond: ClassVar[int] = 0
    """Money of the bank that the site does not count."""

    def __init__(self, p: Position, labels: LabelsT, ids: dict[str, str]) -> None:
        self.p = p
        self.labels = labels
        self.ids = ids
        """Seat -> the site's id of the player."""
        self.routes: dict[str, Any] = {}
        self.holdings: dict[str, list[str]] = {}
        self.seen: dict[str, str] = {}
        """Owners of the private companies when the holdings were last followed."""

    # --- what a title says in its own way

    def name(self, company: str) -> str:
        """A company as the site calls it."""
        return company

    def kind_name(self, kind: str) -> str:
        """A kind of train or a private company as the site calls it."""
        return kind

    def phase(self) -> str:
        """The phase as the site calls it."""
        return self.p.s.phase

    def depot(self) -> dict[str, Any]:
        """Trains that nobody owns; discarded ones are described where they can be bought."""
        discarded = list(self.labels.trains.get("pool", ())) if self.p.title.operating.discards_to == "pool" else []
        return {"upcoming": self.upcoming()} | ({"discarded": discarded} if discarded else {})

    def holding(self, seat: str, company: str) -> tuple[int, list[int]]:
        """What a player has of a company: units, and the numbers of the certificates."""
        return shares.units_at(self.p, seat, company), self.labels.numbers(seat, company)

    def unsold(self, place: str, company: str) -> list[int]:
        """The numbers of a company's certificates in the offering, the pool or its own treasury."""
        return self.labels.numbers(place, company)

    def privates_of(self, owner: str) -> list[str]:
        """Private companies in order of arrival."""
        return self.holdings.get(owner, [])

    def placed(self, company: str) -> list[str]:
        """Where a company's station markers stand: the home first, then in the order in which they were placed."""
        homes = {stop.split("/")[0] for stop in self.p.d.map.homes[company]}
        mine = [marker.stop for marker in self.p.s.board.markers if marker.company == company]
        return [site_stop(stop) for stop in sorted(mine, key=lambda stop: stop.split("/")[0] not in homes)]

    def stop_of(self, marker: Marker) -> str:
        """The city in which the site puts a marker."""
        return marker.stop

    def beside(self, marker: Marker) -> list[str]:
        """How a marker without a space is written, if it is."""
        return []

    # --- followed

    def see(self, events: Sequence[Event]) -> None:
        """Follow the events of a move."""
        for event in events:
            self.note(event)
        self.follow_holdings()

    def note(self, event: Event) -> None:
        """Follow one event, as far as it means the same in every title."""
        match event.kind:
            case "auction_sold":
                name = self.labels.with_private.get(str(event.data["private"]))
                if name:
                    self.labels.move([name], str(event.data["player"]))
            case "round":
                if event.data["round"] == "operating":
                    for company in self.p.d.companies:
                        self.labels.unmark(company)
            case "president":
                self.labels.new_president(str(event.data["company"]), str(event.data["player"]))
            case "dividend" | "no_run":
                self.labels.mark_run(str(event.data["company"]))
            case "rusted":
                self.labels.rust(self.kind_name(str(event.data["kind"])))
            case _:
                pass

    def follow_holdings(self) -> None:
        """Keep privates in order of arrival."""
        if self.p.s.privates == self.seen:
            return
        self.seen = dict(self.p.s.privates)
        owners: dict[str, list[str]] = {}
        for private in self.p.d.privates:
            owners.setdefault(self.p.s.privates[private], []).append(private)
        for owner in {*owners, *self.holdings}:
            now = owners.get(owner, [])
            kept = [private for private in self.holdings.get(owner, []) if private in now]
            self.holdings[owner] = kept + [private for private in now if private not in kept]

    def note_run(self, action: Action, events: Sequence[Event]) -> None:
        """Routes of this step as they were valued."""
        routes: list[dict[str, Any]] = []
        for event in events:
            if event.kind != "ran":
                continue
            paid = [entry.rpartition(":") for entry in str(event.data["paid"]).split()]
            routes.append(
                {
                    "train": str(event.data["train"]),
                    "stops": [[site_stop(stop), int(amount)] for stop, _, amount in paid],
                    "revenue": event.data["amount"],
                }
            )
        for route, ours in zip(action["routes"], routes, strict=False):
            ours["train"] = str(route["train"])
        self.routes = {"routes": routes, "total": sum(int(route["revenue"]) for route in routes)}

    # --- told

    def state(self) -> dict[str, Any]:
        """All of it. The site forgets a company that has closed."""
        p = self.p
        self.follow_holdings()
        return {
            **self.clock(),
            "phase": self.phase(),
            "bank": self.bank(),
            "depot": self.depot(),
            "players": {self.ids[seat.id]: self.player(seat) for seat in p.s.players},
            "corps": {self.name(one): self.corporation(one) for one in p.d.companies if not p.company(one).closed},
            "companies": {self.kind_name(private): self.private(private) for private in p.d.privates},
            "market": self.market(),
            "tiles": self.tiles(),
            "tokens": self.tokens(),
            **self.ending(),
        }

    def bank(self) -> dict[str, Any]:
        """What the bank has of the money that the site counts."""
        cash = self.p.s.cash
        found = {"cash": cash["bank"] + cash.get("reserve", 0) - self.beyond}
        return {**found, "broken": True} if self.p.s.broken else found

    def player(self, seat: Seat) -> dict[str, Any]:
        """A player with shares and private companies."""
        held: dict[str, Any] = {}
        for company in self.p.d.companies:
            units, numbers = self.holding(seat.id, company)
            if numbers:
                held[self.name(company)] = {
                    "pct": units * 10,
                    "certs": numbers,
                    **({"pres": True} if 0 in numbers else {}),
                }
        state: dict[str, Any] = {"cash": self.purse(seat.id)}
        if held:
            state["shares"] = held
        privates = self.privates_of(seat.id)
        if privates:
            state["companies"] = [self.kind_name(private) for private in privates]
        if seat.out == "bankrupt":
            state["bankrupt"] = True
        return state

    def corporation(self, company: str) -> dict[str, Any]:
        """A company with trains, markers and unsold shares."""
        p = self.p
        facts = p.company(company)
        state: dict[str, Any] = {"cash": p.s.cash[company]}
        president = shares.president(p, company)
        if president and facts.par:
            state["owner"] = f"p:{self.ids[president]}"
        box = prices.box_of(p, company)
        if box is not None:
            state |= {"price": box.price, "coord": box.id}
        if facts.par:
            state |= {"par": facts.par, "ipoed": True}
        if facts.floated:
            state["floated"] = True
        if facts.markers:
            state["unplaced"] = list(facts.markers)
        rows = {
            "trains": self.named_trains(company),
            "placed": self.placed(company),
            "ipo": self.unsold(shares.IPO, company),
            "pool": self.unsold(shares.POOL, company),
            "treasury": self.unsold(company, company),
            "companies": [self.kind_name(private) for private in self.privates_of(company)],
        }
        return state | {key: row for key, row in rows.items() if row}

    def named_trains(self, company: str) -> list[str]:
        """A company's trains, marked if they have run in this round."""
        return [name + ("!" if name in self.labels.has_run else "") for name in self.labels.trains.get(company, ())]

    def marked_hexes(self) -> Iterable[str]:
        """Hexes with station markers, in the order in which they got the first."""
        return dict.fromkeys(marker.stop.split("/")[0] for marker in self.p.s.board.markers)

    def tokens(self) -> dict[str, Any]:
        """Spaces for station markers, city by city, in the hexes where one stands."""
        return {
            hex_id: [self._spaces(hex_id, stop) for stop in self.p.ground.track(hex_id).stops if stop.kind != "town"]
            for hex_id in self.marked_hexes()
        }

    def _spaces(self, hex_id: str, stop: StopDef) -> list[str | None]:
        row: list[str | None] = [None] * stop.slots
        here = [marker for marker in self.p.s.board.markers if self.stop_of(marker) == f"{hex_id}/{stop.key}"]
        for marker in here:
            if marker.slot >= 0:
                row[marker.slot] = self.name(marker.company)
        return [*row, *(told for marker in here if marker.slot < 0 for told in self.beside(marker))]

    def clock(self) -> dict[str, Any]:
        """Turn and round."""
        clock = self.p.s.clock
        return {"turn": clock.turn, "round": {"type": KINDS[clock.round], "num": max(1, clock.number)}}

    def upcoming(self) -> dict[str, int | str]:
        """Trains that have not been sold."""
        left_over: dict[str, int | str] = {}
        for kind in self.p.d.trains:
            left = sum(1 for card in self.p.s.trains.values() if card.kind == kind and card.at == "supply")
            if left:
                left_over[self.kind_name(kind)] = "*" if self.p.d.train_counts[kind] < 0 else left
        return left_over

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
        """A player's cash, including money in bids."""
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
