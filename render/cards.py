"""Cards: everything about one company, or one private company."""

from __future__ import annotations

from collections.abc import Sequence

from engine.view import CompanyView, PrivateView, View
from engine.words import Words
from engine.words.options import power_of
from render.draw import Item, Text
from render.fonts import fitted, wrapped
from render.grids import runs_of
from render.hearing import on_map, within
from render.moment import moment_words
from render.picture import Picture, finish
from render.rows import NOTHING, Chips, Rows
from render.sheet import COMPANY_COLUMNS, company_row
from render.themes import theme_named

TENTH = 10
MANY = 8
"""The most stops, and the most earnings, that the words of a card name."""
PRIVATE_COLUMNS = (("card_price", 0.3), ("card_income", 0.55), ("card_owner", 0.985))


def draw_company(views: Sequence[View], symbol: str, *, theme: str = "light", wide: int = 1080) -> Picture:
    """A company, from the game as each round began and as it is now."""
    view, colors = views[-1], theme_named(theme)
    company = next(one for one in (*view.companies, *view.builders) if one.symbol == symbol)
    words = Words(view)
    rows = Rows(view, colors, wide, company.symbol)
    if company.name != symbol:
        _paragraph(rows, company.name, bold=True)
    rows.heading("", COMPANY_COLUMNS)
    company_row(rows, company, colors.panel)
    for title, said in (
        ("card_shares", _shares(words, company)),
        ("card_stations", _stations(words, company)),
        ("card_runs", _runs(words, views, symbol)),
    ):
        rows.heading(title, ())
        chips = Chips(rows, rows.unit * 0.6, rows.unit * 0.4)
        for one in said:
            chips.label(one)
        rows.add(chips.bottom + rows.unit * 0.4, chips.items, colors.panel)
    return finish(view, colors, (wide, rows.top), rows.pieces, _company_alt(views, company), rows.problems)


def _shares(words: Words, company: CompanyView) -> list[str]:
    """Who owns how much of it."""
    owners: list[str] = []
    for seat in words.view.seats:
        for held in seat.shares:
            if held.company == company.symbol:
                share = f"{held.percent}%"
                if held.president:
                    share = words.text("card_chief", percent=held.percent, president=words.president)
                owners.append(words.text("card_holder", holder=seat.name, share=share))
    places = (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own))
    owners += [words.text(word, percent=units * TENTH) for word, units in places if units]
    return owners or [words.text("card_none")]


def _stations(words: Words, company: CompanyView) -> list[str]:
    """Where its markers are, where they will be, and its destination."""
    placed = [
        words.stop(stop.id)
        for found in words.view.hexes
        for stop in found.stops
        for marker in stop.markers
        if marker.company == company.symbol
    ]
    said = placed or [words.text("card_no_stations")]
    if not placed and not company.closed:
        said += [words.text("card_home", place=_home(words, home)) for home in company.homes]
    if company.destination:
        said.append(words.text("card_destination", place=words.hex(company.destination)))
    return said


def _home(words: Words, home: str) -> str:
    """A home is a hex, or one stop of it."""
    return words.stop(home) if "/" in home else words.hex(home)


def _runs(words: Words, views: Sequence[View], symbol: str) -> list[str]:
    ran = [words.text("card_run", round=name, amount=words.money(amount)) for name, amount in runs_of(views, symbol)]
    return ran or [words.text("card_no_runs")]


def _company_alt(views: Sequence[View], company: CompanyView) -> str:
    """What matters first is where it can go, then who owns it; its earnings begin with the latest."""
    words, nothing = Words(views[-1]), Words(views[-1]).text("card_none")
    first = words.text(
        "card_company_alt",
        company=company.symbol,
        name=company.name,
        game=views[-1].name,
        moment=moment_words(views[-1]),
        chief=words.president[:1].upper() + words.president[1:],
        president=words.people.get(company.president, nothing),
        price=words.amount(company.price) if company.price else NOTHING,
        par=words.amount(company.par) if company.par else NOTHING,
        treasury=words.amount(company.treasury),
        trains=words.cards(train.kind for train in company.trains) or [nothing],
    )
    here = on_map(views[-1], words, company, MANY)
    return within(
        words,
        first,
        [
            *([words.text("card_map_alt", parts="; ".join(here))] if here else []),
            words.text("card_stations_alt", stations=_stations(words, company)),
            words.text("card_shares_alt", shares=_shares(words, company)),
            words.text("card_privates_alt", privates=[*map(words.holder, company.privates)] or [nothing]),
            words.text("card_runs_alt", runs=_runs(words, views, company.symbol)[::-1][:MANY]),
        ],
    )


def draw_private(
    view: View, name: str, section: str = "", says: Sequence[str] = (), *, theme: str = "light", wide: int = 1080
) -> Picture:
    """A private company, with the rulebook's statements about it."""
    colors, words = theme_named(theme), Words(view)
    private = next(one for one in view.privates if one.id == name)
    rows = Rows(view, colors, wide, private.id)
    _paragraph(rows, private.name, bold=True)
    rows.heading("", PRIVATE_COLUMNS)
    values = [words.money(private.price), _income(words, private), _owner(words, private)]
    rows.add(rows.unit * 1.9, rows.numbers(values, PRIVATE_COLUMNS, rows.unit * 0.95, 0.02), colors.panel)
    reduced = private.price != private.cost
    said = [words.text("card_printed_price", amount=words.money(private.cost))] if reduced else []
    said += map(words.mark, private.other_marks)
    said += [
        words.text("card_holder", holder=words.holder(bid.seat), share=words.money(bid.amount)) for bid in private.bids
    ]
    if said:
        chips = Chips(rows, rows.unit * 0.6, rows.unit * 0.4)
        for one in said:
            chips.label(one)
        rows.add(chips.bottom + rows.unit * 0.4, chips.items, colors.panel)
    if power := power_of(words, name):
        rows.heading("card_does", ())
        _paragraph(rows, power)
    if says:
        _paragraph(rows, words.text("card_says", section=section), bold=True)
        for one in says:
            _paragraph(rows, f"• {one}")
    return finish(view, colors, (wide, rows.top), rows.pieces, _private_alt(words, private, says), rows.problems)


def _owner(words: Words, private: PrivateView) -> str:
    return words.holder(private.owner)


def _income(words: Words, private: PrivateView) -> str:
    return words.money(private.revenue) if private.revenue else NOTHING


def _private_alt(words: Words, private: PrivateView, says: Sequence[str]) -> str:
    """What it is and does, then as much of what the rulebook says of it as there is room for."""
    first = words.text(
        "card_private_alt",
        private=private.name,
        game=words.view.name,
        moment=moment_words(words.view),
        price=words.money(private.price),
        income=_income(words, private),
        owner=_owner(words, private),
        power=power_of(words, private.id),
    )
    return within(words, first.rstrip(), says)


def _paragraph(rows: Rows, text: str, *, bold: bool = False) -> None:
    """A text in as many lines as it needs."""
    u = rows.unit
    lines = (
        [fitted(text, u, rows.wide - u * 1.2, bold=True)[0]] if bold else wrapped(text, u * 0.95, rows.wide - u * 1.4)
    )
    items: list[Item] = [
        Text((u * 0.6, u * (0.95 + 1.25 * n)), one, u * (1 if bold else 0.95), rows.theme.ink, bold, "lm")
        for n, one in enumerate(lines)
    ]
    rows.add(u * (0.6 + 1.25 * len(lines)), items, rows.theme.paper if bold else rows.theme.panel)
