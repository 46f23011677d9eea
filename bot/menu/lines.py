"""The line beside a button about its object: a company, a private company or a kind of train."""

from __future__ import annotations

from collections.abc import Sequence

from bot.menu.move.choices import TRAIN, Choice
from bot.menu.say import say
from engine.core.verbs import Shown
from engine.view import CompanyView, PrivateView, View, WareView
from engine.words import Words

TENTH = 10


def line_about(words: Words, one: Choice) -> str:
    """The line about the first chosen object that has one; empty if none has."""
    for slot, value in one.got.items():
        if words.slot_kind(one.verb, slot) == TRAIN and (line := _train(words, one, str(value))):
            left = _treasury_after(words, one)
            if left is None:
                return line
            return say("leaves" if left else "leaves_nothing", group="lines", line=line, amount=words.money(left))
        if line := _about(words, words.slot_kind(one.verb, slot), str(value)):
            return line
    top = words.view.agenda[-1] if words.view.agenda else None
    if top is not None and one.shown is Shown.LIST and top.shape == "ask":
        # What answers a question without naming a company is about the company that the question is about.
        return _about(words, "company", next(iter(top.about), ""))
    return _about(words, "private", one.private)


def _treasury_after(words: Words, one: Choice) -> int | None:
    """What the acting company's treasury would have left."""
    top = words.view.agenda[-1] if words.view.agenda else None
    company = next(
        (one for one in (*words.view.companies, *words.view.builders) if top and one.symbol == top.subject), None
    )
    if company is None or company.treasury is None or not (one.whole and one.spent):
        return None
    return one.left


def _about(words: Words, kind: str, name: str) -> str:
    view = words.view
    match kind:
        case "company":
            company = next((one for one in (*view.companies, *view.builders) if one.symbol == name), None)
            return company_line(words, company) if company else ""
        case "private":
            private = next((one for one in view.privates if one.id == name), None)
            return private_line(words, private) if private else ""
        case _:
            return ""


def alike(words: Words, one: Choice) -> str:
    """What is said of a company without a home that has not started, but for its name: the same for some of them."""
    company = next((found for found in words.view.companies if found.symbol == one.got.get("company")), None)
    if company is None or company.started or company.homes:
        return ""
    return " · ".join([*_facts(words, company), one.label.replace(company.symbol, "")])


def company_line(words: Words, company: CompanyView) -> str:
    """A company's price, where its shares are, its president, and the reader's holding."""
    return _line(company.symbol, company.name if company.name != company.symbol else "", _facts(words, company))


def _facts(words: Words, company: CompanyView) -> list[str]:
    parts = [words.money(company.price)] if company.price else []
    places = (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own))
    parts += [words.text(word, percent=units * TENTH) for word, units in places if units and company.started]
    if company.into:
        parts.append(say("part_of", group="lines", company=company.into))
    elif not company.started:
        parts.append(say("not_started", group="lines"))
        if company.homes:
            hexes = dict.fromkeys(home.partition("/")[0] for home in company.homes)
            parts.append(say("home", group="lines", places=list(map(words.hex, hexes))))
        parts.append(say("markers", group="lines", number=len(company.markers_left)))
    if company.president:
        parts.append(say("led_by", group="lines", role=words.president, name=words.holder(company.president)))
    if held := _held(words.view, company.symbol):
        parts.append(say("you_hold", group="lines", percent=held))
    return parts


def _held(view: View, company: str) -> int:
    mine = next((seat for seat in view.seats if seat.id == view.seat), None)
    return next((one.percent for one in mine.shares if one.company == company), 0) if mine else 0


def private_line(words: Words, private: PrivateView) -> str:
    """A private company's price, income and bids, and what it does."""
    cost = words.money(private.cost)
    if private.price != private.cost:
        cost = say("reduced", group="lines", price=words.money(private.price), cost=cost)
    pays = "pays" if private.revenue else "pays_nothing"
    parts = [cost, say(pays, group="lines", amount=words.money(private.revenue))]
    owners = {*(seat.id for seat in words.view.seats), *(one.symbol for one in words.view.companies)}
    if private.owner in owners:
        parts.append(say("owned_by", group="lines", name=words.holder(private.owner)))
    bids = [f"{words.holder(bid.seat)} {words.money(bid.amount)}" for bid in private.bids]
    if bids:
        parts.append(say("bids", group="lines", bids=bids))
    parts += map(words.mark, private.other_marks)
    line = _line(private.id, private.name, parts)
    power = words.words.privates.get(private.id)
    return say("does", group="lines", line=line, power=power) if power else line


def _train(words: Words, one: Choice, kind: str) -> str:
    ware = next((ware for ware in words.view.trains if ware.kind == kind), None)
    if ware is None:
        return ""
    seller = str(one.got.get("from", ""))
    if any(company.symbol == seller for company in (*words.view.companies, *words.view.builders)):
        return _line(words.value_of(TRAIN, kind), "", [_of_company(words, seller, ware)])
    if "from" not in one.got:
        # A train over the limit: what its purchase would do is of no interest.
        lasts = [words.text("scrapped_by", kind=ware.rusted_by)] if ware.rusted_by else []
        return _line(words.value_of(TRAIN, kind), "", [words.money(ware.price), *lasts])
    return train_line(words, ware, phases_begun(words, one))


def _of_company(words: Words, seller: str, ware: WareView) -> str:
    """Another company's train: its owner and printed price."""
    led = next((one.president for one in words.view.companies if one.symbol == seller), "")
    return say(
        "from_company",
        group="lines",
        company=seller,
        role=words.president,
        name=words.holder(led),
        price=words.money(ware.price),
    )


def train_line(words: Words, ware: WareView, phases: Sequence[str]) -> str:
    """A train's price, how many are left, and what its first purchase begins and rusts."""
    parts = [words.money(ware.price)]
    if ware.left > 0:
        parts.append(say("left", group="lines", number=ware.left))
    if ware.again:
        parts.append(say("rusted_before", group="lines"))
    parts += [say("begins", group="lines", phase=words.phase(phase)) for phase in phases]
    if ware.rusts:
        parts.append(words.text("scraps", kinds=words.view.cards_rusted(ware)))
    if ware.rusted_by:
        parts.append(words.text("scrapped_by", kind=ware.rusted_by))
    return _line(words.value_of(TRAIN, ware.kind), "", parts)


def phases_begun(words: Words, one: Choice) -> tuple[str, ...]:
    """The phases that buying the train begins: by the rules, or, if the choice is incomplete, as printed."""
    if one.whole:
        return one.phases
    view, names = words.view, [phase.name for phase in words.view.phases]
    kinds = [str(value) for slot, value in one.got.items() if words.slot_kind(one.verb, slot) == TRAIN]
    later = view.phases[names.index(view.phase) + 1 :] if view.phase in names else []
    return tuple(phase.name for phase in later if phase.on and phase.on in kinds)


def _line(name: str, more: str, parts: list[str]) -> str:
    return say("line_named" if more else "line", group="lines", name=name, more=more, parts=" · ".join(parts))
