"""1828 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Ask, Trial
from engine.core.trial import Failed, Need
from engine.core.verbs import Got
from engine.exchange.site_log import MOST_NAMED, Action, whole
from engine.exchange.site_moves import Do, SiteMoves
from engine.exchange.site_routes import ways
from engine.exchange.site_stated import check_bought, check_nothing, check_one, named
from engine.family import operating, stock
from engine.family.trains import charter_over_limit, limit, on_charter
from engine.finance import shares
from engine.finance.prices import box_of
from engine.game import menu
from engine.titles.t1828 import build
from engine.titles.t1828.auction import takeable
from engine.titles.t1828.coal import COST
from engine.titles.t1828.cobourg import COBOURG, MARKER, laid_in, runs, worth
from engine.titles.t1828.mohawk import IPO_DIRECTOR, MOHAWK
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.mergers import foresee
from engine.titles.t1828.site.names import ours, theirs
from engine.titles.t1828.site.routes import on_our_map
from engine.titles.t1828.site.states import State1828
from engine.titles.t1828.systems import is_system, parts
from engine.titles.t1828.trading import SELL, TRADE
from engine.titles.t1828.trains import PurchaseOfShell, shells_with


class Moves1828(SiteMoves[Labels1828, State1828]):
    """Turns actions into moves."""

    asks: ClassVar[Mapping[str, str]] = {COBOURG: MARKER}

    def __init__(self, p: Position, labels: Labels1828, view: State1828, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, labels, view, seats, do)
        self.chosen: tuple[str, str] = ("", "")
        """Who chose which company to begin a merger with; the merger itself follows."""
        self.exchanged = ""
        """Company whose director's certificate the Mohawk & Hudson was exchanged for; its par follows."""
        self.handlers |= {
            "choose": self._choose,
            "merge": self._merge,
            "failed_merge": self._failed_merge,
            "remove_token": self._remove_token,
            "swap_train": self._swap_train,
            "special_buy": self._special_buy,
        }

    def company(self, action: Action) -> str:
        """The company of an action, or the owner of the private company that acts."""
        if action["entity_type"] == "company":
            return self.p.s.privates.get(str(action["entity"]), "")
        return ours(str(action["entity"]))

    def acting(self, action: Action) -> str:
        """The seat that acts."""
        if action["entity_type"] == "player":
            return self.seat(action)
        company = self.company(action)
        return company if company in self.p.seats else chief(self.p, company)

    def takeable(self) -> str:
        """Of the cheapest row."""
        return takeable(self.p)

    def our_name(self, name: str) -> str:
        """A system has the name of its first company."""
        return ours(name)

    def type_of(self, company: str) -> str:
        """Two merged companies are a system."""
        if company == COBOURG:
            return "minor"
        return "system" if is_system(self.p, company) else "corporation"

    # --- auction and stock round

    def _par(self, action: Action) -> None:
        price = self.par_price(action)
        company, seat = ours(str(action["corporation"])), self.seat(action)
        if self.exchanged:
            if company != self.exchanged:
                told = named(self.exchanged, company)
                raise Illegal(Refusal(because("the par of {company} is asked for, not of {other}", **told)))
            self.exchanged = self.view.given_up = ""
            self.labels.move([f"{company}_0"], seat)
            self.do(seat, "exchange", **{"company": company, "from": IPO_DIRECTOR, "price": price})
        elif self.p.top_rule == "first_par":
            self.check_first_par(company)
            self.do(seat, "set_par", price=price)
        else:
            directed = bool(shares.president(self.p, company))
            row = self.labels.singles(shares.IPO, company)[:1] if directed else [f"{company}_0"]
            self.labels.move(row, seat)
            self.do(seat, "par", company=company, price=price)

    def share_names(self, action: Action) -> list[str]:
        """A system's shares have its name on the site."""
        names: list[str] = []
        for name in super().share_names(action):
            theirs, _, number = name.rpartition("_")
            company = ours(theirs)
            if company not in self.p.d.companies or self.view.name(company) != theirs:
                raise Unreadable(because("there is no share {name!r}.", name=name[:MOST_NAMED]))
            names.append(f"{company}_{number}")
        return names

    def _buy_shares(self, action: Action) -> None:
        names, company, source = self.bought(action)
        by_private = action["entity_type"] == "company"
        if by_private:
            check_one(names)
            if action["entity"] != MOHAWK:
                raise self.not_used(action)
        if by_private and names[0].endswith("_0"):
            self.exchanged, self.view.given_up = company, MOHAWK
            return
        seat = self.p.s.privates[MOHAWK] if by_private else self.seat(action)
        self.labels.move(names, seat)
        self.do(seat, "exchange" if by_private else "buy", **{"company": company, "from": source})
        if not by_private:
            check_bought(self.p.events, self.labels.units(names))

    # --- mergers

    def _choose(self, action: Action) -> None:
        frame, choice = self.p.top, str(action["choice"])
        if not isinstance(frame, Trial):
            self._choose_first(action)
            return
        self.check_amount(frame, choice)
        self.do(self.seat(action), "answer", answer=self.answer(frame, choice))

    def _choose_first(self, action: Action) -> None:
        """The company with which a merger begins, chosen by whoever's turn it is."""
        seat, company = self.seat(action), ours(str(action["choice"]))
        known = company in self.p.d.companies and self.view.name(company) == action["choice"]
        if not known or getattr(self.p.top, "subject", "") != seat or "merge" not in menu(self.p, seat):
            told = {"company": str(action["choice"])[:MOST_NAMED]}
            raise Illegal(Refusal(because("no merger can begin with {company} here", **told)))
        self.chosen = (seat, company)

    def check_amount(self, frame: Trial, choice: str) -> None:
        """An amount in the text of a choice is what it costs, or brings."""
        stated = choice.partition("($")[2].rstrip(")")
        if not stated:
            return
        if frame.kind == "aside":
            amounts = [box.price for box in [box_of(self.p, self.answer(frame, choice))] if box]
        else:
            amounts = [-int(frame.of[2])] if choice.startswith("Exchange") else [int(frame.of[3])]
        if stated not in map(str, amounts):
            told = {"choice": choice[:MOST_NAMED], "amounts": ", ".join(map(str, amounts))}
            raise Illegal(Refusal(because("{choice!r} is about ${amounts}", **told)))

    def answer(self, frame: Trial, choice: str) -> str:
        """Our answer for a choice of the site."""
        if frame.kind == "single" and choice.startswith(("Exchange", "Sell")):
            return TRADE if choice.startswith("Exchange") else SELL
        if frame.kind == "aside":
            return ours(choice.split(" ")[0])
        names = {seat.name: seat.id for seat in self.p.s.players}
        if frame.kind == "from" and choice in names:
            return names[choice]
        raise Illegal(
            Refusal(because("{choice!r} is not an answer to {question}", choice=choice, question=frame.question))
        )

    def _merge(self, action: Action) -> None:
        stays, goes = ours(str(action["entity"])), ours(str(action["corporation"]))
        seat = str(getattr(self.p.top, "subject", ""))
        if self.chosen not in (("", ""), (seat, stays)):
            raise Illegal(Refusal(because("{company} was not chosen to merge", company=stays)))
        self.chosen = ("", "")
        self.do(seat, "merge", stays=stays, goes=goes)

    def _failed_merge(self, action: Action) -> None:
        stays, goes = (ours(str(name)) for name in action["corporations"])
        seat = self.seat(action)
        if stock.round_of(self.p) is None:
            raise Illegal(Refusal("companies merge only in a stock round"))
        answers = self._failing(stays, goes, seat, {})
        if answers is None:
            raise Illegal(Refusal(because("the merger of {stays} and {goes} would not fail", stays=stays, goes=goes)))
        self.do(seat, "merge", stays=stays, goes=goes)
        while isinstance(self.p.top, Trial):
            frame = self.p.top
            self.do(frame.role, "answer", answer=answers[frame.question])

    def _failing(self, stays: str, goes: str, seat: str, answers: dict[str, str]) -> dict[str, str] | None:
        """Answers that make the merger fail, if there are any."""
        match foresee(self.p, stays, goes, seat, answers):
            case Failed():
                return answers
            case Need() as need:
                tried = (
                    self._failing(stays, goes, seat, {**answers, need.key: option}) for option in reversed(need.options)
                )
                return next((found for found in tried if found is not None), None)
            case _:
                return None

    def removed(self, action: Action) -> str:
        """Our answer for the marker that is replaced: where it stands."""
        return self.city(action)

    def _remove_token(self, action: Action) -> None:
        frame = self.p.top
        if isinstance(frame, Trial) and frame.kind == "block":
            self.do(frame.role, "answer", answer=self.removed(action))

    # --- operating

    def _buy_company(self, action: Action) -> None:
        private = ours(str(action["company"]))
        self.do(self.acting(action), "buy_private", private=private, price=whole(action, "price"))

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = self.new_tile(action), str(action["hex"])
        args: Got = {"tile": self.our_tile(tile), "rotation": whole(action, "rotation")}
        entity, seat = str(action["entity"]), self.acting(action)
        if action["entity_type"] == "company":
            own_hex = {"C&StL": "burlington", "D&H": "scranton"}.get(entity)
            if own_hex:
                self.do(seat, own_hex, **args)
            elif self.p.top_rule == "adrian tile":
                self.do(seat, "adrian", **args)
            else:
                self.do(seat, "extra", by=entity, hex=hex_id, **args)
        elif build.allowance(self.p, ours(entity), hex_id, "") is None:
            self.do(seat, "lay", hex=hex_id, **args)
        else:
            self.do(seat, "extra", by=self._by(ours(entity)), hex=hex_id, **args)
        self.laid(hex_id, tile, action)

    def _by(self, company: str) -> str:
        """Whose right allows the extra tile."""
        frame = operating.turn(self.p)
        done = {note.by for note in frame.used if note.what == "extra"} if frame else set[str]()
        found = [part for part in parts(self.p, company) if part in build.EXTRA_COST and part not in done]
        if not found:
            raise Illegal(Refusal(because("{company} may lay no more track", company=company)))
        return found[0]

    def _place_token(self, action: Action) -> None:
        city = self.city(action)
        if self.p.top_rule == "home":
            owner = self.p.on_top(Ask).about[0]
            self.check_tokener(action, self.p.company(owner).into or owner)
            self.do(self.first_decider(), "home", city=city)
            return
        company = operating.operator(self.p)
        self.check_tokener(action, company)
        if action["entity_type"] == "company" and action["entity"] == COBOURG:
            self.do(self.first_decider(), "answer", answer="replace")
        elif action["entity_type"] == "company":
            self.do(self.acting(action), "scranton_station")
        else:
            self.do(self.acting(action), "token", city=city)
        self.check_placed(company, city)

    def _run_routes(self, action: Action) -> None:
        if action["entity_type"] == "minor":
            self._cobourg_run(action, self.acting(action))
        else:
            self.run_trains(action, "run", [on_our_map(route) for route in action["routes"]])

    def _cobourg_run(self, action: Action, seat: str) -> None:
        check_nothing(action, ("extra_revenue", "subsidy"))
        if not action["routes"]:
            self.do(seat, "skip")
            self.view.note_cobourg(0)
            return
        route: dict[str, Any] = action["routes"][0]
        chains: list[list[str]] = route.get("connections") or [[]]
        wanted = {str(hex_id) for hex_id in route.get("hexes") or (*chains[0][:1], *chains[-1][-1:])}
        pairs = [pair for pair in runs(self.p, laid_in(self.p)) if {stop.split("/")[0] for stop in pair} == wanted]
        if not pairs:
            raise Illegal(
                Refusal(
                    because("the Cobourg & Peterborough cannot run between {wanted:and}", wanted=tuple(sorted(wanted)))
                )
            )
        if route.get("connections") and not all(
            chain and ways(self.p, chain) for chain in on_our_map(route)["connections"]
        ):
            told = {"chains": str(chains)[:MOST_NAMED]}
            raise Illegal(Refusal(because("there is no track for the Cobourg & Peterborough along {chains}", **told)))
        # Where a hex has several stops, take those named, or those that pay what the file states.
        nodes = route.get("nodes")
        if nodes is not None:
            pairs = [pair for pair in pairs if self._node_names(pair) == sorted(map(str, nodes))]
            if not pairs:
                told = tuple(str(node)[:MOST_NAMED] for node in nodes)
                raise Illegal(
                    Refusal(because("the Cobourg & Peterborough cannot run between {wanted:and}", wanted=told))
                )
        pairs.sort(key=lambda pair: worth(self.p, pair) != int(route["revenue"]))
        if route["train"] != "2-1" or route["revenue"] != worth(self.p, pairs[0]):
            told = {"train": str(route["train"])[:MOST_NAMED], "theirs": str(route["revenue"])[:MOST_NAMED]}
            ours_ = worth(self.p, pairs[0])
            raise Illegal(Refusal(because("its train 2-1 earns {ours}, not {train} {theirs}", ours=ours_, **told)))
        self.do(seat, "cobourg_run", stops=" ".join(pairs[0]))

    @staticmethod
    def _node_names(stops: Sequence[str]) -> list[str]:
        """Stops as the site's routes name them."""
        return sorted(re.sub(r"/[a-z]", "-", stop) for stop in stops)

    def _buy_train(self, action: Action) -> None:
        company, name = ours(str(action["entity"])), str(action["train"])
        source = self.labels.train_place(name)
        kind = self.train_kind(action)
        source_name = {"supply": "bank"}.get(source, source)
        args = PurchaseOfShell({"from": source_name, "kind": kind, "price": whole(action, "price")})
        if len(self.p.company(company).charters) > 1:
            args["charter"] = self._shell(company, str(action["shell"]))
        if len(shells_with(self.p, source, kind)) > 1:
            args["of"] = self.view.shell_of(source, name)
        seat = self.acting(action)
        self.do(seat, "buy_train", **args)
        self.labels.move_train(name, company)
        self.view.shells[name] = args.charter or company

    def _shell(self, company: str, name: str) -> str:
        """Our charter for a shell, which has the name of one of the two companies."""
        found = ours(name)
        if found not in self.p.company(company).charters or theirs(found) != name:
            raise Illegal(Refusal(because("{name} is no shell of {company}", name=name[:MOST_NAMED], company=company)))
        return found

    def asks_for(self, action: Action) -> bool:
        """Of a system the shell that is asked first must be the one on which the train stands."""
        company = self.company(action)
        if not super().asks_for(action) or len(self.p.company(company).charters) == 1:
            return super().asks_for(action)
        return self.view.shell_of(company, str(action["train"])) == charter_over_limit(self.p, company)

    def _swap_train(self, action: Action) -> None:
        company = ours(str(action["entity"]))
        name = str(action["train"])
        self.labels.check_train(company, name)
        if len(self.p.company(company).charters) == 1:
            raise Illegal(Refusal(because("{company} has no other shell", company=company)))
        self.view.swapped(company, name)
        self._arrange(company, self.acting(action))

    def _arrange(self, company: str, seat: str) -> None:
        """Ours as theirs once no shell is over the limit; theirs may be for a while."""
        one, other = self.p.company(company).charters
        row = self.labels.trains.get(company, ())
        for kind in self.p.d.trains:
            for here, there in ((one, other), (other, one)):
                wanted = sum(ours(n.rpartition("-")[0]) == kind and self.view.shell_of(company, n) == here for n in row)
                have = sum(self.p.s.trains[train].kind == kind for train in on_charter(self.p, here))
                while have > wanted:
                    if len(on_charter(self.p, there)) >= limit(self.p) and not self._back(company, there, here):
                        return
                    back = self._back(company, there, here) or "nothing"
                    self.do(seat, "rearrange", charter=here, kind=kind, back=back)
                    have -= 1

    def _back(self, company: str, there: str, here: str) -> str:
        """A kind that the site has moved the other way."""
        row = self.labels.trains.get(company, ())
        for kind in self.p.d.trains:
            wanted = sum(ours(n.rpartition("-")[0]) == kind and self.view.shell_of(company, n) == there for n in row)
            have = sum(self.p.s.trains[train].kind == kind for train in on_charter(self.p, there))
            if have > wanted:
                return kind
        return ""

    def _special_buy(self, action: Action) -> None:
        description, cost = action.get("description"), action.get("cost")
        if description not in (None, "Coal Marker") or cost not in (None, COST):
            raise Illegal(Refusal(because("a coal marker is bought for {price}", price=COST)))
        self.do(self.acting(action), "coal")
