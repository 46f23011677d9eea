"""1870 of 18xx.games: its actions as moves of ours."""

from __future__ import annotations

from typing import Any

from engine import agenda
from engine.errors import Illegal, Refusal, Unreadable
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action, SiteGame, Step
from engine.exchange.site_routes import read_route
from engine.exchange.site_states_1870 import State1870
from engine.family import operating
from engine.family.running import write_routes
from engine.finance import shares
from engine.game import Game, copy_of, menu, move
from engine.position import Position
from engine.record import Record
from engine.state import Ask, Raise, Run
from engine.title import definition
from engine.verbs import Act, Got

# What the site reads otherwise than the rulebook, switched on by the options named for the rules.
SITE = {
    "edition": "mayfair",
    "over_60": "keep",
    "runs": "free",
    "connection_dividend": "right",
    "connection_check": "announced",
    "idle_track": "asked",
    "own_forced_sale": "protectable",
    "over_limit_sales": "any",
    "counted_while_selling": "as_it_falls",
    "company_acts": "beside_own",
    "contest_order": "by_bids",
    "katy_share": "again",
    "station_at_destination": "no_bonus",
    "market_piles": "one",
    "protection_after_selling": "barred",
    "treasury_paid": "at_once",
    "reissue_money": "at_once",
    "reissue_again": "yes",
    "redeem_from": "operated",
    "closed_privates": "close",
    "forced_sales": "after_train",
    "forced_over_limit": "ignore",
    "bank_breaks": "when_short",
    "bankrupt_worth": "sold_out",
    "bridge_discount": "river_hex",
    "train_12": "unlimited",
}

RULES: dict[str, dict[str, str]] = {
    "diesels": {"diesels": "yes"},
    "finish_on_400": {"finish_at_400": "yes"},
    "station_wars": {"connection_tokens": "spare_space"},
    "original_tiles": {"tile_counts": "designer"},
    "max_reissue_200": {"reissue_up_to": "200"},
    "can_protect_if_sold": {"protection_after_selling": "allowed"},
    "original_market": {"market_colors": "designer"},
}
ORIGINAL = ("station_wars", "original_tiles", "max_reissue_200", "can_protect_if_sold", "original_market")

SILENT = ("message", "program_buy_shares", "program_share_pass", "program_disable")
DIVIDENDS = {"payout": "full", "withhold": "withhold", "half": "half"}
IMPLIED = {"stock_turn": "pass", "protect": "let_fall", "operating_turn": "skip"}
MOST_IMPLIED = 60


def options_for(source: SiteGame) -> dict[str, str]:
    """Our options for a game of the site."""
    options = dict(SITE)
    rules = set(source.rules)
    if "original_rules" in rules:
        rules |= set(ORIGINAL)
        options["certificate_table"] = "designer"
    for rule in rules - {"original_rules"}:
        if rule not in RULES:
            raise Unreadable(f"The file plays by a rule that is not known here: {rule}.")
        options |= RULES[rule]
    return options


class Translator1870:
    """Follows a file of the site move by move."""

    def __init__(self, source: SiteGame) -> None:
        names = [name for _, name in source.players]
        if len(set(names)) != len(names):
            names = [f"{name} ({number})" for number, name in enumerate(names, 1)]
        self.record = Record(title="1870", players=names, options=options_for(source), setup={"order": names})
        start = self.record.begin()
        self.p = Position(start.title, definition(start.title, start.state.options), copy_of(start.title, start.state))
        self.seats = {player: f"p{number}" for number, (player, _) in enumerate(source.players, 1)}
        self.labels = Labels(self.p)
        self.ended = ""
        """Entity whose turn ended with the last action."""
        self.view = State1870(self.p, self.labels, {seat: player for player, seat in self.seats.items()})

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return Game(self.p.title, self.p.s)

    def state(self) -> dict[str, Any]:
        """The position in the words of the site."""
        return self.view.state()

    def run(self) -> dict[str, Any]:
        """Routes of the last step, if it ran any."""
        return self.view.routes

    # --- moving

    def carry_out(self, step: Step, following: Step | None) -> None:
        """The action itself, then what the next one shows that the site did without being asked."""
        self.view.routes = {}
        action = step.action
        if action["type"] not in SILENT and not self._already_over(action):
            self._lead_to(action)
            rule = self.p.top_rule
            self._make(action)
            if rule in ("stock_turn", "operating_turn"):
                self._note_end(action)
            else:
                self.ended = ""
        if following is None:
            self._finish()
        elif following.action["type"] not in SILENT and not self._already_over(following.action):
            self._lead_to(following.action)

    def _already_over(self, action: Action) -> bool:
        """A pass of somebody whose turn has ended here without it, since nothing was left to do."""
        if action["type"] != "pass":
            return False
        if action["entity_type"] == "company":
            return True
        return self.ended == str(action["entity"])

    def _note_end(self, action: Action) -> None:
        """Has the turn of the one who acted ended with his action?"""
        entity = str(action["entity"])
        self.ended = ""
        if action["entity_type"] == "company":
            entity = self._company(action)
        if entity in self.p.s.companies:
            frame = operating.turn(self.p)
            over = frame is None or frame.subject != entity or frame.step == "departure"
        else:
            over = not any(
                isinstance(f, Run) and f.rule == "stock_turn" and f.subject == self.seats.get(entity)
                for f in self.p.s.agenda
            )
        if over:
            self.ended = entity

    def _lead_to(self, action: Action) -> None:
        """Give the answers that the site leaves out until the position is the one that the action belongs to."""
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or action["type"] == "end_game" or self._fits(action):
                return
            if not self._imply():
                return

    def _finish(self) -> None:
        for _ in range(MOST_IMPLIED):
            if self.p.s.end is not None or not self._imply():
                return

    def _imply(self) -> bool:
        """Pass, skip or let fall, if that is what the position asks for."""
        rule = self.p.top.rule if self.p.s.agenda else ""
        waiting = agenda.deciders(self.p)
        if rule not in IMPLIED or not waiting:
            return False
        try:
            self._do(waiting[0], IMPLIED[rule])
        except Illegal:
            return False
        return True

    def _do(self, seat: str, verb: str, **args: str | int) -> None:
        """One move of ours, with the consent that the file shows to have been given."""
        act = Act(verb, args)
        before = len(self.p.s.offers)
        self.p.events.clear()
        move(self.p, seat, act)
        self.record.note(seat, act)
        if len(self.p.s.offers) > before:
            offer = self.p.s.offers[-1]
            for other in list(offer.needs):
                self.record.note(other, Act("accept", {"offer": offer.id}))
                move(self.p, other, Act("accept", {"offer": offer.id}))
        self.view.see(self.p.events)

    # --- does the position ask for this action?

    def _fits(self, action: Action) -> bool:
        kind, frame = action["type"], self.p.top
        waiting = agenda.deciders(self.p)
        match frame:
            case Ask(rule="protect"):
                return waiting == [self._seat(action)] and kind in ("buy_shares", "pass")
            case Ask(rule="discard"):
                return kind == "discard_train" and frame.about[0] == action["entity"]
            case Ask():
                return True
            case Raise():
                return kind in ("sell_shares", "buy_train", "bankrupt")
            case Run(rule="stock_turn"):
                if action["entity_type"] == "corporation" and kind not in ("buy_shares", "sell_shares"):
                    return False
                return self._acting(action) == frame.subject
            case Run(rule="operating_turn"):
                return self._fits_turn(action, frame)
            case Run(rule="connection"):
                return True
            case _:
                return True

    def _fits_turn(self, action: Action, frame: Run) -> bool:
        verb = self._operating_verb(action)
        if not verb:
            return False
        company = self._company(action)
        if company != frame.subject and verb != "sell":
            return False
        if verb == "skip":
            return frame.step in ("track", "token", "train")
        verbs = menu(self.p, agenda.deciders(self.p)[0]) if agenda.deciders(self.p) else []
        return verb in verbs

    def _operating_verb(self, action: Action) -> str:
        entity_type, kind = action["entity_type"], action["type"]
        if entity_type == "player":
            return "sell" if kind == "sell_shares" else ""
        table = {
            "lay_tile": "bridge" if entity_type == "company" else "lay",
            "place_token": "token",
            "run_routes": "run",
            "dividend": "dividend",
            "buy_train": "buy_train",
            "buy_company": "buy_private",
            "bankrupt": "bankrupt",
            "assign": "cattle" if action["entity"] == "SCC" else "port",
            "pass": "skip",
            "destination_connection": "announce",
        }
        return table.get(kind, "")

    # --- who

    def _seat(self, action: Action) -> str:
        return self.seats.get(str(action["entity"]), "")

    def _company(self, action: Action) -> str:
        if action["entity_type"] == "company":
            return self.p.s.privates[action["entity"]]
        return str(action["entity"])

    def _acting(self, action: Action) -> str:
        if action["entity_type"] == "player":
            return self._seat(action)
        if action["entity_type"] == "corporation":
            return shares.president(self.p, str(action["entity"]))
        return ""

    # --- actions

    def _make(self, action: Action) -> None:
        kind = str(action["type"])
        if kind == "end_game":
            others = self.p.living
            self._do(others[0], "stop")
            return
        handler = getattr(self, f"_{kind}", None)
        if handler is None:
            raise Unreadable(f"there is no such action as {kind!r}.")
        handler(action)

    def _bid(self, action: Action) -> None:
        private, price = str(action["company"]), int(action["price"])
        frame = self.p.top
        from engine.titles.t1870.auction import unsold

        if isinstance(frame, Run) and frame.rule == "auction" and unsold(self.p)[0] == private:
            self._do(self._seat(action), "take")
        else:
            self._do(self._seat(action), "bid", private=private, amount=price)

    def _pass(self, action: Action) -> None:
        rule = self.p.top.rule
        verb = {"auction": "pass_auction", "contest": "pass_auction", **IMPLIED}.get(rule)
        if verb is None:
            raise Illegal(Refusal(f"nobody can pass at {rule}"))
        if rule == "operating_turn":
            self._do(agenda.deciders(self.p)[0], verb)
            return
        self._do(self._seat(action), verb)

    def _frame(self) -> Run:
        frame = self.p.top
        assert isinstance(frame, Run)
        return frame

    def _par(self, action: Action) -> None:
        price = int(str(action["share_price"]).split(",")[0])
        if self.p.top.rule == "first_par":
            self.labels.move([f"{action['corporation']}_0"], self._seat(action))
            self._do(self._seat(action), "set_par", price=price)
        else:
            self.labels.move([f"{action['corporation']}_0"], self._seat(action))
            self._do(self._seat(action), "par", company=str(action["corporation"]), price=price)

    def _buy_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company = names[0].rpartition("_")[0]
        source = self.labels.place(names[0])
        if action["entity_type"] == "corporation":
            self.labels.move(names, company)
            self._do(shares.president(self.p, company), "redeem", **{"company": company, "from": source})
            return
        seat = self._seat(action)
        self.labels.move(names, seat)
        if self.p.top.rule == "protect":
            self._do(seat, "protect")
        else:
            args: Got = {"company": company, "from": source}
            if source == shares.POOL and self.p.title.holding.many_from_pool(self.p, company):
                args["shares"] = len(names)
            self._do(seat, "buy", **args)

    def _sell_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company = names[0].rpartition("_")[0]
        if action["entity_type"] == "corporation":
            self.labels.move(names, "ipo")
            self._do(shares.president(self.p, company), "reissue", company=company)
            return
        units = int(action["percent"]) // 10
        self.labels.sell(names, self._seat(action), units)
        self._do(self._seat(action), "sell", company=company, shares=units)

    def _buy_company(self, action: Action) -> None:
        seat = self._acting(action)
        if action["company"] == "MKT" and action["entity_type"] == "player":
            self._katy_again(seat)
        self._do(seat, "buy_private", private=str(action["company"]), price=int(action["price"]))

    def _katy_again(self, seat: str) -> None:
        """The site hands the share out once more if its company or the market holds it."""
        if self.labels.place("MKT_1") in ("MKT", "ipo", "pool"):
            self.labels.move(["MKT_1"], seat)

    def _lay_tile(self, action: Action) -> None:
        company = self._company(action)
        verb = "bridge" if action["entity_type"] == "company" else "lay"
        tile = str(action["tile"])
        hex_id = str(action["hex"])
        name = tile.rpartition("-")[0].rstrip("KLP")
        self._do(shares.president(self.p, company), verb, hex=hex_id, tile=name, rotation=int(action["rotation"]))
        self.labels.tiles[hex_id] = tile

    def _place_token(self, action: Action) -> None:
        tile, _, part = str(action["city"]).rpartition("-")
        hex_id = self.labels.hex_of(tile)
        self._do(shares.president(self.p, str(action["entity"])), "token", city=f"{hex_id}/c{part}")

    def _run_routes(self, action: Action) -> None:
        company = str(action["entity"])
        taken: set[str] = set()
        routes = tuple(
            read_route(self.p, company, self.labels.card(company, str(route["train"])), route, taken)
            for route in action["routes"]
        )
        verb = "run_connection" if self.p.top.rule == "connection" else "run"
        self._do(shares.president(self.p, company), verb, routes=write_routes(routes))
        self.view.note_run(action, self.p.events)

    def _dividend(self, action: Action) -> None:
        company = str(action["entity"])
        verb = "connection_dividend" if self.p.top.rule == "connection" else "dividend"
        self._do(shares.president(self.p, company), verb, kind=DIVIDENDS[str(action["kind"])])
        if verb == "connection_dividend":
            self.labels.unmark(company)

    def _buy_train(self, action: Action) -> None:
        company = str(action["entity"])
        name = str(action["train"])
        source = self.labels.train_place(name)
        kind = str(action.get("variant") or name.rpartition("-")[0])
        args: Got = {"from": {"supply": "bank"}.get(source, source), "kind": kind, "price": int(action["price"])}
        traded = action.get("exchange")
        if traded:
            args["trade"] = str(traded).rpartition("-")[0]
            self.labels.move_train(str(traded), "pool")
        elif self.p.d.trains[kind].trade_for and source == "supply":
            args["trade"] = "nothing"
        self.labels.move_train(name, company)
        self._do(shares.president(self.p, company), "buy_train", **args)

    def _discard_train(self, action: Action) -> None:
        name = str(action["train"])
        self.labels.move_train(name, "pool")
        self._do(agenda.deciders(self.p)[0], "discard", kind=name.rpartition("-")[0])

    def _assign(self, action: Action) -> None:
        company = self._company(action)
        seat = shares.president(self.p, company)
        hex_id = str(action["target"])
        if action["entity"] == "SCC":
            self._do(seat, "cattle", hex=hex_id)
        elif self.p.s.own.port_owner:
            self._do(seat, "close_port")
        else:
            self._do(seat, "port", hex=hex_id, kind="open")

    def _destination_connection(self, action: Action) -> None:
        companies = " ".join(str(company) for company in action["corporations"]) or "none"
        self._do(agenda.deciders(self.p)[0], "announce", companies=companies)

    def _choose(self, action: Action) -> None:
        company = str(action["entity"])
        token = {"Map": "place", "Charter": "keep"}[str(action["choice"])]
        self._do(shares.president(self.p, company), "connect", token=token)

    def _bankrupt(self, action: Action) -> None:
        company = str(action["entity"])
        self._do(shares.president(self.p, company), "bankrupt")
        for event in self.p.events:
            if event.kind == "sold":
                row = self.labels.shares[(str(event.data["player"]), str(event.data["company"]))]
                self.labels.move(row[: int(event.data["shares"])], "pool")
