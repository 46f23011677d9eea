"""A view of a game as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.state import End
from engine.view import CompanyView, View
from engine.words import Words


def lines(view: View) -> Iterable[str]:
    """The whole table: who has what, what is for sale, who must decide."""
    speaker = Words(view)
    yield f"{view.name} - {_moment(view)}"
    yield f"Bank {speaker.money(view.bank)}{', broken' if view.broken else ''}."
    yield ""
    yield from _seats(view, speaker)
    yield ""
    yield from _companies(view, speaker)
    yield ""
    yield from _privates(view, speaker)
    yield from _trains(view, speaker)
    yield from _map(view)
    yield ""
    if view.end is not None:
        yield from _end(view.end, speaker)
    for offer in view.offers:
        yield speaker.offer(offer.id)
    for decision in view.decisions:
        yield speaker.decision(decision)


def _moment(view: View) -> str:
    clock = view.clock
    where = f"{clock.round} round {clock.number} of {clock.of}" if clock.of else f"{clock.round} round"
    return f"turn {clock.turn}, {where}, phase {view.phase}"


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table with columns as wide as they must be."""
    table = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[at]) for row in table) for at in range(len(head))]
    for row in table:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _money(speaker: Words, amount: int | None) -> str:
    return "hidden" if amount is None else speaker.money(amount)


def _seats(view: View, speaker: Words) -> Iterable[str]:
    rows: list[list[str]] = []
    for seat in view.seats:
        held = [f"{h.company} {h.percent}%{'*' if h.president else ''}" for h in seat.shares]
        marks = [
            word for word, on in (("priority", seat.priority), ("on turn", seat.on_turn), (seat.out, seat.out)) if on
        ]
        rows.append(
            [
                seat.id,
                seat.name,
                _money(speaker, seat.cash),
                str(seat.certificates) if seat.limit is None else f"{seat.certificates}/{seat.limit}",
                _money(speaker, seat.liquidity),
                _money(speaker, seat.worth),
                " ".join([*held, *seat.privates]) or "-",
                ", ".join([*marks, *(mark.what for mark in seat.marks)]),
            ]
        )
    return columns(["seat", "player", "cash", "certs", "liquid", "worth", f"holds (* {view.president_word})", ""], rows)


def _companies(view: View, speaker: Words) -> Iterable[str]:
    rows: list[list[str]] = []
    for company in [*view.companies, *view.builders]:
        if company.into:
            state = f"part of {company.into}"
        elif company.closed:
            state = "closed"
        elif not company.started:
            state = "not started"
        elif not company.floated:
            state = "not floated"
        else:
            state = "operated" if company.operated else ""
        rows.append(
            [
                company.symbol,
                speaker.holder(company.president) if company.president else "-",
                speaker.money(company.price) if company.price else "-",
                speaker.money(company.par) if company.par else "-",
                _money(speaker, company.treasury),
                f"{company.offered}/{company.pool}/{company.own}",
                _shells(company),
                " ".join(str(cost) for cost in company.markers_left) or "-",
                speaker.money(company.last_run) if company.last_run >= 0 else "-",
                " ".join(company.privates) or "-",
                ", ".join([word for word in (state, *(mark.what for mark in company.marks)) if word]),
            ]
        )
    head = ["company", view.president_word, "price", "par", "treasury", "offer/pool/own"]
    return columns([*head, "trains", "markers", "last run", "privates", ""], rows)


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
            ", ".join(f"{speaker.holder(bid.seat)} {speaker.money(bid.amount)}" for bid in private.bids),
            ", ".join(
                f"{mark.what} {speaker.money(mark.amount)}" if mark.amount else mark.what for mark in private.marks
            ),
        ]
        for private in view.privates
        if private.owner != "closed"
    ]
    if rows:
        yield from columns(["private", "name", "cost", "pays", "owner", "bids", ""], rows)
        yield ""


def _trains(view: View, speaker: Words) -> Iterable[str]:
    rows = [
        [
            ware.kind,
            speaker.money(ware.price),
            "any" if ware.left < 0 else str(ware.left),
            str(ware.pool) if ware.pool else "-",
            ware.rusted_by or "-",
            "on sale" if ware.on_sale else "",
        ]
        for ware in view.trains
        if ware.left or ware.pool
    ]
    if rows:
        yield from columns(["train", "price", "left", "market", "scrapped by", ""], rows)
        yield ""


def _map(view: View) -> Iterable[str]:
    laid = [f"{place.id} {place.tile}/{place.rotation}" for place in view.hexes if place.tile]
    yield f"Tiles: {', '.join(laid) or 'none'}"
    markers = [
        f"{stop.id} {' '.join(marker.company for marker in stop.markers)}"
        for place in view.hexes
        for stop in place.stops
        if stop.markers
    ]
    yield f"Markers: {', '.join(markers) or 'none'}"
    signs = [f"{place.id} {', '.join(place.signs)}" for place in view.hexes if place.signs]
    if signs:
        yield f"Signs: {'; '.join(signs)}"


def _end(end: End, speaker: Words) -> Iterable[str]:
    yield f"The game is over ({end.why})."
    for seat in sorted(end.worth, key=lambda seat: -end.worth[seat]):
        won = " (winner)" if seat in end.winners else ""
        yield f"{speaker.holder(seat)}: {speaker.money(end.worth[seat])}{won}"
