"""The sheet: players, companies, trains and bank as a table that can be read at the width of a phone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.view import CompanyView, PrivateView, SeatView, TrainView, View, WareView
from engine.words import Words
from render.draw import Box, Disc, Fill, Item, Text
from render.fonts import fitted, width
from render.hearing import in_full, player_in_words, private_in_words, sheet_in_short, sheet_in_words, within
from render.moment import moment_words
from render.picture import Picture, finish
from render.rows import NO_LIMIT, NOTHING, Chips, Rows, era_of, line
from render.themes import BLACK, Color, ink_on, mixed, theme_named

PLAYER_COLUMNS = (("cash", 0.5), ("certificates", 0.64), ("liquid", 0.82), ("worth", 0.985))
COMPANY_COLUMNS = (("company_price", 0.47), ("par", 0.6), ("treasury", 0.77), ("last_run", 0.985))
PRIVATE_COLUMNS = (("private_cost", 0.8), ("private_income", 0.985))
TRAIN_COLUMNS = (("train_price", 0.3), ("trains_left", 0.46), ("trains_in_pool", 0.62))
"""Each column by its heading's text, with the right edge of its figures as a part of the sheet's width."""


def draw_sheet(view: View, *, theme: str = "light", wide: int = 1080) -> Picture:
    """Everything that players own, as far as this view's seat may see it."""
    colors = theme_named(theme)
    rows = Rows(view, colors, wide, Words(view).text("sheet"))
    seat_rows(rows)
    company_rows(rows)
    private_sale(rows)
    rows.heading("trains", TRAIN_COLUMNS)
    for n, ware in enumerate(ware for ware in view.trains if ware.left or ware.pool):
        _ware(rows, ware, colors.band if n % 2 else colors.panel)
    bank_row(rows)
    return finish(view, colors, (wide, rows.top), rows.pieces, sheet_alt(view), rows.problems)


def draw_auction(view: View, *, theme: str = "light", wide: int = 1080) -> Picture:
    """What a table looks at in an auction: the private companies for sale with all bids, and what the players have."""
    colors, words = theme_named(theme), Words(view)
    rows = Rows(view, colors, wide, words.text("round_auction"))
    private_sale(rows)
    seat_rows(rows)
    if key := _key(rows, markers=False):
        rows.add(rows.unit * 1.4, [_small(rows, key, 0.7)], colors.paper)
    seats = sorted(view.seats, key=lambda one: one.id != view.seat)
    said = [*(private_in_words(words, one) for one in _for_sale(view)), *(player_in_words(words, one) for one in seats)]
    first = words.text("auction_alt", game=view.name, moment=moment_words(view))
    return finish(view, colors, (wide, rows.top), rows.pieces, within(words, first, said), rows.problems)


def draw_holdings(view: View, *, theme: str = "light", wide: int = 1080) -> Picture:
    """What it looks at in a stock round beside the market: what the players have, and the companies."""
    colors = theme_named(theme)
    rows = Rows(view, colors, wide, Words(view).text("holdings"))
    seat_rows(rows)
    company_rows(rows)
    bank_row(rows)
    return finish(view, colors, (wide, rows.top), rows.pieces, sheet_alt(view), rows.problems)


# --- players


def seat_rows(rows: Rows) -> None:
    """The players, in seating order."""
    if rows.view.seats:
        rows.heading("players", PLAYER_COLUMNS)
    for n, seat in enumerate(rows.view.seats):
        _seat(rows, seat, rows.theme.band if n % 2 else rows.theme.panel)


def _seat(rows: Rows, seat: SeatView, ground: Color) -> None:
    u, theme = rows.unit, rows.theme
    items: list[Item] = []
    x = u * 0.6
    if seat.on_turn:
        items.append(Disc((x + u * 0.3, u * 0.95), u * 0.26, theme.last))
        x += u * 0.85
    words = rows.words
    notes = [words.words.out.get(seat.out, seat.out)] if seat.out else [words.text("passed")] if seat.passed else []
    room = rows.wide * 0.34 - x - (u * 1.2 if seat.priority else 0)
    name, size = fitted(seat.name, u * 1.05, room, bold=True)
    items.append(Text((x, u * 0.95), name, size, theme.faint if seat.out else theme.ink, True, "lm"))
    x += width(name, size, bold=True) + u * 0.4
    if seat.priority:
        items.append(Text((x, u * 0.95), "★", u, theme.par, False, "lm"))
    certs = f"{seat.certificates}/{NO_LIMIT if seat.limit is None else seat.limit}"
    values = [rows.words.amount(seat.cash), certs, rows.words.amount(seat.liquidity), rows.words.amount(seat.worth)]
    items += rows.numbers(values, PLAYER_COLUMNS, u * 0.95)
    chips = Chips(rows, u * 0.6, u * 1.85)
    for held in seat.shares:
        mark = f" {words.president_mark}" if held.president else ""
        chips.share(held.company, f"{held.percent}%{mark}", bold=held.president)
    for private in seat.privates:
        chips.label(_private(rows, private))
    for mark in seat.marks:
        chips.label(words.mark(mark))
    if bound := rows.view.bound(seat.id):
        chips.label(words.text("in_bids", amount=words.amount(bound)), faint=True)
    for note in notes:
        chips.label(note, faint=True, framed=False)
    if seat.sold:
        chips.label(words.text("sold", companies=dict.fromkeys(seat.sold)), faint=True, framed=False)
    high = chips.bottom + u * 0.35 if chips.items else u * 1.9
    rows.add(high, [*items, *chips.items], ground)


def _private(rows: Rows, private: str) -> str:
    """A private company and its marks."""
    said = [rows.words.mark(mark) for found in rows.view.privates if found.id == private for mark in found.marks]
    return rows.words.text("marked_private", private=private, marks=said) if said else private


# --- companies


def company_rows(rows: Rows) -> None:
    """The companies that have started, by price; then the others and those that are closed, in a line each."""
    view = rows.view
    started = [company for company in view.companies if company.started and not company.closed]
    builders = [builder for builder in view.builders if not builder.closed]
    if started or builders:
        rows.heading("companies", COMPANY_COLUMNS)
    for n, company in enumerate([*_by_price(view, started), *builders]):
        company_row(rows, company, rows.theme.band if n % 2 else rows.theme.panel)
    _rest(rows, "not_started", [c for c in view.companies if not c.started and not c.closed], markers=True)
    _rest(rows, "closed_companies", [c for c in view.companies if c.closed and not c.into], markers=False)


def _by_price(view: View, companies: Sequence[CompanyView]) -> list[CompanyView]:
    at = {box.id: (-box.price, -box.column, box.row) for box in view.market.boxes}
    stack = {s.company: n for box in view.market.boxes for n, s in enumerate(box.stack)}
    last = (1, 0, 0)
    return sorted(companies, key=lambda c: (c.closed, at.get(c.box, last), stack.get(c.symbol, 0)))


def company_row(rows: Rows, company: CompanyView, ground: Color) -> None:
    """A company: its president, price and money, and under it its trains, markers, shares and private companies."""
    u, theme, words = rows.unit, rows.theme, rows.words
    color = rows.color(company.symbol)
    name, size = fitted(company.symbol, u * 0.95, u * 3.2, bold=True)
    items: list[Item] = [
        Fill(line(0, 0, u * 0.3, u * 20), color),
        Box((u * 0.6, u * 0.25), (u * 4.2, u * 1.7), color, theme.ink, u * 0.05, u * 0.3),
        Text((u * 2.4, u * 0.98), name, size, ink_on(color), True),
    ]
    chief = words.text("closed") if company.closed else NOTHING
    chief = words.people.get(company.president, chief)
    shown, size = fitted(chief, u * 0.95, rows.wide * 0.37 - u * 4.5)
    items.append(Text((u * 4.5, u * 0.98), shown, size, theme.ink, False, "lm"))
    values = [
        rows.words.amount(company.price) if company.price else NOTHING,
        rows.words.money(company.par) if company.par else NOTHING,
        rows.words.amount(company.treasury) if company.floated or company.treasury else NOTHING,
        rows.words.amount(company.last_run) if company.last_run >= 0 else NOTHING,
    ]
    items += rows.numbers(values, COMPANY_COLUMNS, u * 0.98)
    chips = Chips(rows, u * 0.6, u * 1.95)
    for charter in company.charters or ("",):
        if len(company.charters) > 1:
            chips.charter(
                charter, charter if charter == company.symbol else words.text("with_charter", charter=charter)
            )
        _trains(rows, chips, [train for train in company.trains if not charter or train.charter == charter])
        if not any(train.charter == charter for train in company.trains) and company.floated and charter:
            chips.label(words.text("no_train"), faint=True, framed=False)
    if company.markers_left:
        costs = words.listed(words.money(cost) if cost else words.text("choice_free") for cost in company.markers_left)
        chips.label(f"{'●' * len(company.markers_left)} {costs}")
    for word, units in (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own)):
        if units:
            chips.label(words.text(word, percent=units * 10))
    for private in company.privates:
        chips.label(_private(rows, private))
    if not company.floated and not company.closed and company.started:
        chips.label(words.text("not_floated"), faint=True)
    for mark in company.marks:
        chips.label(words.mark(mark), faint=True)
    rows.add(max(chips.bottom, u * 1.9) + u * 0.35, [*items, *chips.items], ground)


def _trains(rows: Rows, chips: Chips, trains: Sequence[TrainView]) -> None:
    """The trains on a charter, each in the colour of its phase."""
    for train in trains:
        face = f" ({train.face})" if train.face and train.face != train.kind else ""
        marks = [rows.words.words.marks.get(mark, mark) for mark in train.marks]
        name = "marked_train_card" if marks else "train_card"
        called = rows.words.text(name, kind=f"{rows.words.card(train.kind)}{face}", marks=marks)
        time = next((era_of(rows.view, ware, rows.theme) for ware in rows.view.trains if ware.kind == train.kind), "")
        chips.label(called, color=rows.theme.tile(time) if time else None)


def _rest(rows: Rows, title: str, companies: Sequence[CompanyView], *, markers: bool) -> None:
    """Companies with little to show."""
    if not companies:
        return
    rows.heading(title, ())
    chips = Chips(rows, rows.unit * 0.6, rows.unit * 0.4)
    for company in companies:
        chips.share(company.symbol, "●" * len(company.markers_left) if markers else "×", bold=False)
    rows.add(chips.bottom + rows.unit * 0.4, chips.items, rows.theme.panel)


def _for_sale(view: View) -> list[PrivateView]:
    return [private for private in view.privates if private.owner in ("sale", "bank", "pool")]


def private_sale(rows: Rows) -> None:
    """The private companies for sale: price, income, and all bids."""
    if not (privates := _for_sale(rows.view)):
        return
    u, theme = rows.unit, rows.theme
    rows.heading("private_companies", PRIVATE_COLUMNS)
    for n, private in enumerate(privates):
        text, size = fitted(f"{private.id}  {private.name}", u * 0.9, rows.wide * 0.68)
        items: list[Item] = [Text((u * 0.6, u * 0.9), text, size, theme.ink, False, "lm")]
        income = rows.words.amount(private.revenue) if private.revenue else NOTHING
        items += rows.numbers([rows.words.amount(private.price), income], PRIVATE_COLUMNS, u * 0.9, 0.68)
        chips = Chips(rows, u * 0.6, u * 1.7)
        for mark in private.other_marks:
            chips.label(rows.words.mark(mark), faint=True)
        for bid in private.bids:
            chips.label(f"{rows.words.holder(bid.seat)} {rows.words.amount(bid.amount)}")
        high = chips.bottom + u * 0.3 if chips.items else u * 1.75
        rows.add(high, [*items, *chips.items], theme.band if n % 2 else theme.panel)


# --- trains and bank


def _ware(rows: Rows, ware: WareView, ground: Color) -> None:
    u, theme, words = rows.unit, rows.theme, rows.words
    time = era_of(rows.view, ware, theme)
    color = theme.tile(time) if time else mixed(theme.panel, BLACK, 0.1)
    across = u * (4.6 if width(ware.kind, u * 0.75, bold=True) > u * 2.6 else 3.0)
    kind, size = fitted(ware.kind, u, across - u * 0.4, bold=True)
    left = NO_LIMIT if ware.left < 0 else str(ware.left)
    items: list[Item] = [
        Box((u * 0.6, u * 0.2), (u * 0.6 + across, u * 1.6), color, theme.ink, u * 0.05, u * 0.3),
        Text((u * 0.6 + across / 2, u * 0.9), kind, size, ink_on(color), True),
    ]
    if ware.on_sale:
        items.append(Disc((u * 1.2 + across, u * 0.9), u * 0.22, theme.good))
    values = [rows.words.amount(ware.price), left, str(ware.pool) if ware.pool else NOTHING]
    items += rows.numbers(values, TRAIN_COLUMNS, u * 0.9, 0.13)
    notes = [words.text("rusts_no_more")] if ware.again else []
    if ware.rusts:
        notes.append(words.text("scraps", kinds=words.cards(words.view.cards_rusted(ware))))
    if ware.rusted_by:
        notes.append(words.text("scrapped_by", kind=words.card(ware.rusted_by)))
    if ware.trade_for:
        notes.append(words.text("trade_in", amount=words.amount(ware.trade_in), kinds=words.cards(ware.trade_for)))
    text, size = fitted("; ".join(notes), u * 0.85, rows.wide * 0.33)
    items.append(Text((rows.wide * 0.655, u * 0.9), text, size, theme.faint, False, "lm"))
    rows.add(u * 1.8, items, ground)


def bank_row(rows: Rows) -> None:
    """The bank and the phase's limits, and what the signs mean."""
    u, theme, view, words = rows.unit, rows.theme, rows.view, rows.words
    phase = next((phase for phase in view.phases if phase.name == view.phase), None)
    name = "bank_overdrawn" if view.bank < 0 else "bank_broken" if view.broken else "bank"
    text = words.text(name, amount=words.amount(abs(view.bank)))
    items: list[Item] = [Text((u * 0.6, u), text, u * 1.05, theme.ink, True, "lm")]
    if phase is not None:
        tiles = [words.color(tile) for tile in phase.tiles]
        name = "limits_by_card" if phase.card_limit else "limits"
        limit = words.text(name, limit=phase.train_limit, cards=phase.card_limit, colors=tiles)
        shown, size = fitted(limit, u * 0.85, rows.wide * 0.6)
        items.append(Text((rows.wide * 0.985, u), shown, size, theme.faint, False, "rm"))
    items.append(_small(rows, _key(rows, markers=True), 2.3))
    rows.add(u * 3.1, items, theme.paper)


def _key(rows: Rows, *, markers: bool) -> str:
    """What the letter of a president and the signs mean, those that are there."""
    words, view = rows.words, rows.view
    owners = any(held.president for seat in view.seats for held in seat.shares)
    signs = [words.text("legend_president", letter=words.president_mark, president=words.president)] if owners else []
    signs += [words.text("legend_priority")] if any(seat.priority for seat in view.seats) else []
    signs += [words.text("legend_marker")] if markers else []
    return "   ".join(signs)


def _small(rows: Rows, text: str, y: float) -> Text:
    return Text((rows.unit * 0.6, rows.unit * y), text, rows.unit * 0.75, rows.theme.faint, False, "lm")


def sheet_alt(view: View) -> str:
    """Players, bank and companies, the looker's first."""
    words = Words(view)
    first = words.text("sheet_alt", game=view.name, moment=moment_words(view))
    return within(words, first, in_full(first, sheet_in_words(view, words), sheet_in_short(view, words)))
