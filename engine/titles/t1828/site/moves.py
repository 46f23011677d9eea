"""1828 of 18xx.games: each of its actions as a move of ours."""

from __future__ import annotations

from typing import Any

from engine.core.errors import Illegal, Refusal
from engine.core.position import Position
from engine.core.roles import chief
from engine.core.sentences import because
from engine.core.state import Trial
from engine.core.trial import Failed, Need
from engine.core.verbs import Got
from engine.exchange.site_log import Action
from engine.exchange.site_moves import Do, SiteMoves
from engine.family import operating, stock
from engine.family.trains import charter_over_limit, limit, on_charter
from engine.finance import shares
from engine.titles.t1828 import build
from engine.titles.t1828.auction import takeable
from engine.titles.t1828.cobourg import COBOURG, laid_in, runs, worth
from engine.titles.t1828.mohawk import IPO_DIRECTOR, MOHAWK
from engine.titles.t1828.site.labels import Labels1828
from engine.titles.t1828.site.mergers import foresee
from engine.titles.t1828.site.names import ours
from engine.titles.t1828.site.routes import on_our_map
from engine.titles.t1828.site.states import State1828
from engine.titles.t1828.systems import parts
from engine.titles.t1828.trading import SELL, TRADE
from engine.titles.t1828.trains import PurchaseOfShell, shells_with


class Moves1828(SiteMoves[Labels1828, State1828]):
    """Turns actions into moves."""

    def __init__(self, p: Position, labels: Labels1828, view: State1828, seats: dict[str, str], do: Do) -> None:
        super().__init__(p, labels, view, seats, do)
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

    # --- auction and stock round

    def _par(self, action: Action) -> None:
        price = int(str(action["share_price"]).split(",")[0])
        company, seat = ours(str(action["corporation"])), self.seat(action)
        if self.exchanged:
            self.exchanged = self.view.given_up = ""
            self.labels.move([f"{company}_0"], seat)
            self.do(seat, "exchange", **{"company": company, "from": IPO_DIRECTOR, "price": price})
        elif self.p.top_rule == "first_par":
            self.do(seat, "set_par", price=price)
        else:
            directed = bool(shares.president(self.p, company))
            row = self.labels.singles(shares.IPO, company)[:1] if directed else [f"{company}_0"]
            self.labels.move(row, seat)
            self.do(seat, "par", company=company, price=price)

    def _names(self, action: Action) -> list[str]:
        named = (str(name).rpartition("_") for name in action["shares"])
        return [f"{ours(company)}_{number}" for company, _, number in named]

    def _buy_shares(self, action: Action) -> None:
        names = self._names(action)
        company, _, number = names[0].rpartition("_")
        if action["entity_type"] == "company" and number == "0":
            self.exchanged, self.view.given_up = company, MOHAWK
            return
        source = self.labels.place(names[0])
        seat = self.p.s.privates[MOHAWK] if action["entity_type"] == "company" else self.seat(action)
        self.labels.move(names, seat)
        verb = "exchange" if action["entity_type"] == "company" else "buy"
        self.do(seat, verb, **{"company": company, "from": source})

    def _sell_shares(self, action: Action) -> None:
        self.sell(action, self._names(action))

    # --- mergers

    def _choose(self, action: Action) -> None:
        frame, choice = self.p.top, str(action["choice"])
        if not isinstance(frame, Trial):
            return  # The company with which a merger begins; the merger itself follows.
        self.do(self.seat(action), "answer", answer=self.answer(frame, choice))

    def answer(self, frame: Trial, choice: str) -> str:
        """Our answer for a choice of the site."""
        if frame.kind == "single":
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
        turn = self.p.top
        seat = str(getattr(turn, "subject", ""))
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
        tile, _, part = str(action["city"]).rpartition("-")
        return f"{self.labels.hex_of(tile)}/c{part}"

    def _remove_token(self, action: Action) -> None:
        frame = self.p.top
        if isinstance(frame, Trial) and frame.kind == "block":
            self.do(frame.role, "answer", answer=self.removed(action))

    # --- operating

    def _buy_company(self, action: Action) -> None:
        private = ours(str(action["company"]))
        self.do(self.acting(action), "buy_private", private=private, price=int(action["price"]))

    def _lay_tile(self, action: Action) -> None:
        tile, hex_id = str(action["tile"]), str(action["hex"])
        args: Got = {"tile": tile.rpartition("-")[0], "rotation": int(action["rotation"])}
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
        self.labels.tiles[hex_id] = tile

    def _by(self, company: str) -> str:
        """Whose right allows the extra tile."""
        frame = operating.turn(self.p)
        done = {note.by for note in frame.used if note.what == "extra"} if frame else set[str]()
        found = [part for part in parts(self.p, company) if part in build.EXTRA_COST and part not in done]
        if not found:
            raise Illegal(Refusal(because("{company} may lay no more track", company=company)))
        return found[0]

    def _place_token(self, action: Action) -> None:
        tile, _, part = str(action["city"]).rpartition("-")
        city = f"{self.labels.hex_of(tile)}/c{part}"
        if self.p.top_rule == "home":
            self.do(self.first_decider(), "home", city=city)
        elif action["entity_type"] == "company" and action["entity"] == COBOURG:
            self.do(self.first_decider(), "answer", answer="replace")
        elif action["entity_type"] == "company":
            self.do(self.acting(action), "scranton_station")
        else:
            self.do(self.acting(action), "token", city=city)

    def _run_routes(self, action: Action) -> None:
        if action["entity_type"] == "minor":
            self._cobourg_run(action, self.acting(action))
        else:
            self.run_trains(action, "run", [on_our_map(route) for route in action["routes"]])

    def _cobourg_run(self, action: Action, seat: str) -> None:
        if not action["routes"]:
            self.do(seat, "skip")
            self.view.note_cobourg(0)
            return
        route: dict[str, Any] = action["routes"][0]
        chains: list[list[str]] = route.get("connections") or [[]]
        wanted = {str(hex_id) for hex_id in route.get("hexes") or (*chains[0][:1], *chains[-1][-1:])}
        found = [pair for pair in runs(self.p, laid_in(self.p)) if {stop.split("/")[0] for stop in pair} == wanted]
        if not found:
            raise Illegal(
                Refusal(
                    because("the Cobourg & Peterborough cannot run between {wanted:and}", wanted=tuple(sorted(wanted)))
                )
            )
        # Where a hex has several stops, take those named, or those that pay what the file states.
        named = {str(node).replace("-", "/") for node in route.get("nodes", ())}
        found.sort(
            key=lambda pair: (
                {stop.replace("/c", "/").replace("/t", "/").replace("/o", "/") for stop in pair} != named,
                worth(self.p, pair) != int(route["revenue"]),
            )
        )
        self.do(seat, "cobourg_run", stops=" ".join(found[0]))

    def _buy_train(self, action: Action) -> None:
        company, name = ours(str(action["entity"])), str(action["train"])
        source = self.labels.train_place(name)
        kind = ours(str(action.get("variant") or name.rpartition("-")[0]))
        source_name = {"supply": "bank"}.get(source, source)
        args = PurchaseOfShell({"from": source_name, "kind": kind, "price": int(action["price"])})
        if len(self.p.company(company).charters) > 1:
            args["charter"] = ours(str(action["shell"]))
        if len(shells_with(self.p, source, kind)) > 1:
            args["of"] = self.view.shell_of(source, name)
        seat = self.acting(action)
        self.do(seat, "buy_train", **args)
        self.labels.move_train(name, company)
        self.view.shells[name] = args.charter or company

    def asks_for(self, action: Action) -> bool:
        """Of a system the shell that is asked first must be the one on which the train stands."""
        company = self.company(action)
        if not super().asks_for(action) or len(self.p.company(company).charters) == 1:
            return super().asks_for(action)
        return self.view.shell_of(company, str(action["train"])) == charter_over_limit(self.p, company)

    def _swap_train(self, action: Action) -> None:
        company = ours(str(action["entity"]))
        name = str(action["train"])
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
        self.do(self.acting(action), "coal")
