"""Pictures in words: what matters to whoever looks first, within what Discord keeps of an alt text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from engine.view import CompanyView, Holding, PrivateView, SeatView, StopView, View, WareView
from engine.words import Words
from render.track_words import open_ends

LONGEST = 1024
"""Characters of an alt text that Discord keeps."""
ROOM = 40
"""Characters kept free for the word that something is left out."""
TENTH = 10
FEW = 10
"""The most stops that are named one by one."""


def within(words: Words, first: str, parts: Sequence[str], most: int = LONGEST, names: Sequence[str] = ()) -> str:
    """A text with as many whole parts as there is room for; it says how many are left out, or which ones if all of
    those have a name (`names` are those of the last parts) that fits in the room kept for it.
    """

    def left_out(number: int) -> str:
        counted = words.text("alt_left_out", number=number)
        if number > len(names):
            return counted
        named = words.text("alt_left_out_named", names=list(names[len(names) - number :]))
        return named if len(named) < ROOM else counted

    return as_many(first, parts, left_out, " ", most)


def as_many(
    first: str, parts: Sequence[str], left_out: Callable[[int], str], joint: str = "\n", most: int = LONGEST
) -> str:
    """The same with a sentence of one's own for what is left out."""
    if len(everything := joint.join([first, *parts])) <= most:
        return everything
    said, left = first, list(parts)
    while len(said) + 1 + len(left[0]) <= most - ROOM:
        said = f"{said}{joint}{left.pop(0)}"
    return f"{said}{joint}{left_out(len(left))}"


def in_full(first: str, long: Sequence[str], short: Sequence[str], most: int = LONGEST) -> list[str]:
    """As many parts in full, from the first on, as leave room for all others in their short form."""
    for full in range(len(long), 0, -1):
        parts = [*long[:full], *short[full:]]
        if len(first) + sum(len(one) + 1 for one in parts) <= most:
            return parts
    return list(short)


def by_concern(view: View) -> list[CompanyView]:
    """Companies on the map: the one that acts, those that the looker leads, then the others."""
    acting = view.agenda[-1].subject if view.agenda else ""
    companies = [one for one in (*view.companies, *view.builders) if not one.closed]
    return sorted(companies, key=lambda one: (one.symbol != acting, not one.president or one.president != view.seat))


# --- the map


def companies_on_map(view: View, words: Words) -> list[str]:
    """A sentence for each company with a station marker: whose it is, where it can go, who blocks it, what it ran."""
    return [company_on_map(view, words, one, FEW) for one in placed(view)]


def placed(view: View) -> list[CompanyView]:
    """The companies with a station marker."""
    here = {marker.company for place in view.hexes for stop in place.stops for marker in stop.markers}
    return [one for one in by_concern(view) if one.symbol in here]


def homes_in_words(view: View, words: Words) -> list[str]:
    """Where the companies begin that are not on the map yet, the started ones first."""
    here = {marker.company for place in view.hexes for stop in place.stops for marker in stop.markers}
    waiting = [one for one in by_concern(view) if one.symbol not in here and one.homes]
    homes = [
        words.text("alt_home", company=one.symbol, places=[words.hex(home.partition("/")[0]) for home in one.homes])
        for one in sorted(waiting, key=lambda one: not one.started)
    ]
    return [words.text("alt_homes_of", homes=homes)] if homes else []


def company_on_map(view: View, words: Words, company: CompanyView, most: int) -> str:
    """The same for one company; no more than so many stops are named one by one."""
    president = words.holder(company.president) if company.president else words.text("alt_nobody")
    parts = "; ".join(on_map(view, words, company, most))
    return words.text("alt_company", company=company.symbol, role=words.president, player=president, parts=parts)


def on_map(view: View, words: Words, company: CompanyView, most: int) -> list[str]:
    """Where a company stands, where it can run, where it cannot go through, its trains and its last run."""
    stops = {stop.id: stop for place in view.hexes for stop in place.stops}
    own = {one.id for one in stops.values() if any(marker.company == company.symbol for marker in one.markers)}
    reached = [stops[one] for one in company.reach.stops if one in stops and one not in own]
    shut = [stops[one] for one in company.reach.shut if one in stops and one not in own]
    parts: list[str] = []
    if own:
        parts.append(words.text("alt_stations", places=[_stop(words, stops[one]) for one in stops if one in own]))
        said = _some(words, reached, most)
        parts.append(words.text("alt_reaches" if reached else "alt_reaches_nothing", places=said))
    if ends := open_ends(view, own, company.reach.shut):
        parts.append(words.text("alt_ends", places=[words.hex(one) for one in ends[:most]]))
    if shut:
        parts.append(words.text("alt_shut", places=[_filled(words, one) for one in shut[:most]]))
    if company.trains:
        parts.append(words.text("alt_trains", trains=[one.kind for one in company.trains]))
    if company.last_run >= 0:
        parts.append(words.text("alt_ran", amount=words.money(company.last_run)))
    return parts


def _some(words: Words, stops: Sequence[StopView], most: int) -> list[str]:
    """The most valuable stops, each with what it pays now; and how many more there are."""
    best = sorted(stops, key=lambda one: -one.revenue)
    named = [f"{_stop(words, one)} {one.revenue}" for one in best[:most]]
    return [*named, words.text("alt_more", number=len(best) - most)] if len(best) > most else named


def _stop(words: Words, stop: StopView) -> str:
    """A stop as briefly as it can be told from others."""
    hex_id = stop.id.split("/")[0]
    name = stop.name or (words.hexes[hex_id].name if hex_id in words.hexes else "")
    return words.text("alt_place", name=name, hex=hex_id) if name else hex_id


def _filled(words: Words, stop: StopView) -> str:
    """A stop that others fill, with who they are."""
    owners = list(dict.fromkeys(one.company for one in stop.markers))
    return words.text("alt_filled" if owners else "alt_end", place=_stop(words, stop), companies=owners)


# --- the market


def market_in_words(view: View, words: Words, order: Sequence[str]) -> list[str]:
    """Companies in operating order, each with its price, the gap to the one before, and what its box means."""
    prices, boxes = {one.symbol: one.price for one in view.companies}, _boxes(view)
    lines: list[str] = []
    for before, company in zip(["", *order], order, strict=False):
        gap, price = prices.get(before, 0) - prices.get(company, 0), words.money(prices.get(company, 0))
        name = "alt_price" if not before else "alt_price_below" if gap > 0 else "alt_price_same"
        said = words.text(name, company=company, price=price, gap=words.money(abs(gap)))
        meaning = box_meaning(words, boxes.get(company, ""))
        lines.append(words.text("alt_in_box", price=said, box=meaning) if meaning else said)
    return lines


def _boxes(view: View) -> dict[str, str]:
    """The part of the market in which each company is."""
    return {one.company: box.section for box in view.market.boxes for one in box.stack}


def box_meaning(words: Words, section: str) -> str:
    """What the colour of a box is, in words; nothing for an ordinary one."""
    if section in ("", "white"):
        return ""
    if color := words.words.colors.get(section):
        return words.text("alt_box_color", color=color)
    name = f"box_{section}"
    return words.text(name) if name in words.words.texts else section


def moved_in_words(view: View, words: Words, moved: Mapping[str, str]) -> str:
    """Which companies' prices have moved, and from where; nothing if none has."""
    was = {box.id: box.price for box in view.market.boxes}
    now = {one.symbol: one.price for one in view.companies}
    said = [
        words.text("alt_moved", company=one, old=words.money(was.get(box, 0)), new=words.money(now.get(one, 0)))
        for one, box in moved.items()
        if was.get(box, 0) != now.get(one, 0)
    ]
    return words.text("alt_moves", moves=said) if said else ""


def par_in_words(view: View, words: Words) -> str:
    """The prices at which a company can start; nothing where the market shows none."""
    par = sorted({box.price for box in view.market.boxes if box.par and box.price}, reverse=True)
    return words.text("alt_par_prices", prices=[words.money(one) for one in par]) if par else ""


def operated_in_words(view: View, words: Words, order: Sequence[tuple[str, bool]]) -> str:
    """Which companies have operated in this round; nothing outside of an operating round."""
    acting = {one.subject for one in view.agenda}
    done = [company for company, operated in order if operated and company not in acting]
    return words.text("alt_operated", companies=done) if done and view.clock.of else ""


# --- the sheet


def sheet_in_words(view: View, words: Words) -> list[str]:
    """Players, the looker first, then the bank, the next train, and companies as fully as there is room."""
    seats = sorted(view.seats, key=lambda one: one.id != view.seat)
    overdrawn = words.text("alt_bank_overdrawn", amount=words.amount(-view.bank))
    bank = overdrawn if view.bank < 0 else words.text("alt_bank", amount=words.amount(view.bank))
    first = [*(player_in_words(words, one) for one in seats), bank, *next_trains(view, words)]
    return [*first, *(_company(words, one) for one in by_concern(view) if one.started)]


def sheet_in_short(view: View, words: Words) -> list[str]:
    """The same, with the least there is to say of companies."""
    companies = [one for one in by_concern(view) if one.started]
    short = [
        words.text("alt_company_short", company=one.symbol, player=_chief(words, one), price=words.money(one.price))
        for one in companies
    ]
    everything = sheet_in_words(view, words)
    return [*everything[: len(everything) - len(companies)], *short]


def private_in_words(words: Words, private: PrivateView) -> str:
    """A private company: its price and income, who owns it, and all bids."""
    bids = [
        words.text("card_holder", holder=words.holder(one.seat), share=words.money(one.amount)) for one in private.bids
    ]
    notes = [*([words.text("alt_bids", bids=bids)] if bids else []), *map(words.mark, private.other_marks)]
    fields = {"price": words.money(private.price), "income": words.money(private.revenue)}
    return words.text("alt_private", private=private.name, owner=words.holder(private.owner), notes=notes, **fields)


def _share(words: Words, held: Holding) -> str:
    form = "alt_share_led" if held.president else "alt_share"
    return words.text(form, company=held.company, percent=held.percent, role=words.president)


def player_in_words(words: Words, seat: SeatView) -> str:
    """A player: worth, cash, shares, private companies and certificates."""
    parts = [_share(words, held) for held in seat.shares] or [words.text("alt_no_shares")]
    parts += [words.privates.get(one, one) for one in seat.privates]
    name = "alt_certificates" if seat.limit is not None else "alt_certificates_free"
    parts.append(words.text(name, number=seat.certificates, limit=seat.limit))
    parts += [words.text("in_bids", amount=words.amount(bound))] if (bound := words.view.bound(seat.id)) else []
    parts += [words.text("alt_priority")] if seat.priority else []
    parts += [words.words.out.get(seat.out, seat.out)] if seat.out else []
    worth, cash = words.amount(seat.worth), words.amount(seat.cash)
    return words.text("alt_player", name=seat.name, worth=worth, cash=cash, shares=parts)


def next_trains(view: View, words: Words) -> list[str]:
    """The trains that can be bought from the bank now, and what the first of them changes."""
    return [words.text("alt_next_train", train=train_in_words(view, words, one)) for one in view.trains if one.on_sale]


def train_in_words(view: View, words: Words, ware: WareView) -> str:
    """A kind of train: its price, how many are left, and what it rusts and what rusts it."""
    parts = [words.money(ware.price)]
    parts.append(words.text("alt_left" if ware.left >= 0 else "alt_unlimited", number=ware.left))
    parts += [words.text("alt_pooled", number=ware.pool)] if ware.pool else []
    parts += [words.text("rusts_no_more")] if ware.again else []
    parts += [words.text("scraps", kinds=words.cards(rusted))] if (rusted := view.cards_rusted(ware)) else []
    parts += [words.text("scrapped_by", kind=words.card(ware.rusted_by))] if ware.rusted_by else []
    return words.text("alt_train", kind=words.text("train_card", kind=words.card(ware.kind)), facts=parts)


def _company(words: Words, company: CompanyView) -> str:
    return words.text(
        "alt_company_has",
        company=company.symbol,
        role=words.president,
        player=_chief(words, company),
        price=words.money(company.price),
        treasury=words.amount(company.treasury),
        trains=[one.kind for one in company.trains] or [words.text("alt_no_trains")],
    )


def company_on_sheet(words: Words, company: CompanyView) -> str:
    """Everything there is to know of a company but for the map."""
    parts = [words.text("alt_worth", price=words.money(company.price))] if company.price else []
    parts += [words.text("alt_par", price=words.money(company.par))] if company.par else []
    parts.append(words.text("alt_treasury", amount=words.amount(company.treasury)))
    trains = [words.text("alt_train_of", kind=one.kind, marks=_marks(words, one.marks)) for one in company.trains]
    parts.append(words.text("alt_trains", trains=trains or [words.text("alt_no_trains")]))
    for word, units in (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own)):
        parts += [words.text(word, percent=units * TENTH)] if units else []
    parts += [words.text("alt_ran", amount=words.money(company.last_run))] if company.last_run >= 0 else []
    owned = [words.privates.get(one, one) for one in company.privates]
    parts += [words.text("alt_owns", privates=owned)] if owned else []
    parts += [] if company.floated else [words.text("not_floated")]
    parts += [words.text("has_operated")] if company.operated else []
    parts += [words.text("with_charter", charter=one) for one in company.charters if one != company.symbol]
    parts += map(words.mark, company.marks)
    fields = {"company": company.symbol, "role": words.president, "player": _chief(words, company)}
    return words.text("alt_company", parts="; ".join(parts), **fields)


def _marks(words: Words, marks: Sequence[str]) -> list[str]:
    return [words.words.marks.get(one, one) for one in marks]


def _chief(words: Words, company: CompanyView) -> str:
    return words.holder(company.president) if company.president else words.text("alt_nobody")


# --- charts


def ranked(words: Words, values: Mapping[str, int]) -> list[str]:
    """Who leads, and how far behind each of the others is."""
    order = sorted(values, key=lambda one: -values[one])
    lines = [words.text("alt_first", name=one, amount=words.money(values[one])) for one in order[:1]]
    for before, name in pairwise(order):
        gap = values[before] - values[name]
        sentence = "alt_behind" if gap else "alt_level"
        lines.append(
            words.text(sentence, name=name, amount=words.money(values[name]), gap=words.money(gap), other=before)
        )
    return lines
