"""1830 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from typing import Any

from engine.core.state import Ask
from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.exchange.site_writing import as_json, rules_of
from engine.family import operating
from engine.record import Record
from engine.titles.t1830.script import COMPANY
from engine.titles.t1830.site.following import THEIRS, Translator1830


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site."""
    return as_json(Writer1830(record).file())


class Writer1830(PlainWriter[Translator1830]):
    """Writes one action after another and follows them."""

    asked_par = COMPANY

    def __init__(self, record: Record) -> None:
        super().__init__(record, Translator1830, "1830", rules_of("1830", record.begin().state.options, THEIRS))
        self.station_offered = False
        """The Delaware & Hudson has laid its tile, and its owner is asked about the station."""

    def send(self, seat: str, verb: str, action: Action) -> None:
        """Who does not place the station that is offered declines it first."""
        if self.station_offered and verb != "scranton_station":
            decline = self.private("DH", "pass")
            self.note(decline)
            self.follower.declined(decline)
            if verb == "skip" and not self._may_place():
                self.station_offered = False
                return
        self.tell(action)
        self.station_offered = verb == "scranton" and bool(self.p.company(self.operator()).markers)

    def _may_place(self) -> bool:
        """Is a station asked for besides the one that was declined?"""
        frame = operating.turn(self.p)
        return frame is not None and frame.step == "token"

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """Players buy private companies, and a home is chosen."""
        if verb == "buy_private" and self.p.top_rule == "stock_turn":
            self.check_share(args)
            return self.player(seat, "buy_company", company=args.private, price=args.price)
        if verb == "home":
            frame = self.p.top
            assert isinstance(frame, Ask)
            return self.placed(frame.about[0], args.city)
        return super().action(seat, verb, args)

    def routes(self, company: str, verb: str, text: str) -> list[dict[str, Any]]:
        """A place of two hexes is two places for the site: a route ends in the one it reaches."""
        found = super().routes(company, verb, text)
        for route in found:
            chains: list[list[str]] = route["connections"]
            chains[0] = chains[0][self._twins(chains[0][:2]) :]
            chains[-1] = chains[-1][: len(chains[-1]) - self._twins(chains[-1][-2:])]
            for end, hex_id in ((0, chains[0][0]), (-1, chains[-1][-1])):
                route["hexes"][end] = hex_id
                route["nodes"][end] = f"{hex_id}-{route['nodes'][end].rpartition('-')[2]}"
            route["revenue_str"] = "-".join(route["hexes"])
        return found

    def _twins(self, pair: list[str]) -> bool:
        groups = [self.p.d.map.hexes[hex_id].sheet.group for hex_id in pair]
        return len(groups) == 2 and groups[0] == groups[1] != ""
