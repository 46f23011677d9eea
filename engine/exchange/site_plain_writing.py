"""Games of titles whose moves are the family's, written as files of 18xx.games."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.powers import GO_ON, HOLD
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Act
from engine.exchange.site_following import Follower
from engine.exchange.site_log import Action
from engine.exchange.site_writing import SiteWriter
from engine.family import operating
from engine.family.for_share import ExchangeForShare
from engine.family.stock import TURN

FollowerT = TypeVar("FollowerT", bound=Follower[Any])


class PlainWriter(SiteWriter[FollowerT]):
    """Writes each move as one action of the site."""

    joins_places: ClassVar[bool] = False
    """Does the site join the hexes of one place by track?"""
    station_of = ""
    """The private company that has laid its tile, and is asked about the station that goes with it."""

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """One action, followed as its reader will follow it, who knows the site's steps and not ours."""
        if act.verb in (HOLD, GO_ON):
            return
        args = self.p.title.verbs[act.verb].choices(act.args)
        self.send(seat, act.verb, self.by_player(seat, act.verb, args) or self.action(seat, act.verb, args))

    def send(self, seat: str, verb: str, action: Action) -> None:
        """Put it into the file; who does not place a station that is offered declines it first."""
        own_hex = self.follower.moves.own_hex
        if self.station_of and verb != own_hex[(self.station_of, "place_token")]:
            decline = self.private(self.station_of, "pass")
            self.note(decline)
            self.follower.declined(decline)
            if verb == "skip" and not self._may_place():
                self.station_of = ""
                return
        self.tell(action)
        private = str(action["entity"])
        offers = own_hex.get((private, "lay_tile")) == verb and (private, "place_token") in own_hex
        self.station_of = private if offers and self.p.company(self.operator()).markers else ""

    def _may_place(self) -> bool:
        """Is a station asked for besides the one that was declined?"""
        frame = operating.turn(self.p)
        return frame is not None and frame.step == "token"

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """A move as an action."""
        match verb:
            case "take":
                private = self.follower.moves.takeable()
                price = self.p.title.auction.price(self.p, private)
                return self.player(seat, "bid", company=self.kind_name(private), price=price)
            case "par" | "set_par":
                company = args.company if verb == "par" else self.p.on_top(Ask).about[0]
                return self.player(seat, "par", corporation=self.name(company), share_price=self.par_box(args.price))
            case "buy":
                names = self.shares(args.from_, args.company)[: args.shares]
                return self.player(seat, "buy_shares", shares=names, percent=args.shares * 10)
            case "exchange":
                law = self.p.title.verbs[verb]
                assert isinstance(law, ExchangeForShare)
                names = self.shares(args.from_, law.company)[:1]
                return self.private(law.private, "buy_shares", shares=names, percent=10)
            case "sell":
                names = self.sold(seat, args.company, args.shares)
                return self.player(seat, "sell_shares", shares=names, percent=args.shares * 10)
            case "discard":
                company = self.p.on_top(Ask).about[0]
                return self.corporation(company, "discard_train", train=self.train(company, args.kind))
            case "home":
                return self.placed(self.p.on_top(Ask).about[0], args.city)
            case "buy_private" if self.p.top_rule == TURN:
                self.check_share(args)
                return self.player(seat, "buy_company", company=self.kind_name(args.private), price=args.price)
            case _:
                return self.by_private(verb, args) or self.operating(self.operator(), verb, args)

    def by_private(self, verb: str, args: Any) -> Action | None:
        """The tile or the station of a private company; nothing for other verbs."""
        owner = next((who for who, ours in self.follower.moves.own_hex.items() if ours == verb), None)
        if owner is None:
            return None
        law: Any = self.p.title.verbs[verb]
        if owner[1] == "place_token":
            return self.private(*owner, city=self.city(law.stop(self.p)), slot=0, tokener=self.operator())
        hex_id = args.hex if "hex" in args else law.hex_id
        return self.private(*owner, hex=hex_id, tile=self.new_tile(args.tile), rotation=args.rotation)

    def operating(self, company: str, verb: str, args: Any) -> Action:
        """A move of the company that operates."""
        match verb:
            case "skip":
                return self.corporation(company, "pass")
            case "lay":
                tile = {"tile": self.new_tile(args.tile), "rotation": args.rotation}
                return self.corporation(company, "lay_tile", hex=args.hex, **tile)
            case "token":
                return self.placed(company, args.city)
            case "run":
                return self.ran(company, self.routes(company, verb, args.routes))
            case "dividend":
                return self.dividend(company, args.kind)
            case "buy_private":
                private = self.kind_name(args.private)
                return self.corporation(company, "buy_company", company=private, price=args.price)
            case "buy_train":
                return self.purchase(company, args)
            case "bankrupt":
                return self.corporation(company, "bankrupt")
            case _:
                raise Unreadable(because("18xx.games has no action for {verb}.", verb=verb))

    def ran(self, company: str, routes: list[dict[str, Any]]) -> Action:
        """A run of trains."""
        return self.corporation(company, "run_routes", routes=routes, extra_revenue=0, subsidy=0)

    def placed(self, company: str, stop: str) -> Action:
        """A station marker in a city."""
        return self.corporation(company, "place_token", city=self.city(stop), slot=0, tokener=self.name(company))

    # --- places of several hexes

    def routes(self, company: str, verb: str, text: str) -> list[dict[str, Any]]:
        """Where a place of two hexes is two places for the site, a route ends in the one it reaches."""
        routes = super().routes(company, verb, text)
        for route in () if self.joins_places else routes:
            chains: list[list[str]] = route["connections"]
            chains[0] = chains[0][self._twins(chains[0][:2]) :]
            chains[-1] = chains[-1][: len(chains[-1]) - self._twins(chains[-1][-2:])]
            for end, hex_id in ((0, chains[0][0]), (-1, chains[-1][-1])):
                route["hexes"][end] = hex_id
                route["nodes"][end] = f"{hex_id}-{route['nodes'][end].rpartition('-')[2]}"
            route["revenue_str"] = "-".join(route["hexes"])
        return routes

    def _twins(self, pair: list[str]) -> bool:
        groups = [self.p.d.map.hexes[hex_id].sheet.group for hex_id in pair]
        return len(groups) == 2 and groups[0] == groups[1] != ""
