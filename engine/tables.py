"""A view of a game as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.state import End
from engine.view import CompanyView, View
from engine.words import Words


def lines(view: View) -> Iterable[str]:
    """The whole table: who has what, what is for sale, who must decide."""
    speaker = Words(view)
    phase = speaker.phase(view.phase)
    yield speaker.line("title", game=view.name, turn=view.clock.turn, round=speaker.round(), phase=phase)
    bank = "bank_overdrawn" if view.bank < 0 else "bank_broken" if view.broken else "bank"
    yield speaker.line(bank, amount=speaker.money(abs(view.bank)))
    yield ""
    yield from _seats(view, speaker)
    yield ""
    yield from _companies(view, speaker)
    yield ""
    yield from _privates(view, speaker)
    yield from _trains(view, speaker)
    yield from _map(view, speaker)
    yield ""
    if view.end is not None:
        yield from _end(view.end, speaker)
    for offer in view.offers:
        yield speaker.offer(offer.id)
    for decision in view.decisions:
        yield speaker.decision(decision)


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table with columns as wide as needed."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _heads(speaker: Words, *names: str) -> list[str]:
    return [speaker.line(name) if name else "" for name in names]


def _seats(view: View, speaker: Words) -> Iterable[str]:
    rows: list[list[str]] = []
    for seat in view.seats:
        held = [f"{h.company} {h.percent}%{'*' if h.president else ''}" for h in seat.shares]
        marks = [speaker.line(word) for word, on in (("priority", seat.priority), ("on_turn", seat.on_turn)) if on]
        marks += [speaker.words.out.get(seat.out, seat.out)] if seat.out else []
        rows.append(
            [
                seat.id,
                seat.name,
                speaker.amount(seat.cash),
                str(seat.certificates) if seat.limit is None else f"{seat.certificates}/{seat.limit}",
                speaker.amount(seat.liquidity),
                speaker.amount(seat.worth),
                " ".join([*held, *seat.privates]) or "-",
                speaker.listed([*marks, *map(speaker.mark, seat.marks)]),
            ]
        )
    head = _heads(speaker, "seat", "player", "cash", "certificates", "liquid", "worth")
    return columns([*head, speaker.line("holds", president=speaker.president), ""], rows)


def _companies(view: View, speaker: Words) -> Iterable[str]:
    rows: list[list[str]] = []
    for company in [*view.companies, *view.builders]:
        if company.into:
            state = speaker.line("part_of", company=company.into)
        elif company.closed:
            state = speaker.line("closed")
        elif not company.started:
            state = speaker.line("not_started")
        elif not company.floated:
            state = speaker.line("not_floated")
        else:
            state = speaker.line("operated") if company.operated else ""
        rows.append(
            [
                company.symbol,
                speaker.holder(company.president) if company.president else "-",
                speaker.money(company.price) if company.price else "-",
                speaker.money(company.par) if company.par else "-",
                speaker.amount(company.treasury),
                f"{company.offered}/{company.pool}/{company.own}",
                _shells(company),
                " ".join(speaker.money(cost) for cost in company.markers_left) or "-",
                speaker.money(company.last_run) if company.last_run >= 0 else "-",
                " ".join(company.privates) or "-",
                speaker.listed([word for word in (state, *map(speaker.mark, company.marks)) if word]),
            ]
        )
    head = _heads(speaker, "price", "par", "treasury", "offering", "trains", "markers", "last_run", "privates", "")
    return columns([speaker.line("company"), speaker.president, *head], rows)


def _shells(company: CompanyView) -> str:
    """Trains; of several charters each with its own."""
    held = [(train.charter, train.kind) for train in company.trains]
    if len(company.charters) < 2:
        return " ".join(kind for _, kind in held) or "-"
    kinds = ((charter, " ".join(kind for at, kind in held if at == charter)) for charter in company.charters)
    return "; ".join(f"{charter}: {found or '-'}" for charter, found in kinds)


def _privates(view: View, speaker: Words) -> Iterable[str]:
    rows = [
        [
            private.id,
            private.name,
            speaker.money(private.cost),
            speaker.money(private.revenue),
            speaker.holder(private.owner),
            speaker.listed(f"{speaker.holder(bid.seat)} {speaker.money(bid.amount)}" for bid in private.bids),
            speaker.listed(map(speaker.mark, private.marks)),
        ]
        for private in view.privates
        if private.owner != "closed"
    ]
    if rows:
        yield from columns(_heads(speaker, "private", "name", "cost", "pays", "owner", "bids", ""), rows)
        yield ""


def _trains(view: View, speaker: Words) -> Iterable[str]:
    rows = [
        [
            ware.kind,
            speaker.money(ware.price),
            speaker.line("any_number") if ware.left < 0 else str(ware.left),
            str(ware.pool) if ware.pool else "-",
            ware.rusted_by or "-",
            speaker.line("on_sale") if ware.on_sale else "",
        ]
        for ware in view.trains
        if ware.left or ware.pool
    ]
    if rows:
        yield from columns(_heads(speaker, "train", "price", "left", "pool", "scrapped_by", ""), rows)
        yield ""


def _map(view: View, speaker: Words) -> Iterable[str]:
    laid = [f"{place.id} {place.tile}/{place.rotation}" for place in view.hexes if place.tile]
    yield speaker.line("tiles" if laid else "no_tiles", tiles=laid)
    markers = [
        f"{stop.id} {' '.join(marker.company for marker in stop.markers)}"
        for place in view.hexes
        for stop in place.stops
        if stop.markers
    ]
    yield speaker.line("markers_on_map" if markers else "no_markers", markers=markers)
    signs = [f"{place.id} {speaker.listed(map(speaker.token, place.signs))}" for place in view.hexes if place.signs]
    if signs:
        yield speaker.line("signs", signs="; ".join(signs))


def _end(end: End, speaker: Words) -> Iterable[str]:
    yield speaker.ending(end.why)
    for seat in sorted(end.worth, key=lambda seat: -end.worth[seat]):
        name = "winner" if seat in end.winners else "final"
        yield speaker.line(name, player=speaker.holder(seat), worth=speaker.money(end.worth[seat]))
