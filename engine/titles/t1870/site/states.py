"""A position of 1870 told as 18xx.games tells it, for comparison state by state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.events import Event
from engine.core.state import Marker
from engine.exchange.site_labels import Labels
from engine.exchange.site_states import SiteState, site_stop
from engine.finance import prices, shares


class State1870(SiteState[Labels]):
    """Keeps besides which trains have run."""

    def see(self, events: Sequence[Event]) -> None:
        """Follow what a move has brought."""
        labels = self.labels
        for event in events:
            data = event.data
            match event.kind:
                case "president":
                    labels.new_president(str(data["company"]), str(data["player"]))
                case "auction_sold":
                    if data["private"] == "MKT":
                        labels.move(["MKT_1"], str(data["player"]))
                case "dividend" | "no_run":
                    labels.mark_run(str(data["company"]))
                case "destination":
                    labels.unmark(str(data["company"]))
                case "rusted":
                    labels.rust(str(data["kind"]))
                case "closed":
                    labels.withdraw(str(data["company"]))
                    for train in list(labels.trains.get(str(data["company"]), ())):
                        labels.move_train(train, "pool")
                case "round":
                    if data["round"] == "operating":
                        for company in self.p.d.companies:
                            labels.unmark(company)
                case _:
                    pass
        self.follow_holdings()

    @property
    def _extra(self) -> str:
        """How a marker without a space of its own is told."""
        return "" if self.p.s.options["connection_tokens"] == "spare_space" else "+"

    # --- the state

    def state(self) -> dict[str, Any]:
        """All of it."""
        p = self.p
        self.follow_holdings()
        s: dict[str, Any] = {
            **self.clock(),
            "phase": "D" if p.s.phase == "6" and "D" in p.d.trains else p.s.phase,
            "bank": {"cash": p.s.cash["bank"] + p.s.cash.get("reserve", 0) - 10_000},
            "depot": self._depot(),
            "players": {self.ids[seat.id]: self._player(seat.id, seat.out) for seat in p.s.players},
            # The site forgets a company that has closed.
            "corps": {
                company: self._corporation(company) for company in p.d.companies if not p.company(company).closed
            },
            "companies": {private: self.private(private) for private in p.d.privates},
            "market": self.market(),
            "tiles": self.tiles(),
            "tokens": self._tokens(),
        }
        if p.s.broken:
            s["bank"]["broken"] = True
        return s | self.ending()

    def _depot(self) -> dict[str, Any]:
        depot: dict[str, Any] = {"upcoming": self.upcoming()}
        discarded = list(self.labels.trains.get("pool", ()))
        if discarded:
            depot["discarded"] = discarded
        return depot

    def _player(self, seat: str, out: str) -> dict[str, Any]:
        p = self.p
        held: dict[str, Any] = {}
        for company in p.d.companies:
            numbers = self.labels.numbers(seat, company)
            if numbers:
                entry: dict[str, Any] = {"pct": shares.units_at(p, seat, company) * 10, "certs": numbers}
                if 0 in numbers:
                    entry["pres"] = True
                held[company] = entry
        found: dict[str, Any] = {"cash": self.purse(seat)}
        if held:
            found["shares"] = held
        privates = list(self.holdings.get(seat, []))
        if p.top_rule == "first_par" and p.s.certs["SLSF.0"] == seat:
            privates.append("SLSF")
        if privates:
            found["companies"] = privates
        if out == "bankrupt":
            found["bankrupt"] = True
        return found

    def _corporation(self, company: str) -> dict[str, Any]:
        p = self.p
        facts = p.company(company)
        found: dict[str, Any] = {"cash": p.s.cash[company]}
        president = shares.president(p, company)
        if president and facts.par:
            found["owner"] = f"p:{self.ids[president]}"
        box = prices.box_of(p, company)
        if box is not None:
            found |= {"price": box.price, "coord": box.id}
        if facts.par:
            found |= {"par": facts.par, "ipoed": True}
        if facts.floated:
            found["floated"] = True
        trains = [name + ("!" if name in self.labels.has_run else "") for name in self.labels.trains.get(company, ())]
        if trains:
            found["trains"] = trains
        if facts.markers:
            found["unplaced"] = list(facts.markers)
        placed = [
            site_stop(marker.stop) + (self._extra if marker.slot < 0 else "") for marker in self._markers(company)
        ]
        if placed:
            found["placed"] = placed
        for key, place in (("ipo", "ipo"), ("pool", "pool"), ("treasury", company)):
            numbers = self.labels.numbers(place, company)
            if numbers:
                found[key] = numbers
        privates = self.holdings.get(company, [])
        if privates:
            found["companies"] = list(privates)
        return found

    def _markers(self, company: str) -> list[Marker]:
        """In the order of the company's charter, the destination token last."""
        goal = self.p.d.companies[company].destination if company in self.p.s.own.doubled else ""
        mine = [marker for marker in self.p.s.board.markers if marker.company == company]
        return sorted(mine, key=lambda marker: marker.stop.split("/")[0] == goal)

    def _tokens(self) -> dict[str, Any]:
        p = self.p
        found: dict[str, Any] = {}
        for marker in p.s.board.markers:
            hex_id = marker.stop.split("/")[0]
            if hex_id in found:
                continue
            rows: list[list[str | None]] = []
            for stop in p.ground.track(hex_id).stops:
                if stop.kind == "town":
                    continue
                name = f"{hex_id}/{stop.key}"
                row: list[str | None] = [None] * stop.slots
                extra: list[str | None] = []
                for other in p.s.board.markers:
                    if other.stop == name:
                        if other.slot < 0:
                            extra.append(f"{self._extra}{other.company}")
                        else:
                            row[other.slot] = other.company
                rows.append(row + extra)
            found[hex_id] = rows
        return found
