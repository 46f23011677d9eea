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
from engine.family.auction import unsold
from engine.family.for_share import ExchangeForShare

FollowerT = TypeVar("FollowerT", bound=Follower[Any])


class PlainWriter(SiteWriter[FollowerT]):
    """Writes each move as one action of the site."""

    asked_par: ClassVar[str] = ""
    """The company whose president's certificate comes with a private company."""

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """One action, followed as its reader will follow it, who knows the site's steps and not ours."""
        if act.verb in (HOLD, GO_ON):
            return
        args = self.p.title.verbs[act.verb].choices(act.args)
        self.send(seat, act.verb, self.by_player(seat, act.verb, args) or self.action(seat, act.verb, args))

    def send(self, seat: str, verb: str, action: Action) -> None:
        """Put it into the file."""
        self.tell(action)

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """A move as an action."""
        match verb:
            case "take":
                private = unsold(self.p)[0]
                price = self.p.title.auction.price(self.p, private)
                return self.player(seat, "bid", company=self.kind_name(private), price=price)
            case "par" | "set_par":
                company = args.company if verb == "par" else self.asked_par
                return self.player(seat, "par", corporation=company, share_price=self.par_box(args.price))
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
                frame = self.p.top
                assert isinstance(frame, Ask)
                company = frame.about[0]
                return self.corporation(company, "discard_train", train=self.train(company, args.kind))
            case _:
                return self.by_private(verb, args) or self.operating(self.operator(), verb, args)

    def by_private(self, verb: str, args: Any) -> Action | None:
        """The tile or the station of a private company; nothing for other verbs."""
        found = next((who for who, ours in self.follower.moves.own_hex.items() if ours == verb), None)
        if found is None:
            return None
        law: Any = self.p.title.verbs[verb]
        if found[1] == "place_token":
            return self.private(*found, city=self.city(law.stop(self.p)), slot=0, tokener=self.operator())
        hex_id = args.hex if "hex" in args else law.hex_id
        return self.private(*found, hex=hex_id, tile=self.new_tile(args.tile), rotation=args.rotation)

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
                routes = self.routes(company, verb, args.routes)
                return self.corporation(company, "run_routes", routes=routes, extra_revenue=0, subsidy=0)
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

    def placed(self, company: str, stop: str) -> Action:
        """A station marker in a city."""
        return self.corporation(company, "place_token", city=self.city(stop), slot=0, tokener=company)
