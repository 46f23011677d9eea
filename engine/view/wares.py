"""The kinds of train, as everybody sees them."""

from __future__ import annotations

from collections import Counter

from engine.core.position import Position
from engine.family import trains
from engine.view.shapes import WareView


def wares(p: Position) -> list[WareView]:
    """Every kind, in the order in which they are sold."""
    rules = p.title.operating
    selling = trains.on_sale(p)
    pool = Counter(card.kind for card in p.s.trains.values() if card.at == trains.POOL)
    left, bought = trains.left(p), trains.ever_bought(p)
    again = {kind for train in trains.used_cards(p) for kind in rules.used_as(p, train)}
    return [
        WareView(
            kind=kind,
            price=sheet.price,
            stops=sheet.stops,
            left=-1 if p.d.train_counts[kind] < 0 else left[kind],
            back_of=sheet.back_of,
            pool=pool[kind],
            count=p.d.train_counts[kind],
            fresh=trains.front_of(p, kind) not in bought,
            on_sale=kind in selling,
            rusts=[other for other, older in p.d.trains.items() if older.rusted_by == kind and kind not in again],
            rusted_by=sheet.rusted_by if kind not in again else "",
            again=kind in again,
            trade_for=list(sheet.trade_for),
            trade_in=sheet.trade_in,
            also_after=sheet.also_after,
            exported=kind in rules.exported,
            last_takes_next=kind in rules.exported and rules.last_takes_next,
        )
        for kind, sheet in p.d.trains.items()
    ]
