"""1830 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.powers import GO_ON, HOLD
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Act
from engine.exchange.site_log import Action
from engine.exchange.site_writing import SiteWriter, as_json, empty_game, not_known, unknown_reading
from engine.family import operating
from engine.family.auction import unsold
from engine.family.falling import price_of
from engine.record import Record
from engine.titles.t1830.powers import MOHAWK, NEW_YORK
from engine.titles.t1830.script import COMPANY
from engine.titles.t1830.site.following import THEIRS, Translator1830, options_for
from engine.titles.t1830.site.moves import OWN_HEX

BY_PRIVATE = {verb: private for (private, _), verb in OWN_HEX.items()}


def rules_of(options: Mapping[str, str]) -> list[str]:
    """The site's optional rules for a game's options, or a sentence about the reading it does not know."""
    rules = [rule for rule, ours in THEIRS.items() if options.get(ours) == "yes"]
    differing = unknown_reading("1830", options, options_for(empty_game("1830", (), rules)))
    if differing:
        raise not_known("1830", options, differing)
    return rules


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site."""
    return as_json(Writer1830(record).file())


class Writer1830(SiteWriter[Translator1830]):
    """Writes one action after another and follows them."""

    def __init__(self, record: Record) -> None:
        super().__init__(record, Translator1830, "1830", rules_of(record.begin().state.options))
        self.station_offered = False
        """The Delaware & Hudson has laid its tile, and its owner is asked about the station."""

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """One action, followed as its reader will follow it, who knows the site's steps and not ours."""
        if act.verb in (HOLD, GO_ON):
            return
        args = self.p.title.verbs[act.verb].choices(act.args)
        action = self.by_player(seat, act.verb, args) or self._action(seat, act.verb, args)
        if self.station_offered and act.verb != "scranton_station":
            decline = self.private(BY_PRIVATE["scranton_station"], "pass")
            self.note(decline)
            self.follower.declined(decline)
            if act.verb == "skip" and not self._may_place():
                self.station_offered = False
                return
        self.tell(action)
        self.station_offered = act.verb == "scranton" and bool(self.p.company(self.operator()).markers)

    def _may_place(self) -> bool:
        """Is a station asked for besides the one that was declined?"""
        frame = operating.turn(self.p)
        return frame is not None and frame.step == "token"

    def _action(self, seat: str, verb: str, args: Any) -> Action:
        match verb:
            case "take":
                private = unsold(self.p)[0]
                return self.player(seat, "bid", company=private, price=price_of(self.p, private))
            case "par" | "set_par":
                company = args.company if verb == "par" else COMPANY
                return self.player(seat, "par", corporation=company, share_price=self.par_box(args.price))
            case "buy" | "exchange":
                company, units = (args.company, args.shares) if verb == "buy" else (NEW_YORK, 1)
                more = {"shares": self.shares(args.from_, company)[:units], "percent": units * 10}
                acts = self.private(MOHAWK, "buy_shares", **more)
                return acts if verb == "exchange" else self.player(seat, "buy_shares", **more)
            case "sell":
                units = args.shares
                names = self.sold(seat, args.company, units)
                return self.player(seat, "sell_shares", shares=names, percent=units * 10)
            case "buy_private" if self.p.top_rule == "stock_turn":
                self.check_share(args)
                return self.player(seat, "buy_company", company=args.private, price=args.price)
            case "discard":
                frame = self.p.top
                assert isinstance(frame, Ask)
                company = frame.about[0]
                return self.corporation(company, "discard_train", train=self.train(company, args.kind))
            case "home":
                frame = self.p.top
                assert isinstance(frame, Ask)
                return self._token(frame.about[0], args.city)
            case _:
                return self._operating(self.operator(), verb, args)

    def _operating(self, company: str, verb: str, args: Any) -> Action:
        match verb:
            case "skip":
                return self.corporation(company, "pass")
            case "lay" | "burlington" | "scranton":
                tile = {"tile": self.new_tile(args.tile), "rotation": args.rotation}
                if verb == "lay":
                    return self.corporation(company, "lay_tile", hex=args.hex, **tile)
                law: Any = self.p.title.verbs[verb]
                return self.private(BY_PRIVATE[verb], "lay_tile", hex=law.hex_id, **tile)
            case "scranton_station":
                law = self.p.title.verbs[verb]
                city = self.city(law.stop(self.p))
                return self.private(BY_PRIVATE[verb], "place_token", city=city, slot=0, tokener=company)
            case "token":
                return self._token(company, args.city)
            case "run":
                routes = self.routes(company, verb, args.routes)
                return self.corporation(company, "run_routes", routes=routes, extra_revenue=0, subsidy=0)
            case "dividend":
                return self.dividend(company, args.kind)
            case "buy_private":
                return self.corporation(company, "buy_company", company=args.private, price=args.price)
            case "buy_train":
                return self.purchase(company, args)
            case "bankrupt":
                return self.corporation(company, "bankrupt")
            case _:
                raise Unreadable(because("18xx.games has no action for {verb}.", verb=verb))

    def _token(self, company: str, stop: str) -> Action:
        return self.corporation(company, "place_token", city=self.city(stop), slot=0, tokener=company)

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
