"""Actions of 18xx.games as moves of ours, as far as all titles are alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, Protocol, cast

from engine.core import agenda
from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask
from engine.core.verbs import Got
from engine.exchange.judging import best_of
from engine.exchange.site_actors import Actors, ViewT
from engine.exchange.site_log import MOST_DIGITS, MOST_NAMED, Action, whole
from engine.exchange.site_routes import compare_routes, find_routes
from engine.exchange.site_stated import check_bought, check_nothing, check_one, check_percent, named
from engine.exchange.site_states import LabelsT
from engine.family.auction import unsold
from engine.family.for_share import ExchangeForShare
from engine.family.route_text import write_routes
from engine.finance import shares

DIVIDENDS = {"payout": "full", "withhold": "withhold", "half": "half"}
"""The site's kinds of dividends, and ours."""


class Do(Protocol):
    """Makes one move."""

    def __call__(self, seat: str, verb: str, **args: str | int) -> None:
        """Seat, verb and choices."""
        ...


class SiteMoves(Actors[ViewT], Generic[LabelsT, ViewT]):
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
    asks: ClassVar[Mapping[str, str]] = {}
    """Private company that the site asks for something -> our question."""

    def __init__(self, p: Position, labels: LabelsT, view: ViewT, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, view, seats)
        self.labels = labels
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

    def takeable(self) -> str:
        """The private company that can be bought in the auction: the cheapest one left."""
        return unsold(self.p)[0]

    # --- alike everywhere

    def make(self, action: Action) -> None:
        """The move that an action means."""
        handler = self.handlers.get(str(action["type"]))
        if handler is None:
            raise Unreadable("there is no such action.")
        handler(action)

    def first_decider(self) -> str:
        """The player who is asked."""
        waiting = agenda.deciders(self.p)
        if not waiting:
            raise Illegal(Refusal("nobody is asked"))
        return waiting[0]

    def _bid(self, action: Action) -> None:
        private, price = self.our_private(str(action["company"])), whole(action, "price")
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
        self.do(self.seat(action) if action["entity_type"] == "player" else self.first_decider(), verb)

    def par_price(self, action: Action) -> int:
        """The price at which a company starts; its place in the market is stated with it."""
        stated = str(action["share_price"])
        for box in self.p.d.market.pars:
            if stated == f"{box.price},{box.row},{box.column}":
                return box.price
        raise Illegal(Refusal(because("no company starts at {price}", price=stated[:MOST_NAMED])))

    def check_first_par(self, company: str) -> None:
        """The company is the one that was bought in the auction."""
        asked = getattr(self.p.top, "about", [""])[0]
        if company != asked:
            raise Illegal(
                Refusal(because("the par of {company} is asked for, not of {other}", **named(asked, company)))
            )

    def _par(self, action: Action) -> None:
        price, company = self.par_price(action), str(action["corporation"])
        if self.p.top_rule == "first_par":
            self.check_first_par(company)
            self.labels.move([f"{company}_0"], self.seat(action))
            self.do(self.seat(action), "set_par", price=price)
        else:
            self.labels.move([f"{company}_0"], self.seat(action))
            self.do(self.seat(action), "par", company=company, price=price)

    def share_names(self, action: Action) -> list[str]:
        """The certificates of an action, by our names of their companies."""
        names = action["shares"]
        if not isinstance(names, list) or not names:
            raise Unreadable("its part “shares” names none.")
        return [str(name) for name in cast(list[Any], names)]

    def bought(self, action: Action) -> tuple[list[str], str, str]:
        """Certificates that are bought whole: their names, their company, and where all of them are."""
        names = self.share_names(action)
        place = self.labels.check_together(names)
        units = self.labels.units(names)
        check_percent(action, units, units)
        return names, names[0].rpartition("_")[0], place

    def _buy_shares(self, action: Action) -> None:
        names, company, source = self.bought(action)
        exchange = self.p.title.verbs.get("exchange")
        if isinstance(exchange, ExchangeForShare) and action["entity"] == exchange.private:
            owner = self.p.s.privates[exchange.private]
            check_one(names)
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
        check_bought(self.p.events, self.labels.units(names))

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = self.new_tile(action), str(action["hex"])
        args: Got = {"hex": hex_id, "tile": self.our_tile(tile), "rotation": whole(action, "rotation")}
        verb = self.own_hex.get((str(action["entity"]), "lay_tile"))
        if verb is None and action["entity_type"] == "company":
            raise self.not_used(action)
        seat, law = self.acting(action), self.p.title.verbs[verb or "lay"]
        asked = law.slots(self.p, seat, law.choices(args)) if verb else args
        self.do(seat, verb or "lay", **{slot: value for slot, value in args.items() if slot in asked})
        self.laid(hex_id, tile, action)

    def new_tile(self, action: Action) -> str:
        """The copy of a tile that is laid; it must be there."""
        tile, most = str(action["tile"]), len(self.p.d.map.hexes)
        ours = self.our_tile(tile)
        self.labels.check_free_tile(tile, (self.tile_name(ours, number) for number in self.copies(ours)[:most]))
        return tile

    def copies(self, tile: str) -> range:
        """The numbers of a tile's copies."""
        known = self.p.d.tiles.get(tile)
        count = known.count if known else 0
        return range(count if count >= 0 else 10**MOST_DIGITS)

    def our_tile(self, tile: str) -> str:
        """Our name of a tile of which this is a copy."""
        return tile.rpartition("-")[0]

    def tile_name(self, tile: str, number: int) -> str:
        """The site's name of a copy of a tile."""
        return f"{tile}-{number}"

    def laid(self, hex_id: str, tile: str, action: Action) -> None:
        """The tile lies where the action says, and its name is known."""
        laid = {"hex": hex_id, "tile": self.our_tile(tile)}
        if not any(event.kind == "laid" and laid.items() <= event.data.items() for event in self.p.events):
            raise Illegal(Refusal(because("this tile is not laid in {hex}", hex=hex_id[:MOST_NAMED])))
        self.labels.tiles[hex_id] = tile

    def _sell_shares(self, action: Action) -> None:
        self.sell(action, self.share_names(action))

    def sell(self, action: Action, names: list[str]) -> None:
        """Sell named certificates; of a president's, which counts twice, perhaps only one share."""
        if self.labels.check_together(names) != self.seat(action):
            raise Illegal(Refusal(because("{share!r} is not theirs to sell", share=names[0])))
        most = self.labels.units(names)
        kept = max(map(self.labels.worth, names)) - 1
        units = check_percent(action, most - kept, most)
        self.labels.sell(names, self.seat(action), units)
        self.do(self.seat(action), "sell", company=names[0].rpartition("_")[0], shares=units)

    def _buy_company(self, action: Action) -> None:
        private, seat = self.our_private(str(action["company"])), self.acting(action)
        share = self.labels.with_private.get(private) if action["entity_type"] == "player" else None
        more = {"share": self.share_place(private, share)} if share else {}
        if share and more["share"] != "none":
            self.labels.move([share], seat)
        self.do(seat, "buy_private", private=private, price=whole(action, "price"), **more)

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
        city = self.city(action)
        if self.p.top_rule == "home":
            self.check_tokener(action, self.p.on_top(Ask).about[0])
            self.do(self.first_decider(), "home", city=city)
            return
        company = self.company(action)
        self.check_tokener(action, company)
        if action["entity_type"] == "company":
            verb = self.own_hex.get((str(action["entity"]), "place_token"))
            if verb is None:
                raise self.not_used(action)
            self.do(self.acting(action), verb)
        else:
            self.do(self.acting(action), "token", city=city)
        self.check_placed(company, city)

    def check_placed(self, company: str, city: str) -> None:
        """The station stands where the action says, if its company has not closed with the end of its turn."""
        stands = any(marker.stop == city and marker.company == company for marker in self.p.s.board.markers)
        if not stands and not self.p.company(company).closed:
            raise Illegal(Refusal(because("the station is not placed in {city}", city=city)))

    def _run_routes(self, action: Action) -> None:
        self.run_trains(action, "run", action["routes"])

    def _dividend(self, action: Action) -> None:
        self.do(self.acting(action), "dividend", kind=DIVIDENDS[str(action["kind"])])

    def _buy_train(self, action: Action) -> None:
        company, name = str(action["entity"]), str(action["train"])
        source, kind = self.labels.train_place(name), self.train_kind(action)
        args: Got = {"from": {"supply": "bank"}.get(source, source), "kind": kind, "price": whole(action, "price")}
        traded = action.get("exchange")
        if traded:
            self.labels.check_train(company, str(traded))
            args["trade"] = str(traded).rpartition("-")[0]
            self.labels.move_train(str(traded), "pool")
        elif self.p.d.trains[kind].trade_for and source == "supply":
            args["trade"] = "nothing"
        self.labels.move_train(name, company)
        self.do(self.acting(action), "buy_train", **args)

    def train_kind(self, action: Action) -> str:
        """The kind of the named train, which may be stated besides."""
        kind = str(action["train"]).rpartition("-")[0]
        stated = action.get("variant")
        if stated is not None and stated != kind:
            told = {"train": str(action["train"])[:MOST_NAMED], "kind": str(stated)[:MOST_NAMED]}
            raise Illegal(Refusal(because("{train} is no {kind}", **told)))
        return self.our_name(kind)

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
        self.labels.check_train(self.company(action), str(action["train"]))
        self.labels.move_train(str(action["train"]), shares.POOL)

    def discard(self, action: Action) -> None:
        """The discard itself."""
        kind = self.our_name(str(action["train"]).rpartition("-")[0])
        self.do(self.first_decider(), "discard", kind=kind)

    def _discard_train(self, action: Action) -> None:
        self.move_discarded(action)
        self.discard(action)

    def run_trains(self, action: Action, verb: str, runs: list[dict[str, Any]]) -> None:
        """The run itself; compared with the best if that is asked for."""
        company = self.company(action)
        check_nothing(action, ("extra_revenue", "subsidy"))
        cards = [self.labels.card(company, str(route["train"])) for route in runs]
        routes = find_routes(self.p, company, list(zip(cards, runs, strict=True)))
        possible = None
        if self.judge_runs:
            self.runs_judged += 1
            possible = best_of(self.p, verb, company)
        self.do(self.acting(action), verb, routes=write_routes(routes))
        self.view.note_run(action, self.p.events)
        compare_routes(self.p, action["routes"], routes, [event.data for event in self.p.events if event.kind == "ran"])
        earned = self.p.company(company).last_run
        if possible is not None and possible.total > earned:
            ran = {"number": action.get("id"), "company": company, "earned": earned, "best": possible.total}
            self.short_runs.append(
                because("Action {number}: {company} ran for {earned}; the best run earns {best}.", **ran)
                if possible.proven
                else because("Action {number}: {company} ran for {earned}; a run for {best} or more exists.", **ran)
            )
