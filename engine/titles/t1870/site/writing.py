"""1870 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.sentences import because
from engine.core.verbs import Act
from engine.exchange.site_log import Action
from engine.exchange.site_writing import SiteWriter, as_json, empty_game, not_known, unknown_reading
from engine.family.as_on_site import PurchaseWithShare
from engine.family.choices import LayChoices
from engine.record import Record
from engine.titles.t1870.connection import TokenUse
from engine.titles.t1870.site.following import Translator1870
from engine.titles.t1870.site.options import ORIGINAL, RULES, options_for


def rules_of(options: dict[str, str]) -> list[str]:
    """The site's optional rules for a game's options, or a sentence about the reading it does not know."""
    wrong = None
    for first in ([], ["original_rules"]):
        rules = list(first)
        for rule, switched in RULES.items():
            implied = rule in ORIGINAL and rules[:1] == ["original_rules"]
            if not implied and all(options.get(name) == value for name, value in switched.items()):
                rules.append(rule)
        differing = unknown_reading("1870", options, options_for(empty_game("1870", (), rules)))
        if not differing:
            return rules
        wrong = wrong or differing
    assert wrong is not None
    raise not_known("1870", options, wrong)


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site."""
    return as_json(Writer1870(record).file())


class Writer1870(SiteWriter[Translator1870]):
    """Writes one action after another and follows them."""

    def __init__(self, record: Record) -> None:
        super().__init__(record, Translator1870, "1870", rules_of(record.begin().state.options))

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """One action; what the site does by itself is part of the one before."""
        if act.verb == "port" and act.args["kind"] == "closed":
            # The site closes a port by using the private company once more.
            self.write(seat, Act("port", {**act.args, "kind": "open"}), events)
            act = Act("close_port")
        action = self._action(seat, act.verb, self.p.title.verbs[act.verb].choices(act.args))
        if action["type"] == "destination_connection" and self.actions:
            self.actions[-1].setdefault("auto_actions", []).append(action)
        else:
            self.note(action)
        self.follower.moves.make(action)
        if act.verb == "reissue":
            action["share_price"] = self.p.company(action["entity"]).par

    # --- one action

    def _action(self, seat: str, verb: str, args: Any) -> Action:
        known = self.by_player(seat, verb, args)
        if known is not None:
            return known
        match verb:
            case "take" | "set_par" | "par" | "let_fall":
                return self._by_player(seat, verb, args)
            case "buy" | "protect" | "sell":
                return self._shares(seat, verb, args)
            case "redeem" | "reissue":
                return self._company_shares(verb, args)
            case "buy_private":
                return self._private(seat, args)
            case _:
                return self._operating(verb, args)

    def _by_player(self, seat: str, verb: str, args: Any) -> Action:
        match verb:
            case "take":
                private = next(name for name in self.p.d.privates if self.p.s.privates[name] == "sale")
                cut = self.p.s.own.price_cut if private == next(iter(self.p.d.privates)) else 0
                return self.player(seat, "bid", company=private, price=self.p.d.privates[private].cost - cut)
            case "set_par" | "par":
                company = args.company if verb == "par" else "SLSF"
                return self.player(seat, "par", corporation=company, share_price=self.par_box(args.price))
            case _:
                return self.player(seat, "pass")

    def _shares(self, seat: str, verb: str, args: Any) -> Action:
        if verb == "protect":
            lot = self.p.s.lots[0]
            names = self.shares("pool", lot.company)[-lot.units :]
            return self.player(seat, "buy_shares", shares=names, percent=lot.units * 10)
        company, units = args.company, args.shares
        if verb == "buy":
            names = self.shares(args.from_, company)[:units]
            return self.player(seat, "buy_shares", shares=names, percent=units * 10)
        return self.player(seat, "sell_shares", shares=self.sold(seat, company, units), percent=units * 10)

    def _company_shares(self, verb: str, args: Any) -> Action:
        company = args.company
        if verb == "redeem":
            names = self.shares(args.from_, company)[:1]
            return self.corporation(company, "buy_shares", shares=names, percent=10)
        names = self.shares(company, company)
        return self.corporation(company, "sell_shares", shares=names, percent=len(names) * 10)

    def _private(self, seat: str, args: PurchaseWithShare) -> Action:
        self.check_share(args)
        more = {"company": args.private, "price": args.price}
        if self.p.top.rule == "stock_turn":
            return self.player(seat, "buy_company", **more)
        return self.corporation(self.operator(), "buy_company", **more)

    def _operating(self, verb: str, args: Any) -> Action:
        if verb == "discard":
            company = str(getattr(self.p.top, "about", [""])[0])
            return self.corporation(company, "discard_train", train=self.train(company, args.kind))
        company = self.operator()
        simple: dict[str, Callable[[], Action]] = {
            "lay": lambda: self.corporation(company, "lay_tile", **self._tile(args)),
            "bridge": lambda: self.private("MRBC", "lay_tile", **self._tile(args)),
            "token": lambda: self.corporation(
                company, "place_token", city=self.city(args.city), slot=0, tokener=company
            ),
            "run": lambda: self._run(company, verb, args.routes),
            "run_connection": lambda: self._run(company, verb, args.routes),
            "dividend": lambda: self.dividend(company, args.kind),
            "connection_dividend": lambda: self.dividend(company, args.kind),
            "buy_train": lambda: self.purchase(company, args),
            "skip": lambda: self.corporation(company, "pass"),
            "bankrupt": lambda: self.corporation(company, "bankrupt"),
            "connect": lambda: self._connect(company, args),
            "announce": lambda: self._announce(company, args.companies),
            "cattle": lambda: self._assign("SCC", args.hex),
            "port": lambda: self._assign("GSC", args.hex),
            "close_port": lambda: self._assign("GSC", self._port()),
        }
        if verb not in simple:
            raise Unreadable(because("18xx.games has no action for {verb}.", verb=verb))
        return simple[verb]()

    def _tile(self, args: LayChoices) -> dict[str, Any]:
        return {"hex": args.hex, "tile": self.new_tile(args.tile), "rotation": args.rotation}

    def _run(self, company: str, verb: str, text: str) -> Action:
        routes = self.routes(company, verb, text)
        return self.corporation(company, "run_routes", routes=routes, extra_revenue=0, subsidy=0)

    def _connect(self, company: str, args: TokenUse) -> Action:
        if args.token == "promote":
            raise Unreadable("18xx.games does not let a station become the destination token.")
        return self.corporation(company, "choose", choice={"place": "Map", "keep": "Charter"}[args.token])

    def _announce(self, company: str, named: str) -> Action:
        companies = [] if named == "none" else named.split()
        return self.corporation(company, "destination_connection", corporations=companies)

    def _assign(self, private: str, hex_id: str) -> Action:
        return self.private(private, "assign", target=hex_id, target_type="hex")

    def _port(self) -> str:
        return next(hex_id for hex_id in self.p.d.map.hexes if "open port" in self.p.board.signs.get(hex_id, ()))
