"""1830 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from engine.core.position import Position
from engine.core.verbs import Got
from engine.exchange.site_labels import Labels
from engine.exchange.site_log import Action
from engine.exchange.site_moves import Do, SiteMoves
from engine.family.auction import unsold
from engine.finance import shares
from engine.titles.t1830.powers import MOHAWK
from engine.titles.t1830.site.states import State1830

DIVIDENDS = {"payout": "full", "withhold": "withhold"}

OWN_HEX = {
    ("CS", "lay_tile"): "burlington",
    ("DH", "lay_tile"): "scranton",
    ("DH", "place_token"): "scranton_station",
}
"""Private company that acts and what it does -> our verb."""


class Moves1830(SiteMoves[Labels, State1830]):
    """Turns actions into moves."""

    def __init__(self, p: Position, labels: Labels, view: State1830, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, labels, view, seats, do)
        self.handlers |= {
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "buy_company": self._buy_company,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
        }

    def takeable(self) -> str:
        """The cheapest that is left."""
        return unsold(self.p)[0]

    def company(self, action: Action) -> str:
        """The company of an action, or the owner of the private company that acts."""
        return (self.p.s.privates if action["entity_type"] == "company" else {}).get(
            str(action["entity"]), str(action["entity"])
        )

    def acting(self, action: Action) -> str:
        """The seat that acts: the player himself, or the company's president."""
        if action["entity_type"] == "player":
            return self.seat(action)
        return shares.president(self.p, self.company(action))

    # --- actions

    def _par(self, action: Action) -> None:
        price, company = int(str(action["share_price"]).split(",")[0]), str(action["corporation"])
        self.labels.move([f"{company}_0"], self.seat(action))
        if self.p.top_rule == "first_par":
            self.do(self.seat(action), "set_par", price=price)
        else:
            self.do(self.seat(action), "par", company=company, price=price)

    def _buy_shares(self, action: Action) -> None:
        names = [str(name) for name in action["shares"]]
        company, source = names[0].rpartition("_")[0], self.labels.place(names[0])
        if action["entity"] == MOHAWK:
            owner = self.p.s.privates[MOHAWK]
            self.labels.move(names, owner)
            self.do(owner, "exchange", **{"from": source})
            return
        self.labels.move(names, self.seat(action))
        args: Got = {"company": company, "from": source}
        law = self.p.title.verbs["buy"]
        if "shares" in law.slots(self.p, self.seat(action), law.choices(args)):
            args["shares"] = len(names)
        self.do(self.seat(action), "buy", **args)

    def _sell_shares(self, action: Action) -> None:
        names, units = [str(name) for name in action["shares"]], int(action["percent"]) // 10
        self.labels.sell(names, self.seat(action), units)
        self.do(self.seat(action), "sell", company=names[0].rpartition("_")[0], shares=units)

    def _buy_company(self, action: Action) -> None:
        self.do(self.acting(action), "buy_private", private=str(action["company"]), price=int(action["price"]))

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = str(action["tile"]), str(action["hex"])
        args: Got = {"tile": tile.rpartition("-")[0], "rotation": int(action["rotation"])}
        verb = OWN_HEX.get((str(action["entity"]), "lay_tile"))
        self.do(self.acting(action), verb or "lay", **(args if verb else {"hex": hex_id, **args}))
        self.labels.tiles[hex_id] = tile

    def _place_token(self, action: Action) -> None:
        tile, _, part = str(action["city"]).rpartition("-")
        city = f"{self.labels.hex_of(tile)}/c{part}"
        if self.p.top_rule == "home":
            self.do(self.first_decider(), "home", city=city)
        elif action["entity_type"] == "company":
            self.do(self.acting(action), "scranton_station")
        else:
            self.do(self.acting(action), "token", city=city)

    def _run_routes(self, action: Action) -> None:
        self.run_trains(action, "run", action["routes"])

    def _dividend(self, action: Action) -> None:
        self.do(self.acting(action), "dividend", kind=DIVIDENDS[str(action["kind"])])

    def _buy_train(self, action: Action) -> None:
        company, name = str(action["entity"]), str(action["train"])
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
        self.do(self.acting(action), "buy_train", **args)
