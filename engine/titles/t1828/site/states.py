"""A position of 1828 in the terms of 18xx.games, for comparing state by state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.board.markers import BLOCK
from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Marker
from engine.exchange.site_states import SiteState, site_stop
from engine.family import operating
from engine.family.auction import RULE as AUCTION
from engine.family.starting import RULE as FIRST_PAR
from engine.finance import shares
from engine.titles.t1828.cobourg import COBOURG, MARKER
from engine.titles.t1828.define import define
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.names import theirs
from engine.titles.t1828.systems import is_system, parts


class State1828(SiteState[Labels1828]):
    """Also tracks on which shell of a system each named train is."""

    beyond = define({}).bank

    def __init__(self, p: Position, labels: Labels1828, ids: dict[str, str]) -> None:
        super().__init__(p, labels, ids)
        self.shells: dict[str, str] = {}
        """Train of the site -> the system's charter on which it is."""
        self.free: set[tuple[str, str]] = set()
        """Companies and hexes of markers that cost nothing."""
        self.slots: dict[str, list[str]] = {}
        """Company -> hexes of its markers, in order of arrival."""
        self.given_up = ""
        """The private company exchanged for a director's certificate whose par is not set yet."""

    # --- following

    def see(self, events: Sequence[Event]) -> None:
        """Follow the events of a move; mergers first, because other events name their results."""
        for event in events:
            if event.kind == "merged":
                self._merged(str(event.data["company"]), str(event.data["other"]))
        super().see(events)
        turn = operating.turn(self.p)
        if turn is not None and turn.subject != COBOURG:
            self.labels.has_run.add(COBOURG)  # It has the first turn of a round, whether it runs or not.

    def note(self, event: Event) -> None:
        """Follow what only this game has, or does differently."""
        labels, data = self.labels, event.data
        match event.kind:
            case "token":
                if not int(data["cost"]):
                    self.free.add((str(data["company"]), str(data["stop"]).split("/")[0]))
            case "auction_sold":
                private, player = str(data["private"]), str(data["player"])
                self.holdings.setdefault(player, []).append(private)
                labels.move([name for name, at in labels.where.items() if at == f"with:{private}"], player)
            case "cobourg_ran":
                self.note_cobourg(int(data["amount"]))
            case "received":
                labels.move(str(data["certs"]).replace(".", "_").split(), str(data["player"]))
            case "donated":
                company, player = str(data["company"]), str(data["player"])
                labels.move(labels.singles(player, company)[:1], company)
            case "round":
                if data["round"] == "operating":
                    labels.has_run.clear()
            case _:
                super().note(event)

    def _merged(self, stays: str, goes: str) -> None:
        self.labels.merge(stays, goes)
        self.join_markers(stays, goes)
        for company in (stays, goes):
            for train in self.labels.trains.get(company, ()):
                self.shells.setdefault(train, company)
        for train in list(self.labels.trains.get(goes, ())):
            self.labels.move_train(train, stays)

    def shell_of(self, company: str, train: str) -> str:
        """The charter on which a train is."""
        return self.shells.get(train, company)

    def swapped(self, company: str, train: str) -> None:
        """It is now on the other one."""
        here = self.shell_of(company, train)
        self.shells[train] = next(other for other in self.p.company(company).charters if other != here)

    def note_cobourg(self, amount: int) -> None:
        """The run of the private company that runs."""
        self.labels.has_run.add(COBOURG)
        self.routes = {"routes": [{"train": "2-1", "revenue": amount}] if amount else [], "total": amount}

    def at(self, p: Position) -> State1828:
        """Another position described with the same names."""
        other = State1828(p, self.labels, self.ids)
        other.holdings = {owner: list(held) for owner, held in self.holdings.items()}
        other.free = self.free
        other.slots = {company: list(row) for company, row in self.slots.items()}
        return other

    def _costs(self, company: str, hex_id: str) -> bool:
        """Did the marker cost anything? Homes did not, nor did one that came with a private company."""
        homes = {stop.split("/")[0] for stop in self.p.d.map.homes[company]}
        return hex_id not in homes and (company, hex_id) not in self.free

    def join_markers(self, stays: str, goes: str) -> None:
        """Free markers first, homes before all others; within each kind, one company's before the other's."""
        joint = [
            (self._costs(company, hex_id), hex_id)
            for company in (stays, goes)
            for hex_id in self.slots.get(company, ())
        ]
        self.slots.pop(goes, None)
        self.slots[stays] = list(dict.fromkeys(hex_id for _, hex_id in sorted(joint, key=lambda entry: entry[0])))

    # --- the state

    def name(self, company: str) -> str:
        """The site's name of a company or a system."""
        if company == BLOCK:
            return "B"
        return "-".join(theirs(part) for part in parts(self.p, company)) if self.p.d.is_company(company) else company

    def kind_name(self, kind: str) -> str:
        """The site's name of a kind of train or a private company."""
        return theirs(kind)

    def phase(self) -> str:
        """With a capital letter."""
        return self.p.s.phase.capitalize()

    def state(self) -> dict[str, Any]:
        """All of it, between mergers; the Cobourg & Peterborough is a company of its own there."""
        p, s = self.p, super().state()
        if not p.company(COBOURG).closed and p.top_rule != MARKER:
            ran = "!" if COBOURG in self.labels.has_run else ""
            s["corps"][COBOURG] = {"cash": p.s.cash[COBOURG], "placed": ["C15/c0"], "trains": [f"2-1{ran}"]}
            if p.s.privates[COBOURG] in p.seats:
                s["corps"][COBOURG]["floated"] = True
        return s | {"coal": {hex_id: len(signs) for hex_id, signs in p.s.board.signs.items() if signs}}

    def _par_is_due(self, company: str) -> str:
        """Who has bought a director's certificate and not set its par; for the site it is still in the IPO."""
        due = any(frame.rule in (AUCTION, FIRST_PAR) for frame in self.p.s.agenda)
        return shares.president(self.p, company) if due and not self.p.company(company).par else ""

    def holding(self, seat: str, company: str) -> tuple[int, list[int]]:
        """Without a director's certificate whose par is still to be set."""
        units, numbers = super().holding(seat, company)
        return (units - 2, [n for n in numbers if n]) if self._par_is_due(company) == seat else (units, numbers)

    def unsold(self, place: str, company: str) -> list[int]:
        """For the site, what comes with a private company stays in the IPO until it is sold."""
        numbers = super().unsold(place, company)
        if place != shares.IPO:
            return numbers
        promised = [n for private in self.p.d.privates for n in self.labels.numbers(f"with:{private}", company)]
        return sorted([*numbers, *promised, *([0] if self._par_is_due(company) else [])])

    def corporation(self, company: str) -> dict[str, Any]:
        """The par of a system is its price; its trains are on its shells."""
        found = super().corporation(company)
        if is_system(self.p, company):
            found |= {"of": [theirs(part) for part in parts(self.p, company)], "shells": self._on_shells(company)}
            if "price" in found:
                found |= {"par": found["price"], "ipoed": True}
        return found

    def _on_shells(self, company: str) -> dict[str, list[str]]:
        row = self.labels.trains.get(company, ())
        charters = self.p.company(company).charters
        return {theirs(one): [train for train in row if self.shell_of(company, train) == one] for one in charters}

    def privates_of(self, owner: str) -> list[str]:
        """Without one that was exchanged for a director's certificate."""
        return [private for private in super().privates_of(owner) if private != self.given_up]

    def private(self, private: str) -> dict[str, Any]:
        """One exchanged for a director's certificate is already closed."""
        return {"closed": True} if private == self.given_up else super().private(private)

    def stop_of(self, marker: Marker) -> str:
        """On the bare hex of the Erie's home the site puts the marker into the first city, we into the printed one."""
        bare = marker.stop == "E15/c1" and "E15" not in self.p.s.board.tiles and marker.company != BLOCK
        return "E15/c0" if bare else marker.stop

    def placed(self, company: str) -> list[str]:
        """In order of arrival."""
        stops = [self.stop_of(marker) for marker in self.p.s.board.markers if marker.company == company]
        at = {stop.split("/")[0]: stop for stop in stops}
        row = self.slots.setdefault(company, [])
        homes = {stop.split("/")[0] for stop in self.p.d.map.homes[company]}
        for hex_id in at:
            if hex_id not in row:
                row.insert(0 if hex_id in homes else len(row), hex_id)
        return [site_stop(at[hex_id]) for hex_id in row if hex_id in at]

    def marked_hexes(self) -> Iterable[str]:
        """Without the Cobourg & Peterborough's while somebody must decide about its marker."""
        lying = [one for one in self.p.s.board.markers if one.company != COBOURG or self.p.top_rule != MARKER]
        return dict.fromkeys(marker.stop.split("/")[0] for marker in lying)
