"""A position of 1828 told as 18xx.games tells it, for comparison state by state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.board.markers import BLOCK
from engine.core.events import Event
from engine.core.position import Position
from engine.core.state import Marker
from engine.exchange.site_states import SiteState, site_stop
from engine.family import operating
from engine.finance import prices, shares
from engine.titles.t1828.cobourg import COBOURG, MARKER
from engine.titles.t1828.define import define
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.names import theirs
from engine.titles.t1828.systems import is_system, parts

BANK = define({}).bank


class State1828(SiteState[Labels1828]):
    """Keeps besides on which shell of a system each named train stands."""

    def __init__(self, p: Position, labels: Labels1828, ids: dict[str, str]) -> None:
        super().__init__(p, labels, ids)
        self.shells: dict[str, str] = {}
        """Train of the site -> the charter of a system on which it stands."""
        self.free: set[tuple[str, str]] = set()
        """Companies and hexes of markers that cost nothing."""
        self.slots: dict[str, list[str]] = {}
        """Company -> hexes of its markers, in the order in which they came there."""
        self.given_up = ""
        """The private company that has been given for a director's certificate whose par is not yet named."""

    # --- following

    def see(self, events: Sequence[Event]) -> None:
        """Follow what a move has brought."""
        labels = self.labels
        for event in events:
            if event.kind == "merged":
                self._merged(str(event.data["company"]), str(event.data["other"]))
        for event in events:
            data = event.data
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
                    names = str(data["certs"]).replace(".", "_").split()
                    labels.move(names, str(data["player"]))
                case "donated":
                    company, player = str(data["company"]), str(data["player"])
                    labels.move(labels.singles(player, company)[:1], company)
                case "president":
                    labels.new_president(str(data["company"]), str(data["player"]))
                case "dividend" | "no_run":
                    labels.mark_run(str(data["company"]))
                case "round":
                    if data["round"] == "operating":
                        labels.has_run.clear()
                case "rusted":
                    labels.rust(theirs(str(data["kind"])))
                case _:
                    pass
        turn = operating.turn(self.p)
        if turn is not None and turn.subject != COBOURG:
            labels.has_run.add(COBOURG)  # It has the first turn of a round, whether it runs or not.
        self.follow_holdings()

    def _merged(self, stays: str, goes: str) -> None:
        self.labels.merge(stays, goes)
        self.join_markers(stays, goes)
        for company in (stays, goes):
            for train in self.labels.trains.get(company, ()):
                self.shells.setdefault(train, company)
        for train in list(self.labels.trains.get(goes, ())):
            self.labels.move_train(train, stays)

    def shell_of(self, company: str, train: str) -> str:
        """The charter on which a train stands."""
        return self.shells.get(train, company)

    def swapped(self, company: str, train: str) -> None:
        """It stands on the other one now."""
        here = self.shell_of(company, train)
        self.shells[train] = next(other for other in self.p.company(company).charters if other != here)

    def note_cobourg(self, amount: int) -> None:
        """The run of the private company that runs."""
        self.labels.has_run.add(COBOURG)
        self.routes = {"routes": [{"train": "2-1", "revenue": amount}] if amount else [], "total": amount}

    def at(self, p: Position) -> State1828:
        """Another position told with the same names."""
        other = State1828(p, self.labels, self.ids)
        other.holdings = {owner: list(held) for owner, held in self.holdings.items()}
        other.free = self.free
        other.slots = {company: list(row) for company, row in self.slots.items()}
        return other

    def join_markers(self, stays: str, goes: str) -> None:
        """Those that cost nothing come first, homes above all; of each kind those of the one before the other's."""
        rows = [(company, self.slots.pop(company, [])) for company in (stays, goes)]
        joint = [
            (at > 0 and (company, hex_id) not in self.free, hex_id)
            for company, row in rows
            for at, hex_id in enumerate(row)
        ]
        self.slots[stays] = [hex_id for _, hex_id in sorted(joint, key=lambda entry: entry[0])]

    def _placed(self, company: str) -> list[str]:
        """Markers on the map in the order in which they came there."""
        stops = [self._bare(marker) for marker in self.p.s.board.markers if marker.company == company]
        at = {stop.split("/")[0]: stop for stop in stops}
        row = self.slots.setdefault(company, [])
        row += [hex_id for hex_id in at if hex_id not in row]
        return [site_stop(at[hex_id]) for hex_id in row if hex_id in at]

    def named_trains(self, company: str) -> list[str]:
        """A company's trains, marked if they have run in this round."""
        return [name + ("!" if name in self.labels.has_run else "") for name in self.labels.trains.get(company, ())]

    # --- the state

    def name(self, company: str) -> str:
        """A company or a system as the site calls it."""
        if company == BLOCK:
            return "B"
        return "-".join(theirs(part) for part in parts(self.p, company)) if self.p.d.is_company(company) else company

    def kind_name(self, kind: str) -> str:
        """A kind of train as the site calls it."""
        return theirs(kind)

    def state(self) -> dict[str, Any]:
        """All of it, between mergers."""
        p = self.p
        self.follow_holdings()
        listed = [company for company in p.d.companies if not p.company(company).closed]
        corps = {self.name(company): self._corporation(company) for company in listed}
        if not p.company(COBOURG).closed and p.top_rule != MARKER:
            ran = "!" if COBOURG in self.labels.has_run else ""
            corps[COBOURG] = {"cash": p.s.cash[COBOURG], "placed": ["C15/c0"], "trains": [f"2-1{ran}"]}
            if p.s.privates[COBOURG] in p.seats:
                corps[COBOURG]["floated"] = True
        s: dict[str, Any] = {
            **self.clock(),
            "phase": p.s.phase.capitalize(),
            "bank": {"cash": p.s.cash["bank"] - BANK},
            "depot": {"upcoming": self.upcoming()},
            "players": {self.ids[seat.id]: self._player(seat.id) for seat in p.s.players},
            "corps": corps,
            "companies": {theirs(private): self.private(private) for private in p.d.privates},
            "market": self.market(),
            "tiles": self.tiles(),
            "tokens": self._tokens(),
            "coal": {hex_id: len(signs) for hex_id, signs in p.s.board.signs.items() if signs},
        }
        return s | self.ending()

    def _player(self, seat: str) -> dict[str, Any]:
        p = self.p
        found: dict[str, Any] = {"cash": self.purse(seat)}
        held: dict[str, Any] = {}
        for company in p.d.companies:
            units = shares.units_at(p, seat, company) - (2 if self._par_is_due(company) == seat else 0)
            if units:
                numbers = [n for n in self.labels.numbers(seat, company) if n or self._par_is_due(company) != seat]
                held[self.name(company)] = {"pct": units * 10, "certs": numbers} | (
                    {"pres": True} if shares.president(p, company) == seat and p.company(company).par else {}
                )
        if held:
            found["shares"] = held
        privates = [private for private in self.holdings.get(seat, []) if private != self.given_up]
        if privates:
            found["companies"] = [theirs(private) for private in privates]
        if p.seat(seat).out == "bankrupt":
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
            found |= {"price": box.price, "coord": box.id, "ipoed": True}
            found["par"] = box.price if is_system(p, company) else facts.par
        if facts.floated:
            found["floated"] = True
        if self.labels.trains.get(company):
            found["trains"] = self.named_trains(company)
        if facts.markers:
            found["unplaced"] = list(facts.markers)
        placed = self._placed(company)
        if placed:
            found["placed"] = placed
        due = self._par_is_due(company)
        for key, place in (("ipo", shares.IPO), ("pool", shares.POOL), ("treasury", company)):
            numbers = self.labels.numbers(place, company)
            with_private = [] if key != "ipo" else self._promised(company) + ([0] if due else [])
            if numbers or with_private:
                found[key] = sorted([*numbers, *with_private])
        privates = self.holdings.get(company, [])
        if privates:
            found["companies"] = [theirs(private) for private in privates]
        return found

    def _par_is_due(self, company: str) -> str:
        """Who has bought the director's certificate and not set its par; to the site it still lies in the offering."""
        return "" if self.p.company(company).par else shares.president(self.p, company)

    def _bare(self, marker: Marker) -> str:
        """On the bare hex of the Erie's home the site puts the marker into the first city, we into the printed one."""
        bare = marker.stop == "E15/c1" and "E15" not in self.p.s.board.tiles and marker.company != BLOCK
        return "E15/c0" if bare else marker.stop

    def _promised(self, company: str) -> list[int]:
        """Certificates that lie with a private company; the site leaves them in the offering until it is sold."""
        return [n for private in self.p.d.privates for n in self.labels.numbers(f"with:{private}", company)]

    def private(self, private: str) -> dict[str, Any]:
        """One that has been given for a director's certificate is closed already."""
        return {"closed": True} if private == self.given_up else super().private(private)

    def _tokens(self) -> dict[str, Any]:
        p = self.p
        found: dict[str, Any] = {}
        lying = [m for m in p.s.board.markers if m.company != COBOURG or p.top_rule != MARKER]
        for hex_id in dict.fromkeys(marker.stop.split("/")[0] for marker in lying):
            rows: list[list[str | None]] = []
            for stop in p.ground.track(hex_id).stops:
                if stop.kind == "town":
                    continue
                row: list[str | None] = [None] * stop.slots
                for marker in p.s.board.markers:
                    if self._bare(marker) == f"{hex_id}/{stop.key}" and marker.slot >= 0:
                        row[marker.slot] = self.name(marker.company)
                rows.append(row)
            found[hex_id] = rows
        return found
