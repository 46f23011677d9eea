"""Actions of 18xx.games as moves of ours, as far as all titles are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engine.core import agenda
from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Got
from engine.exchange.judging import best_of
from engine.exchange.site_log import MOST_NAMED, Action
from engine.exchange.site_routes import read_route
from engine.exchange.site_states import LabelsT, SiteState
from engine.family.auction import unsold
from engine.family.route_text import write_routes
from engine.finance import shares

ViewT = TypeVar("ViewT", bound=SiteState[Any])


DIVIDENDS = {"payout": "full", "withhold": "withhold", "half": "half"}
"""The site's kinds of dividends, and ours."""


class Do(Protocol):
    """Makes one move."""

    def __call__(self, seat: str, verb: str, **args: str | int) -> None:
        """Seat, verb and choices."""
        ...


class SiteMoves(Generic[LabelsT, ViewT]):
    """Turns actions into moves; the names that the site gives to things are moved along."""

    passes: ClassVar[Mapping[str, str]] = {
        "auction": "pass_auction",
        "contest": "pass_auction",
        "stock_turn": "pass",
        "operating_turn": "skip",
    }
    """How to pass in each kind of frame."""
    own_hex: ClassVar[Mapping[tuple[str, str], str]] = {}
    """Private company that acts and what it does -> our verb."""
    exchanges: ClassVar[frozenset[str]] = frozenset()
    """Private companies that a player gives for a share."""

    def __init__(self, p: Position, labels: LabelsT, view: ViewT, seats: dict[str, str], do: Do) -> None:
        self.p = p
        self.labels = labels
        self.view = view
        self.seats = seats
        """The site's id of a player -> the seat."""
        self.do = do
        self.judge_runs = False
        """Is every run compared with the best?"""
        self.runs_judged = 0
        self.short_runs: list[str] = []
        """Runs that earned less than was possible."""
        self.handlers: dict[str, Callable[[Action], None]] = {
            "bid": self._bid,
            "pass": self._pass,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "buy_company": self._buy_company,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "bankrupt": self._bankrupt,
            "end_game": self._end_game,
        }

    # --- what few say in their own way

    def company(self, action: Action) -> str:
        """The company of an action, or the owner of the private company that acts."""
        entity = str(action["entity"])
        return self.p.s.privates[entity] if action["entity_type"] == "company" else entity

    def acting(self, action: Action) -> str:
        """The seat that acts: the player, or the company's president."""
        if action["entity_type"] == "player":
            return self.seat(action)
        return shares.president(self.p, self.company(action))

    def takeable(self) -> str:
        """The private company that can be bought in the auction: the cheapest one left."""
        return unsold(self.p)[0]

    def our_name(self, name: str) -> str:
        """Our name of a company, a private company or a kind of train."""
        return name

    # --- alike everywhere

    def make(self, action: Action) -> None:
        """The move that an action means."""
        handler = self.handlers.get(str(action["type"]))
        if handler is None:
            raise Unreadable("there is no such action.")
        handler(action)

    def seat(self, action: Action) -> str:
        """The seat of a player's action; none if a company acts."""
        entity = str(action["entity"])
        if entity not in self.seats and action["entity_type"] == "player":
            raise Unreadable(because("nobody in this file is called “{entity}”.", entity=entity[:MOST_NAMED]))
        return self.seats.get(entity, "")

    def first_decider(self) -> str:
        """The player who is asked."""
        waiting = agenda.deciders(self.p)
        if not waiting:
            raise Illegal(Refusal("nobody is asked"))
        return waiting[0]

    def _bid(self, action: Action) -> None:
        private, price = self.our_name(str(action["company"])), int(action["price"])
        if self.p.top_rule == "auction" and self.takeable() == private:
            cost = self.p.title.auction.price(self.p, private)
            if price != cost:
                told = {"private": private, "cost": cost, "price": price}
                raise Illegal(Refusal(because("{private} is bought for {cost}, not for {price}", **told)))
            self.do(self.seat(action), "take")
        else:
            self.do(self.seat(action), "bid", private=private, amount=price)

    def _pass(self, action: Action) -> None:
        rule = self.p.top_rule
        verb = self.passes.get(rule)
        if verb is None:
            raise Illegal(Refusal("nobody can pass here"))
        self.do(self.first_decider() if rule == "operating_turn" else self.seat(action), verb)

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
        if action["entity"] in self.exchanges:
            owner = self.p.s.privates[str(action["entity"])]
            self.labels.move(names, owner)
            self.do(owner, "exchange", **{"from": source})
            return
        seat = self.seat(action)
        self.labels.move(names, seat)
        args: Got = {"company": company, "from": source}
        law = self.p.title.verbs["buy"]
        if "shares" in law.slots(self.p, seat, law.choices(args)):
            args["shares"] = len(names)
        self.do(seat, "buy", **args)

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = str(action["tile"]), str(action["hex"])
        args: Got = {"tile": tile.rpartition("-")[0], "rotation": int(action["rotation"])}
        verb = self.own_hex.get((str(action["entity"]), "lay_tile"))
        self.do(self.acting(action), verb or "lay", **(args if verb else {"hex": hex_id, **args}))
        self.labels.tiles[hex_id] = tile

    def _sell_shares(self, action: Action) -> None:
        self.sell(action, [str(name) for name in action["shares"]])

    def sell(self, action: Action, names: list[str]) -> None:
        """Sell named certificates; of a president's, which counts twice, perhaps only one share."""
        whole = sum(2 if name.endswith("_0") else 1 for name in names)
        stated = action.get("percent")
        units = whole if stated is None else int(stated) // 10
        self.labels.sell(names, self.seat(action), units)
        self.do(self.seat(action), "sell", company=names[0].rpartition("_")[0], shares=units)

    def _buy_company(self, action: Action) -> None:
        private, seat = str(action["company"]), self.acting(action)
        share = self.labels.with_private.get(private) if action["entity_type"] == "player" else None
        more = {"share": self.share_place(private, share)} if share else {}
        if share and more["share"] != "none":
            self.labels.move([share], seat)
        self.do(seat, "buy_private", private=private, price=int(action["price"]), **more)

    def share_place(self, private: str, share: str) -> str:
        """Where the share that comes with a private company is taken from each time it is sold."""
        place = self.labels.place(share)
        if place == "gone":
            return "none"
        if place in self.p.seats:
            told = {"private": private, "share": share, "player": self.p.seat(place).name}
            raise Illegal(Refusal(because("{private} cannot be bought while {player} holds {share}", **told)))
        return place

    def city(self, action: Action) -> str:
        """Our name of the city in which a station is placed."""
        tile, _, part = str(action["city"]).rpartition("-")
        return f"{self.labels.hex_of(tile)}/c{part}"

    def _place_token(self, action: Action) -> None:
        if action["entity_type"] == "company":
            self.do(self.acting(action), self.own_hex[str(action["entity"]), "place_token"])
        elif self.p.top_rule == "home":
            self.do(self.first_decider(), "home", city=self.city(action))
        else:
            self.do(self.acting(action), "token", city=self.city(action))

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

    def _bankrupt(self, action: Action) -> None:
        """Shares the player has to sell are sold without an action."""
        self.do(self.acting(action), "bankrupt")
        for event in self.p.events:
            if event.kind == "sold":
                row = self.labels.singles(str(event.data["player"]), str(event.data["company"]))
                self.labels.move(row[: int(event.data["shares"])], shares.POOL)

    def _end_game(self, action: Action) -> None:
        seat = self.seat(action)
        self.do(seat if seat in self.p.living else self.p.living[0], "stop")

    def asks_for(self, action: Action) -> bool:
        """Is this discard's company the one that is asked?"""
        frame = self.p.top if self.p.s.agenda else None
        return isinstance(frame, Ask) and frame.rule == "discard" and frame.about[0] == self.company(action)

    def move_discarded(self, action: Action) -> None:
        """The named train has no owner."""
        self.labels.move_train(str(action["train"]), shares.POOL)

    def discard(self, action: Action) -> None:
        """The discard itself."""
        kind = self.our_name(str(action["train"]).rpartition("-")[0])
        self.do(self.first_decider(), "discard", kind=kind)

    def _discard_train(self, action: Action) -> None:
        self.move_discarded(action)
        self.discard(action)

    def run_trains(self, action: Action, verb: str, told: list[dict[str, Any]]) -> None:
        """The run itself; compared with the best if that is asked for."""
        company = self.company(action)
        taken: set[str] = set()
        routes = tuple(
            read_route(self.p, company, self.labels.card(company, str(route["train"])), route, taken) for route in told
        )
        possible = None
        if self.judge_runs:
            self.runs_judged += 1
            possible = best_of(self.p, verb, company)
        self.do(self.acting(action), verb, routes=write_routes(routes))
        self.view.note_run(action, self.p.events)
        earned = self.p.company(company).last_run
        if possible is not None and possible.total > earned:
            ran = {"number": action.get("id"), "company": company, "earned": earned, "best": possible.total}
            self.short_runs.append(
                because("Action {number}: {company} ran for {earned}; the best run earns {best}.", **ran)
                if possible.proven
                else because("Action {number}: {company} ran for {earned}; a run for {best} or more exists.", **ran)
            )
