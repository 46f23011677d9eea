"""Trains: what is for sale, the obligation to own one, phases, rusting, limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.errors import Refusal
from engine.core.position import Position
from engine.core.sentences import because
from engine.core.state import Ask, Run, Train
from engine.family.running import HAS_RUN, OBSOLETE, RUSTED, SECOND_HAND, can_run, cards, trains_of
from engine.finance import prices

BANK, POOL, SUPPLY, GONE = "bank", "pool", "supply", "gone"


def on_sale(p: Position) -> list[str]:
    """Kinds of train that the bank sells now."""
    return p.once("trains on sale", lambda: _on_sale(p))


def _on_sale(p: Position) -> list[str]:
    fresh: list[str] = []
    used: list[str] = []
    spent = [kind for train in used_cards(p) for kind in p.title.operating.used_as(p, train)]
    left = {card.kind for card in p.s.trains.values() if card.at == SUPPLY and SECOND_HAND not in card.marks}
    for kind, sheet in p.d.trains.items():
        if kind in spent:
            used.append(kind)
        front = front_of(p, kind)
        if front not in left:
            continue
        if not fresh or front == fresh[0] or (sheet.also_after and bought_once(p, sheet.also_after)):
            fresh.append(kind)
    return [*fresh, *used]


def left(p: Position) -> dict[str, int]:
    """Cards in the supply that can be bought as each kind, now or when it is their turn."""
    fresh = Counter(card.kind for card in p.s.trains.values() if card.at == SUPPLY and SECOND_HAND not in card.marks)
    used = Counter(kind for train in used_cards(p) for kind in p.title.operating.used_as(p, train))
    return {kind: fresh[front_of(p, kind)] + used[kind] for kind in p.d.trains}


def used_cards(p: Position) -> list[str]:
    """Cards that have rusted and come back to the supply."""
    found = p.s.trains
    return [train for train in cards(p) if found[train].at == SUPPLY and SECOND_HAND in found[train].marks]


def front_of(p: Position, kind: str) -> str:
    """The kind on the side that shows while a card lies in the supply."""
    return p.d.trains[kind].back_of or kind


def bought_once(p: Position, kind: str) -> bool:
    """Has any train of this kind left the supply? One that lies with a private company has not yet."""
    return front_of(p, kind) in ever_bought(p)


def ever_bought(p: Position) -> set[str]:
    """The kinds of which any train has left the supply, by the side of a card that shows there."""
    sold = {card.kind for card in _cards_of_the_supply(p) if card.at != SUPPLY or SECOND_HAND in card.marks}
    return {front_of(p, kind) for kind in sold}


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
        return next(train for train in cards(p) if p.s.trains[train].at == SUPPLY and _is_sold_as(p, train, kind))
    places = [POOL] if place == POOL else p.company(place).charters
    found = [train for train in cards(p) if p.s.trains[train].kind == kind and p.s.trains[train].at in places]
    return min(found, key=lambda train: len(p.s.trains[train].marks))


def _is_sold_as(p: Position, train: str, kind: str) -> bool:
    card = p.s.trains[train]
    if SECOND_HAND in card.marks:
        return kind in p.title.operating.used_as(p, train)
    return front_of(p, kind) == card.kind


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
    """Trains that satisfy the obligation to own one."""
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


MAY, MUST = "may", "must"
"""Whether the president adds what the company lacks for a train by choice, or because they have to."""


def must_buy(p: Position, company: str) -> bool:
    """A company with a legal run and no train must buy, as long as bank or open market have one."""
    return p.d.is_company(company) and not real_trains(p, company) and can_run(p, company) and cheapest(p) is not None


def short_of(p: Position, company: str) -> int:
    """How much the president would have to add for the cheapest train; 0 if nothing or if they may not."""
    price = cheapest(p)
    if price is None or not p.title.operating.helped(p, company):
        return 0
    return max(0, price - p.s.cash[company])


def begin_kind(p: Position, kind: str) -> None:
    """The first train of a kind, which also counts as the first of any earlier kinds that nobody could buy."""
    for earlier in never_sold(p, kind):
        new_kind(p, earlier)
    new_kind(p, kind)


def never_sold(p: Position, kind: str) -> list[str]:
    """Earlier kinds whose phase never began because all their trains left the supply unbought."""
    order = list(p.d.phases)
    now = order.index(p.s.phase)
    begun = {phase.on for phase in p.d.phases.values() if order.index(phase.name) <= now}
    earlier = list(p.d.trains)[: list(p.d.trains).index(kind)]
    starts = {phase.on for phase in p.d.phases.values()} - begun
    left = {card.kind for card in _cards_of_the_supply(p)}
    return [name for name in earlier if name in starts and name not in left]


def _cards_of_the_supply(p: Position) -> list[Train]:
    """Cards that are in the supply or have left it: not one that lies with a private company."""
    return [card for card in p.s.trains.values() if not card.at.startswith("with:")]


def add_card(p: Position, kind: str) -> None:
    """One more card of a kind with an unlimited supply."""
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
    for company in reversed(p.title.operating.discard_order(p)):
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


def next_in_supply(p: Position) -> str:
    """The card of the next train from the supply, if any."""
    supply = (
        train for train in cards(p) if p.s.trains[train].at == SUPPLY and SECOND_HAND not in p.s.trains[train].marks
    )
    return next(supply, "")


def export(p: Position, why: str = "") -> str:
    """The next train leaves the supply unbought, with all the effects of a new kind; return its card, if any. `why`
    tells the occasions of a title with several.
    """
    train = next_in_supply(p)
    if not train:
        return ""
    kind = p.s.trains[train].kind
    first = not bought_once(p, kind)
    p.s.trains[train].at = GONE
    p.emit("exported", train=train, kind=kind, **({"why": why} if why else {}))
    if p.d.train_counts[kind] < 0:
        add_card(p, kind)
    if first:
        begin_kind(p, kind)
    return train


def export_after_set(p: Position) -> None:
    """What leaves the supply unbought at the end of a set, by the title's `exported`."""
    train, rules = next_in_supply(p), p.title.operating
    if not train or (kind := p.s.trains[train].kind) not in rules.exported:
        return
    export(p)
    if rules.last_takes_next and left(p)[kind] == 0:
        export(p, "last")


def train_duty(p: Position, frame: Run) -> Refusal | None:
    """Why a company may not end its turn without a train."""
    if frame.step == "train" and must_buy(p, frame.subject):
        return Refusal(
            because("{subject} has a route and must buy a train", subject=frame.subject), p.title.sections["duty"]
        )
    return None
