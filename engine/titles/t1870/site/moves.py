"""1870 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core import agenda
from engine.core.errors import Illegal, Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.verbs import Got
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import MOST_NAMED, Action
from engine.exchange.site_moves import DIVIDENDS, Do, SiteMoves
from engine.exchange.site_stated import check_bought, check_percent
from engine.finance import shares
from engine.title import definition
from engine.titles import title_for
from engine.titles.t1870.build import BRIDGE
from engine.titles.t1870.powers import CATTLE, PORT
from engine.titles.t1870.site.states import State1870


def check_own(action: Action, company: str) -> None:
    """A company deals in its own shares, and makes its own connection run."""
    if action["entity"] != company:
        told = {"company": str(action["entity"])[:MOST_NAMED], "other": company}
        raise Illegal(Refusal(because("{company} cannot act for {other}", **told)))


class Moves1870(SiteMoves[Labels, State1870]):
    """Turns actions into moves."""

    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {(BRIDGE, "lay_tile"): "bridge"}
    passes: ClassVar[Mapping[str, str]] = {**SiteMoves.passes, "protect": "let_fall"}

    def __init__(self, p: Position, labels: Labels, view: State1870, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, labels, view, seats, do)
        self.handlers |= {
            "assign": self._assign,
            "destination_connection": self._destination_connection,
            "choose": self._choose,
        }

    def city(self, action: Action) -> str:
        """For the site, off-board areas are cities."""
        stop = super().city(action)
        distant = stop.replace("/c", "/o")
        return distant if distant in self.p.d.map.off_board else stop

    # --- actions

    def _buy_shares(self, action: Action) -> None:
        names, company, source = self.bought(action)
        if action["entity_type"] == "corporation":
            check_own(action, company)
            self.labels.move(names, company)
            self.do(shares.president(self.p, company), "redeem", **{"company": company, "from": source})
            self.check_moved("redeemed", len(names))
            return
        seat = self.seat(action)
        if self.p.top.rule == "protect" and source != shares.POOL:
            raise Illegal(Refusal("what is protected lies in the market"))
        self.labels.move(names, seat)
        if self.p.top.rule == "protect":
            self.do(seat, "protect")
            self.check_moved("protected", self.labels.units(names), company)
            return
        args: Got = {"company": company, "from": source}
        if source == shares.POOL and self.p.title.holding.many_from_pool(self.p, company):
            args["shares"] = len(names)
        self.do(seat, "buy", **args)
        check_bought(self.p.events, self.labels.units(names))

    def check_moved(self, kind: str, units: int, company: str = "") -> None:
        """As many tenths as stated were redeemed, reissued or protected."""
        found = [event.data for event in self.p.events if event.kind == kind]
        got = sum(int(data.get("shares", 1)) for data in found)
        if got != units or (company and any(data["company"] != company for data in found)):
            raise Illegal(Refusal(because("{got}0% would change hands, not {stated}0%", got=got, stated=units)))

    def _sell_shares(self, action: Action) -> None:
        if action["entity_type"] != "corporation":
            super()._sell_shares(action)
            return
        names = self.share_names(action)
        company, place = names[0].rpartition("_")[0], self.labels.check_together(names)
        check_own(action, company)
        check_own(action, place)
        check_percent(action, len(names), len(names))
        self.labels.move(names, "ipo")
        self.do(shares.president(self.p, company), "reissue", company=company)
        self.check_moved("reissued", len(names))
        price, par = action.get("share_price"), self.p.company(company).par
        if price is not None and price != par:
            told = {"company": company, "ours": par, "theirs": str(price)[:MOST_NAMED]}
            raise Illegal(Refusal(because("a share of {company} costs {ours}, not {theirs}", **told)))

    def our_tile(self, tile: str) -> str:
        """The site tells tiles for certain cities apart by a letter."""
        return super().our_tile(tile).rstrip("KLP")

    def tile_name(self, tile: str, number: int) -> str:
        """With that letter."""
        return super().tile_name({"171": "171K", "172": "172L"}.get(tile, tile), number)

    def copies(self, tile: str) -> range:
        """Where the designer's sheet has fewer, the site leaves out the first ones."""
        if self.p.s.options["tile_counts"] != "designer":
            return super().copies(tile)
        count, options = super().copies(tile).stop, {**self.p.s.options, "tile_counts": "mayfair"}
        every = definition(title_for("1870", options), options).tiles.get(tile)
        return range(max(0, every.count - count), every.count) if every else range(0)

    def _run_routes(self, action: Action) -> None:
        self.run_trains(action, "run_connection" if self.p.top.rule == "connection" else "run", action["routes"])

    def _dividend(self, action: Action) -> None:
        company = str(action["entity"])
        verb = "connection_dividend" if self.p.top.rule == "connection" else "dividend"
        self.do(shares.president(self.p, company), verb, kind=DIVIDENDS[str(action["kind"])])
        if verb == "connection_dividend":
            self.labels.unmark(company)

    def _assign(self, action: Action) -> None:
        seat, hex_id = shares.president(self.p, self.company(action)), str(action["target"])
        if action.get("target_type", "hex") != "hex":
            raise Illegal(Refusal("a token of a private company lies in a hex"))
        if action["entity"] == CATTLE:
            self.do(seat, "cattle", hex=hex_id)
        elif action["entity"] != PORT:
            raise self.not_used(action)
        elif self.p.s.own.port_owner:
            self.do(seat, "close_port")
        else:
            self.do(seat, "port", hex=hex_id, kind="open")
        if not any(event.kind == "sign" and event.data["hex"] == hex_id for event in self.p.events):
            raise Illegal(Refusal(because("the token does not lie in {hex}", hex=hex_id[:MOST_NAMED])))

    def _destination_connection(self, action: Action) -> None:
        companies = " ".join(str(company) for company in action["corporations"]) or "none"
        self.do(agenda.deciders(self.p)[0], "announce", companies=companies)

    def _choose(self, action: Action) -> None:
        company = str(action["entity"])
        check_own(action, str(getattr(self.p.top, "subject", "")))
        token = {"Map": "place", "Charter": "keep"}[str(action["choice"])]
        self.do(shares.president(self.p, company), "connect", token=token)
