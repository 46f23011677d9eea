"""Trains: what is for sale, buying, phases, rust, limits and discards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.agenda import FrameRule
from engine.errors import Refusal
from engine.family import operating
from engine.family.running import HAS_RUN, RUSTED, can_run, cards, trains_of
from engine.finance import money, prices
from engine.position import Position
from engine.roles import chief
from engine.sheets import TrainSheet
from engine.state import AnyFrame, Ask, Raise, Run, Train, Used
from engine.verbs import Got, Plain, Span, Values

BANK, POOL, SUPPLY, GONE = "bank", "pool", "supply", "gone"


def on_sale(p: Position) -> list[str]:
    """Kinds of train that the bank sells now."""
    return p.once("trains on sale", lambda: _on_sale(p))


def _on_sale(p: Position) -> list[str]:
    kinds: list[str] = []
    left = {card.kind for card in p.s.trains.values() if card.at == SUPPLY}
    for kind, sheet in p.d.trains.items():
        if kind not in left:
            continue
        if not kinds or (sheet.also_after and bought_once(p, sheet.also_after)):
            kinds.append(kind)
    return kinds


def bought_once(p: Position, kind: str) -> bool:
    """Has any train of this kind left the supply?"""
    return any(card.kind == kind and card.at != SUPPLY for card in p.s.trains.values())


def kinds_at(p: Position, place: str) -> list[str]:
    """Kinds of train at a place, without repetition."""
    if place == BANK:
        return on_sale(p)
    places = [place] if place == POOL else p.company(place).charters
    found = {card.kind for card in p.s.trains.values() if card.at in places}
    return [kind for kind in p.d.trains if kind in found]


def first_at(p: Position, place: str, kind: str) -> str:
    """A train of a kind at a place."""
    places = {BANK: [SUPPLY], POOL: [POOL]}.get(place) or p.company(place).charters
    return next(train for train in cards(p) if p.s.trains[train].kind == kind and p.s.trains[train].at in places)


def limit(p: Position) -> int:
    """Trains a company may own in this phase, on each of its charters."""
    return p.d.phases[p.s.phase].train_limit


def on_charter(p: Position, charter: str) -> list[str]:
    """Trains on one charter."""
    return [train for train in cards(p) if p.s.trains[train].at == charter]


def charter_with_room(p: Position, company: str, given: str = "") -> str:
    """The first charter with room for one more train, once one of kind `given` is handed in; empty if none has."""
    traded = first_at(p, company, given) if given else ""
    for charter in p.company(company).charters:
        if len([train for train in on_charter(p, charter) if train != traded]) < limit(p):
            return charter
    return ""


def charter_over_limit(p: Position, company: str) -> str:
    """The first charter with too many trains."""
    return next((c for c in p.company(company).charters if len(on_charter(p, c)) > limit(p)), "")


def cheapest(p: Position) -> int | None:
    """Price of the cheapest train in bank and open market; None if there is none at all."""
    kinds = [*kinds_at(p, POOL), *on_sale(p)]
    return min((p.d.trains[kind].price for kind in kinds), default=None)


def must_buy(p: Position, company: str) -> bool:
    """A company with a legal run and no train must buy, as long as bank or open market have one."""
    return p.d.is_company(company) and not trains_of(p, company) and can_run(p, company) and cheapest(p) is not None


def short_of(p: Position, company: str) -> int:
    """How much the president would have to add for the cheapest train; 0 if nothing or if he may not."""
    price = cheapest(p)
    if price is None or not p.title.operating.helped(p, company):
        return 0
    return max(0, price - p.s.cash[company])


def _named(source: str) -> str:
    return {BANK: "the bank", POOL: "the open market"}.get(source, source)


class BuyTrain(Plain):
    """Buy a train from the bank, the open market or another company."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """From whom, which kind, what is traded in, on which of several charters it goes, at what price."""
        trade: tuple[str, ...] = ()
        if "kind" in got and got.get("from") == BANK and p.d.trains[str(got["kind"])].trade_for:
            trade = ("trade",)
        charter = ("charter",) if len(p.company(operating.operator(p)).charters) > 1 else ()
        return ("from", "kind", *trade, *charter, "price")

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Sellers, kinds, trains to trade, prices: fixed for bank and market, open between companies."""
        match slot:
            case "from":
                return (BANK, POOL, *p.d.companies)
            case "kind":
                return tuple(p.d.trains)
            case "trade":
                return ("nothing", *p.d.trains)
            case "charter":
                return tuple(p.company(operating.operator(p)).charters)
            case _:
                fixed = self.fixed_price(p, got)
                return (fixed,) if fixed is not None else Span(self.least(p, seat), self.most(p, seat, got))

    def least(self, p: Position, seat: str) -> int:
        """The least that can be paid to another company."""
        return 1

    def most(self, p: Position, seat: str, got: Got) -> int:
        """What can be paid to another company: the treasury, and with its president's help what is printed."""
        company = operating.operator(p)
        treasury = p.s.cash[company]
        if not self.helped_by_companies(p, company):
            return treasury
        return max(treasury, min(p.d.trains[str(got["kind"])].price, treasury + p.s.cash[seat]))

    def helped_by_companies(self, p: Position, company: str) -> bool:
        """May the president add to what another company asks?"""
        return p.title.operating.help_for_any_train and p.title.operating.helped(p, company)

    def fixed_price(self, p: Position, got: Got) -> int | None:
        """The price if the seller is the bank or the open market."""
        if got["from"] not in (BANK, POOL):
            return None
        sheet = p.d.trains[str(got["kind"])]
        traded = got.get("trade", "nothing") != "nothing"
        return sheet.price - (sheet.trade_in if traded else 0)

    def bound(self, p: Position) -> bool:
        """Has the president sold shares for this train, and is he bound to buy the cheapest?"""
        return isinstance(p.top, Raise) and not p.title.operating.help_for_any_train

    def refuse(self, p: Position, seat: str, got: Got) -> Refusal | None:
        """Room, what the seller has, money; the president adds to the price only for the cheapest, if he must."""
        company = operating.operator(p)
        if "from" not in got:
            return None
        source = str(got["from"])
        refusal = self._source_refusal(p, company, source)
        if refusal or "kind" not in got:
            return refusal
        kind = str(got["kind"])
        if kind not in kinds_at(p, source):
            return Refusal(f"{_named(source)} has no {kind} train for sale", p.title.sections["train"])
        if self.bound(p) and p.d.trains[kind].price != cheapest(p):
            return Refusal("after selling shares only the cheapest train may be bought", p.title.sections["money"])
        if "trade" in got or "trade" not in self.slots(p, seat, got):
            refusal = self._room_refusal(p, company, got)
            if refusal:
                return refusal
        if "charter" in got and len(on_charter(p, str(got["charter"]))) >= limit(p):
            return Refusal(f"the charter {got['charter']} may have {limit(p)} trains", p.title.sections["train limit"])
        if "price" not in got:
            return None
        return self._money_refusal(p, seat, company, source, kind, int(got["price"]))

    def _source_refusal(self, p: Position, company: str, source: str) -> Refusal | None:
        if source == company:
            return Refusal("a company cannot buy from itself", p.title.sections["train"])
        if source in (BANK, POOL):
            return None
        if self.bound(p):
            return Refusal("after selling shares no train may be bought from a company", p.title.sections["money"])
        if not trains_of(p, source):
            return Refusal(f"{source} has no train", p.title.sections["train"])
        if p.s.cash[company] < 1 and not self.helped_by_companies(p, company):
            return Refusal(f"the treasury of {company} is empty", p.title.sections["train"])
        return None

    def _room_refusal(self, p: Position, company: str, got: Got) -> Refusal | None:
        given = str(got.get("trade", "nothing"))
        owned = trains_of(p, company)
        if given != "nothing":
            sheet = p.d.trains[str(got["kind"])]
            if given not in sheet.trade_for or given not in kinds_at(p, company):
                return Refusal(f"{company} has no {given} train to trade in", p.title.sections["train"])
        if not charter_with_room(p, company, given if given != "nothing" else ""):
            return Refusal(
                f"a {'charter' if len(p.company(company).charters) > 1 else 'company'} may own {limit(p)} trains now",
                p.title.sections["train limit"],
                f"{company} has {len(owned)}",
            )
        return None

    def _money_refusal(
        self, p: Position, seat: str, company: str, source: str, kind: str, price: int
    ) -> Refusal | None:
        treasury = p.s.cash[company]
        if price <= treasury:
            return None
        from_company = source not in (BANK, POOL)
        helped = self.helped_by_companies(p, company) if from_company else p.title.operating.helped(p, company)
        if not helped:
            return Refusal(
                f"that costs {money.money(p, price)}", p.title.sections["money"], f"the treasury holds {treasury}"
            )
        if from_company and price > p.d.trains[kind].price:
            return Refusal(
                f"with the {p.title.president_word}'s money no more may be paid than is printed",
                p.title.sections["money"],
                f"a {kind} train costs {p.d.trains[kind].price}",
            )
        if not from_company and price != cheapest(p):
            return Refusal(
                f"with the {p.title.president_word}'s money only the cheapest train may be bought",
                p.title.sections["money"],
                f"it costs {cheapest(p)}",
            )
        if treasury + p.s.cash[seat] < price:
            return Refusal(
                f"that costs {money.money(p, price)}",
                p.title.sections["money"],
                f"the treasury holds {treasury} and you {p.s.cash[seat]}",
            )
        return None

    def consent(self, p: Position, seat: str, args: Got) -> list[str]:
        """The president of the company that sells."""
        source = str(args["from"])
        owner = "" if source in (BANK, POOL) else chief(p, source)
        return [owner] if owner and owner != seat else []

    def do(self, p: Position, seat: str, args: Got) -> None:
        """Pay and take the train; the president adds what the treasury lacks."""
        company, source, kind = operating.operator(p), str(args["from"]), str(args["kind"])
        given = str(args.get("trade", "nothing"))
        if given != "nothing":
            p.s.trains[first_at(p, company, given)].at = POOL
        buy(p, company, source, kind, int(args["price"]), seat, str(args.get("charter", "")))


def buy(p: Position, company: str, source: str, kind: str, price: int, payer: str, charter: str = "") -> None:
    """The purchase itself, with all that a new kind of train brings."""
    missing = price - p.s.cash[company]
    if missing > 0:
        p.emit("contributes", player=payer, company=company, amount=missing)
        money.pay(p, payer, company, missing)
    train = first_at(p, source, kind)
    first = source == BANK and not bought_once(p, kind)
    seller = money.BANK if source in (BANK, POOL) else source
    p.emit("bought_train", company=company, train=train, kind=kind, source=source, price=price)
    money.pay(p, company, seller, price)
    card = p.s.trains[train]
    card.at = charter or charter_with_room(p, company) or p.company(company).charters[0]
    frame = operating.turn(p)
    if frame is not None and source == BANK:
        frame.used.append(Used("bought train", kind))
    if p.d.train_counts[kind] < 0 and source == BANK:
        add_card(p, kind)
    if first:
        begin_kind(p, kind)
    p.title.operating.train_bought(p, company, train)


def begin_kind(p: Position, kind: str) -> None:
    """The first train of a kind, which stands for those before it that nobody could buy as well."""
    for earlier in never_sold(p, kind):
        new_kind(p, earlier)
    new_kind(p, kind)


def never_sold(p: Position, kind: str) -> list[str]:
    """Kinds before this one whose phase never began, since all their trains left the supply without a buyer."""
    order = list(p.d.phases)
    now = order.index(p.s.phase)
    begun = {phase.on for phase in p.d.phases.values() if order.index(phase.name) <= now}
    earlier = list(p.d.trains)[: list(p.d.trains).index(kind)]
    starts = {phase.on for phase in p.d.phases.values()} - begun
    left = {card.kind for card in p.s.trains.values()}
    return [name for name in earlier if name in starts and name not in left]


def add_card(p: Position, kind: str) -> None:
    """One more card of a kind of which there are as many as are wanted."""
    number = sum(1 for card in p.s.trains.values() if card.kind == kind)
    p.s.trains[f"{kind}-{number}"] = Train(kind=kind, at=SUPPLY)


def new_kind(p: Position, kind: str) -> None:
    """The first train of a kind: a new phase, rust, and limits that may be lower."""
    for phase in p.d.phases.values():
        if phase.on == kind:
            p.s.phase = phase.name
            p.emit("phase", phase=phase.name)
            p.title.operating.phase_begins(p, phase.name)
    for train in cards(p):
        card = p.s.trains[train]
        if p.d.trains[card.kind].rusted_by != kind or card.at in (GONE, SUPPLY):
            continue
        if p.d.trains[card.kind].runs_once and HAS_RUN not in card.marks:
            card.marks.append(RUSTED)
        else:
            p.emit("rusted", train=train, kind=card.kind, owner=card.at)
            card.at = GONE
    for company in reversed(owners(p)):
        if charter_over_limit(p, company):
            p.push(Ask(rule="discard", role=f"president:{company}", about=[company]))


def owners(p: Position) -> list[str]:
    """Who may own trains: companies in price order, then builders that are no company."""
    return [
        *prices.price_order(p),
        *(name for name in p.d.privates if name in p.s.companies and not p.d.is_company(name)),
    ]


def export(p: Position) -> str:
    """The next train leaves the supply although nobody buys it, with all that a new kind brings; its card, if any."""
    kinds = on_sale(p)
    if not kinds:
        return ""
    kind = kinds[0]
    first = not bought_once(p, kind)
    train = first_at(p, BANK, kind)
    p.s.trains[train].at = GONE
    p.emit("exported", train=train, kind=kind)
    if p.d.train_counts[kind] < 0:
        add_card(p, kind)
    if first:
        begin_kind(p, kind)
    return train


# --- discards


def _company(frame: AnyFrame) -> str:
    assert isinstance(frame, Ask)
    return frame.about[0]


def discard_deciders(p: Position, frame: AnyFrame) -> list[str]:
    """The president, while there are too many trains."""
    company = _company(frame)
    player = chief(p, company)
    return [player] if player and charter_over_limit(p, company) else []


def discard_verbs(p: Position, frame: AnyFrame, seat: str) -> Sequence[str]:
    """Only discarding."""
    return ("discard",)


def discard_done(p: Position, frame: AnyFrame) -> None:
    """Enough has been discarded."""
    p.pop()


def asked_company_alive(p: Position, frame: AnyFrame) -> bool:
    """A closed company has nothing to answer."""
    return not p.company(_company(frame)).closed


FRAMES = {
    "discard": FrameRule(
        advance=discard_done, deciders=discard_deciders, verbs=discard_verbs, alive=asked_company_alive
    )
}


class Discard(Plain):
    """Discard a train over the limit, to where the title says."""

    def slots(self, p: Position, seat: str, got: Got) -> tuple[str, ...]:
        """Which kind."""
        return ("kind",)

    def values(self, p: Position, seat: str, got: Got, slot: str) -> Values:
        """Kinds on the charter that has too many."""
        found = {p.s.trains[train].kind for train in on_charter(p, charter_over_limit(p, _company(p.top)))}
        return tuple(kind for kind in p.d.trains if kind in found)

    def do(self, p: Position, seat: str, args: Got) -> None:
        """No pay for it."""
        company = _company(p.top)
        charter = charter_over_limit(p, company)
        train = next(train for train in on_charter(p, charter) if p.s.trains[train].kind == args["kind"])
        p.s.trains[train].at = p.title.operating.discards_to
        p.emit("discarded", company=company, train=train, kind=str(args["kind"]), to=p.title.operating.discards_to)


def sheet_of(p: Position, train: str) -> TrainSheet:
    """What is printed on a train."""
    return p.d.trains[p.s.trains[train].kind]


def train_duty(p: Position, frame: Run) -> Refusal | None:
    """Why a company may not end its turn without a train."""
    if frame.step == "train" and must_buy(p, frame.subject):
        return Refusal(f"{frame.subject} has a legal run and must buy a train", p.title.sections["duty"])
    return None
