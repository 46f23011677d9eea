"""Trains: what is for sale, buying, phases, rust, limits and discards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import Refusal
from engine.family import operating
from engine.family.running import HAS_RUN, OBSOLETE, RUSTED, SECOND_HAND, can_run, cards, trains_of
from engine.finance import money, prices
from engine.position import Position
from engine.roles import chief
from engine.state import Ask, Raise, Run, Train, Used
from engine.verbs import Got, Plain, Span, Values

BANK, POOL, SUPPLY, GONE = "bank", "pool", "supply", "gone"


def on_sale(p: Position) -> list[str]:
    """Kinds of train that the bank sells now."""
    return p.once("trains on sale", lambda: _on_sale(p))


def _on_sale(p: Position) -> list[str]:
    fresh: list[str] = []
    used: list[str] = []
    left = {card.kind for card in p.s.trains.values() if card.at == SUPPLY and SECOND_HAND not in card.marks}
    for kind, sheet in p.d.trains.items():
        if any(kind in p.title.operating.used_as(p, train) for train in used_cards(p)):
            used.append(kind)
        front = front_of(p, kind)
        if front not in left:
            continue
        if not fresh or front == fresh[0] or (sheet.also_after and bought_once(p, sheet.also_after)):
            fresh.append(kind)
    return [*fresh, *used]


def left(p: Position, kind: str) -> int:
    """Cards in the supply that can be had as this kind, now or once their turn comes."""
    return sum(1 for train in cards(p) if p.s.trains[train].at == SUPPLY and kind in _sold_as(p, train))


def used_cards(p: Position) -> list[str]:
    """Cards that have rusted and come back to the supply."""
    return [train for train in cards(p) if p.s.trains[train].at == SUPPLY and SECOND_HAND in p.s.trains[train].marks]


def front_of(p: Position, kind: str) -> str:
    """The kind on the side that shows while a card lies in the supply."""
    return p.d.trains[kind].back_of or kind


def bought_once(p: Position, kind: str) -> bool:
    """Has any train of this kind left the supply? One that lies with a private company has not yet."""
    front = front_of(p, kind)
    return any(
        front_of(p, card.kind) == front and (card.at != SUPPLY or SECOND_HAND in card.marks)
        for card in p.s.trains.values()
        if not card.at.startswith("with:")
    )


def kinds_at(p: Position, place: str) -> list[str]:
    """Kinds of train at a place, without repetition."""
    if place == BANK:
        return on_sale(p)
    places = [place] if place == POOL else p.company(place).charters
    found = {card.kind for card in p.s.trains.values() if card.at in places}
    return [kind for kind in p.d.trains if kind in found]


def first_at(p: Position, place: str, kind: str) -> str:
    """A train of a kind at a place; one without a mark comes before one with."""
    if place == BANK:
        return next(train for train in cards(p) if p.s.trains[train].at == SUPPLY and kind in _sold_as(p, train))
    places = [POOL] if place == POOL else p.company(place).charters
    found = [train for train in cards(p) if p.s.trains[train].kind == kind and p.s.trains[train].at in places]
    return min(found, key=lambda train: len(p.s.trains[train].marks))


def _sold_as(p: Position, train: str) -> Sequence[str]:
    card = p.s.trains[train]
    if SECOND_HAND in card.marks:
        return p.title.operating.used_as(p, train)
    return [kind for kind in p.d.trains if front_of(p, kind) == card.kind]


def limit(p: Position) -> int:
    """Trains a company may own in this phase, on each of its charters."""
    return p.d.phases[p.s.phase].train_limit


def trains_on(p: Position, kind: str) -> int:
    """How many trains a card counts for: the fewest that it may run as; one of no kind yet for one."""
    return min((len(face) for face in p.d.trains[kind].faces), default=1) if kind else 1


def too_many(p: Position, kinds: Sequence[str]) -> bool:
    """Are these cards more than one charter may have, as trains or as cards?"""
    phase = p.d.phases[p.s.phase]
    cards_over = bool(phase.card_limit) and len(kinds) > phase.card_limit
    return cards_over or sum(trains_on(p, kind) for kind in kinds) > phase.train_limit


def on_charter(p: Position, charter: str) -> list[str]:
    """Trains on one charter that count to its limit."""
    return [train for train in cards(p) if p.s.trains[train].at == charter and OBSOLETE not in p.s.trains[train].marks]


def real_trains(p: Position, company: str) -> list[str]:
    """Trains that fulfil the duty to own one."""
    spent = {SECOND_HAND, OBSOLETE}
    return [train for train in trains_of(p, company) if spent.isdisjoint(p.s.trains[train].marks)]


def charter_with_room(p: Position, company: str, given: str = "", kind: str = "") -> str:
    """The first charter with room for a card (of this kind), once one of kind `given` is handed in; empty if none."""
    traded = first_at(p, company, given) if given else ""
    for charter in p.company(company).charters:
        if not too_many(p, [*(p.s.trains[t].kind for t in on_charter(p, charter) if t != traded), kind]):
            return charter
    return ""


def charter_over_limit(p: Position, company: str) -> str:
    """The first charter with too many trains."""
    for charter in p.company(company).charters:
        if too_many(p, [p.s.trains[train].kind for train in on_charter(p, charter)]):
            return charter
    return ""


def cheapest(p: Position) -> int | None:
    """Price of the cheapest train in bank and open market; None if there is none at all."""
    used = {kind for train in used_cards(p) for kind in p.title.operating.used_as(p, train)}
    kinds = [kind for kind in (*kinds_at(p, POOL), *on_sale(p)) if kind not in used]
    return min((p.d.trains[kind].price for kind in kinds), default=None)


def must_buy(p: Position, company: str) -> bool:
    """A company with a legal run and no train must buy, as long as bank or open market have one."""
    return p.d.is_company(company) and not real_trains(p, company) and can_run(p, company) and cheapest(p) is not None


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
        trade = ("trade",) if "kind" in got and self.trades(p, got) else ()
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

    def trades(self, p: Position, got: Got) -> Sequence[str]:
        """Kinds of train that may be handed in for what is bought."""
        return p.d.trains[str(got["kind"])].trade_for if got.get("from") == BANK else ()

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
        refusal = self.source_refusal(p, company, source)
        if refusal or "kind" not in got:
            return refusal
        kind = str(got["kind"])
        if kind not in kinds_at(p, source):
            return Refusal(f"{_named(source)} has no {kind} train for sale", p.title.sections["train"])
        if self.bound(p) and p.d.trains[kind].price != cheapest(p):
            return Refusal("after selling shares only the cheapest train may be bought", p.title.sections["money"])
        if "trade" in got or "trade" not in self.slots(p, seat, got):
            refusal = self.room_refusal(p, company, got)
            if refusal:
                return refusal
        if "charter" in got and len(on_charter(p, str(got["charter"]))) >= limit(p):
            return Refusal(f"the charter {got['charter']} may have {limit(p)} trains", p.title.sections["train limit"])
        if "price" not in got:
            return None
        return self.money_refusal(p, seat, company, source, kind, int(got["price"]))

    def source_refusal(self, p: Position, company: str, source: str) -> Refusal | None:
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

    def room_refusal(self, p: Position, company: str, got: Got) -> Refusal | None:
        given = str(got.get("trade", "nothing"))
        owned = trains_of(p, company)
        if given != "nothing" and (given not in self.trades(p, got) or given not in kinds_at(p, company)):
            return Refusal(f"{company} has no {given} train to trade in", p.title.sections["train"])
        if not charter_with_room(p, company, given if given != "nothing" else "", str(got["kind"])):
            cards = p.d.phases[p.s.phase].card_limit
            most = f"{limit(p)} trains{f' on {cards} certificates' if cards else ''}"
            return Refusal(
                f"a {'charter' if len(p.company(company).charters) > 1 else 'company'} may own {most} now",
                p.title.sections["train limit"],
                f"{company} has {len(owned)}",
            )
        return None

    def money_refusal(self, p: Position, seat: str, company: str, source: str, kind: str, price: int) -> Refusal | None:
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
            self.hand_in(p, company, given)
        buy(p, company, source, kind, int(args["price"]), seat, str(args.get("charter", "")))

    def hand_in(self, p: Position, company: str, kind: str) -> None:
        """Into the open market."""
        p.s.trains[first_at(p, company, kind)].at = POOL


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
    card.at = charter or charter_with_room(p, company, kind=kind) or p.company(company).charters[0]
    card.kind = kind
    frame = operating.turn(p)
    if frame is not None and source == BANK:
        frame.used.append(Used("bought train", kind))
    if p.d.train_counts[kind] < 0 and source == BANK:
        add_card(p, kind)
    if first and SECOND_HAND not in card.marks:
        begin_kind(p, front_of(p, kind))
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
        if p.d.trains[card.kind].rusted_by == kind and card.at not in (GONE, SUPPLY):
            p.title.operating.rusts(p, train)
    for company in reversed(owners(p)):
        if charter_over_limit(p, company):
            p.push(Ask(rule="discard", role=f"president:{company}", about=[company]))


def rust(p: Position, train: str) -> None:
    """Out of the game, or first a last run where the train may make one."""
    card = p.s.trains[train]
    if p.d.trains[card.kind].runs_once and HAS_RUN not in card.marks:
        card.marks.append(RUSTED)
    else:
        scrap(p, train)


def scrap(p: Position, train: str) -> None:
    """Out of the game."""
    card = p.s.trains[train]
    p.emit("rusted", train=train, kind=card.kind, owner=card.at)
    card.at = GONE


def owners(p: Position) -> list[str]:
    """Who may own trains: companies in price order, then builders that are no company."""
    return [
        *prices.price_order(p),
        *(name for name in p.d.privates if name in p.s.companies and not p.d.is_company(name)),
    ]


def export(p: Position) -> str:
    """The next train leaves the supply although nobody buys it, with all that a new kind brings; its card, if any."""
    next_card = (
        train for train in cards(p) if p.s.trains[train].at == SUPPLY and SECOND_HAND not in p.s.trains[train].marks
    )
    train = next(next_card, "")
    if not train:
        return ""
    kind = p.s.trains[train].kind
    first = not bought_once(p, kind)
    p.s.trains[train].at = GONE
    p.emit("exported", train=train, kind=kind)
    if p.d.train_counts[kind] < 0:
        add_card(p, kind)
    if first:
        begin_kind(p, kind)
    return train


def train_duty(p: Position, frame: Run) -> Refusal | None:
    """Why a company may not end its turn without a train."""
    if frame.step == "train" and must_buy(p, frame.subject):
        return Refusal(f"{frame.subject} has a legal run and must buy a train", p.title.sections["duty"])
    return None
