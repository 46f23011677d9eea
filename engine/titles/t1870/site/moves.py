"""1870 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core import agenda
from engine.core.position import Position
from engine.core.verbs import Got
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action
from engine.exchange.site_moves import DIVIDENDS, Do, SiteMoves
from engine.finance import shares
from engine.titles.t1870.site.states import State1870


class Moves1870(SiteMoves[Labels, State1870]):
    """Turns actions into moves."""

    passes: ClassVar[Mapping[str, str]] = {**SiteMoves.passes, "protect": "let_fall"}

    def __init__(self, p: Position, labels: Labels, view: State1870, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, labels, view, seats, do)
        self.handlers |= {
            "assign": self._assign,
            "destination_connection": self._destination_connection,
            "choose": self._choose,
        }

    def acting(self, action: Action) -> str:
        """The seat that acts: the player, or the company's president."""
        if action["entity_type"] == "player":
            return self.seat(action)
        if action["entity_type"] == "corporation":
            return shares.president(self.p, str(action["entity"]))
        return ""

    def city(self, action: Action) -> str:
        """For the site, off-board areas are cities."""
        stop = super().city(action)
        distant = stop.replace("/c", "/o")
        return distant if distant in self.p.d.map.off_board else stop

    # --- actions

    def _buy_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company = names[0].rpartition("_")[0]
        source = self.labels.place(names[0])
        if action["entity_type"] == "corporation":
            self.labels.move(names, company)
            self.do(shares.president(self.p, company), "redeem", **{"company": company, "from": source})
            return
        seat = self.seat(action)
        self.labels.move(names, seat)
        if self.p.top.rule == "protect":
            self.do(seat, "protect")
        else:
            args: Got = {"company": company, "from": source}
            if source == shares.POOL and self.p.title.holding.many_from_pool(self.p, company):
                args["shares"] = len(names)
            self.do(seat, "buy", **args)

    def _sell_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company = names[0].rpartition("_")[0]
        if action["entity_type"] == "corporation":
            self.labels.move(names, "ipo")
            self.do(shares.president(self.p, company), "reissue", company=company)
            return
        super()._sell_shares(action)

    def _lay_tile(self, action: Action) -> None:
        company = self.company(action)
        verb = "bridge" if action["entity_type"] == "company" else "lay"
        tile = str(action["tile"])
        hex_id = str(action["hex"])
        name = tile.rpartition("-")[0].rstrip("KLP")
        self.do(shares.president(self.p, company), verb, hex=hex_id, tile=name, rotation=int(action["rotation"]))
        self.labels.tiles[hex_id] = tile

    def _run_routes(self, action: Action) -> None:
        self.run_trains(action, "run_connection" if self.p.top.rule == "connection" else "run", action["routes"])

    def _dividend(self, action: Action) -> None:
        company = str(action["entity"])
        verb = "connection_dividend" if self.p.top.rule == "connection" else "dividend"
        self.do(shares.president(self.p, company), verb, kind=DIVIDENDS[str(action["kind"])])
        if verb == "connection_dividend":
            self.labels.unmark(company)

    def _assign(self, action: Action) -> None:
        company = self.company(action)
        seat = shares.president(self.p, company)
        hex_id = str(action["target"])
        if action["entity"] == "SCC":
            self.do(seat, "cattle", hex=hex_id)
        elif self.p.s.own.port_owner:
            self.do(seat, "close_port")
        else:
            self.do(seat, "port", hex=hex_id, kind="open")

    def _destination_connection(self, action: Action) -> None:
        companies = " ".join(str(company) for company in action["corporations"]) or "none"
        self.do(agenda.deciders(self.p)[0], "announce", companies=companies)

    def _choose(self, action: Action) -> None:
        company = str(action["entity"])
        token = {"Map": "place", "Charter": "keep"}[str(action["choice"])]
        self.do(shares.president(self.p, company), "connect", token=token)
