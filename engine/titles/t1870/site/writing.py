"""1870 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.errors import Unreadable
from engine.core.events import Event
from engine.core.verbs import Act
from engine.exchange.site_log import Action
from engine.exchange.site_plain_writing import PlainWriter
from engine.exchange.site_writing import empty_game, not_known, unknown_reading
from engine.finance import shares
from engine.titles.t1870.connection import TokenUse
from engine.titles.t1870.powers import CATTLE, PORT
from engine.titles.t1870.site.following import Translator1870
from engine.titles.t1870.site.options import ORIGINAL, RULES, options_for


def rules_of(options: Mapping[str, str]) -> list[str]:
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


class Writer1870(PlainWriter[Translator1870]):
    """Writes one action after another and follows them."""

    def site_rules(self, options: Mapping[str, str]) -> list[str]:
        """Some of its rules imply others."""
        return rules_of(options)

    def write(self, seat: str, act: Act, events: list[Event]) -> None:
        """What the site does by itself is part of the action before."""
        if act.verb == "port" and act.args["kind"] == "closed":
            # The site closes a port by using the private company once more.
            self.write(seat, Act("port", {**act.args, "kind": "open"}), events)
            act = Act("close_port")
        super().write(seat, act, events)
        if act.verb == "reissue":
            self.actions[-1]["share_price"] = self.p.company(self.actions[-1]["entity"]).par

    def note(self, action: Action) -> None:
        """The site announces connection runs with the action that made the connection."""
        if action["type"] == "destination_connection" and self.actions:
            self.actions[-1].setdefault("auto_actions", []).append(action)
        else:
            super().note(action)

    def action(self, seat: str, verb: str, args: Any) -> Action:
        """What a player does for a company, and what protects its price."""
        match verb:
            case "let_fall":
                return self.player(seat, "pass")
            case "protect":
                lot = self.p.s.lots[0]
                names = self.shares(shares.POOL, lot.company)[-lot.units :]
                return self.player(seat, "buy_shares", shares=names, percent=lot.units * 10)
            case "redeem":
                names = self.shares(args.from_, args.company)[:1]
                return self.corporation(args.company, "buy_shares", shares=names, percent=10)
            case "reissue":
                names = self.shares(args.company, args.company)
                return self.corporation(args.company, "sell_shares", shares=names, percent=len(names) * 10)
            case _:
                return super().action(seat, verb, args)

    def operating(self, company: str, verb: str, args: Any) -> Action:
        """Tokens of private companies, and connection runs."""
        match verb:
            case "run_connection":
                return self.ran(company, self.routes(company, verb, args.routes))
            case "connection_dividend":
                return self.dividend(company, args.kind)
            case "connect":
                return self._connect(company, args)
            case "announce":
                companies = str(args.companies).removeprefix("none").split()
                return self.corporation(company, "destination_connection", corporations=companies)
            case "cattle":
                return self._assign(CATTLE, args.hex)
            case "port":
                return self._assign(PORT, args.hex)
            case "close_port":
                return self._assign(PORT, self._port())
            case _:
                return super().operating(company, verb, args)

    def _connect(self, company: str, args: TokenUse) -> Action:
        if args.token == "promote":
            raise Unreadable("18xx.games does not let a station become the destination token.")
        return self.corporation(company, "choose", choice={"place": "Map", "keep": "Charter"}[args.token])

    def _assign(self, private: str, hex_id: str) -> Action:
        return self.private(private, "assign", target=hex_id, target_type="hex")

    def _port(self) -> str:
        return next(hex_id for hex_id in self.p.d.map.hexes if "open port" in self.p.board.signs.get(hex_id, ()))
