"""What there is to know of the object of a choice: a company, a private company or a kind of train; and choices as the
entries of one list, where a line and a button for each would be too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.menu.move.choices import TRAIN, About, Choice
from bot.menu.move.moves import Moves
from bot.menu.say import say
from engine.core.verbs import Shown
from engine.view import CompanyView, PrivateView, View, WareView
from engine.words import Words
from engine.words.buttons import capital
from engine.words.options import power_of
from render.fonts import width

TENTH = 10
LETTERS, HEAD = 15.0, 262
"""The size of the letters of a list's head, and how wide it may be on a phone before it is cut."""
ALIKE = 3
"""So many choices of which there is no more to know than is printed are one list."""


def about(words: Words, choice: Choice) -> About | None:
    """What there is to know of the first chosen object of which there is anything; None if there is none."""
    for slot, value in choice.got.items():
        if words.slot_kind(choice.verb, slot) == TRAIN and (train := _train(words, choice, str(value))):
            left = _treasury_after(words, choice)
            if left is None:
                return train
            name = "leaves" if left else "leaves_nothing"
            return replace(train, facts=(*train.facts, say(name, group="lines", amount=words.money(left))))
        if found := _about(words, words.slot_kind(choice.verb, slot), str(value)):
            return found
    top = words.view.agenda[-1] if words.view.agenda else None
    if top is not None and choice.shown is Shown.LIST and top.shape == "ask":
        # What answers a question without naming a company is about the company that the question is about.
        return _about(words, "company", next(iter(top.about), ""))
    return _about(words, "private", choice.private)


def subject(words: Words, choice: Choice) -> tuple[str, str] | None:
    """The first chosen object, as its kind and its name; None if none is chosen."""
    kinds = ((words.slot_kind(choice.verb, slot), str(value)) for slot, value in choice.got.items())
    chosen = next((one for one in kinds if one[0] in ("company", "private", TRAIN)), None)
    return chosen or (("private", choice.private) if choice.private else None)


def _treasury_after(words: Words, choice: Choice) -> int | None:
    """What the acting company's treasury would have left."""
    top = words.view.agenda[-1] if words.view.agenda else None
    company = next(
        (one for one in (*words.view.companies, *words.view.builders) if top and one.symbol == top.subject), None
    )
    if company is None or company.treasury is None or not (choice.whole and choice.spent):
        return None
    return choice.left


def _about(words: Words, kind: str, name: str) -> About | None:
    view = words.view
    match kind:
        case "company":
            company = next((one for one in (*view.companies, *view.builders) if one.symbol == name), None)
            return about_company(words, company) if company else None
        case "private":
            private = next((one for one in view.privates if one.id == name), None)
            return about_private(words, private) if private else None
        case _:
            return None


def about_company(words: Words, company: CompanyView) -> About:
    """A company's price, where its shares are, its president, and the reader's holding; its name as long as it has not
    started.
    """
    parts = [words.money(company.price)] if company.price else []
    places = (("in_offering", company.offered), ("in_pool", company.pool), ("in_treasury", company.own))
    parts += [words.text(word, percent=units * TENTH) for word, units in places if units and company.started]
    if company.into:
        parts.append(say("part_of", group="lines", company=company.into))
    elif not company.started:
        if company.homes:
            hexes = dict.fromkeys(home.partition("/")[0] for home in company.homes)
            parts.append(say("home", group="lines", places=list(map(words.hex, hexes))))
        parts.append(say("markers", group="lines", number=len(company.markers_left)))
    if company.president:
        led = {"name": words.holder(company.president), "whose": words.whose(company.president)}
        parts.append(say("led_by", group="lines", role=words.president, **led))
    held = _held(words.view, company.symbol)
    if held:
        parts.append(say("you_hold", group="lines", percent=held))
    full = company.name if company.name != company.symbol and not company.started else ""
    printed = not (company.started or company.into)
    return About(company.symbol, full, tuple(parts), mine=bool(held), printed=printed)


def _held(view: View, company: str) -> int:
    mine = next((seat for seat in view.seats if seat.id == view.seat), None)
    return next((one.percent for one in mine.shares if one.company == company), 0) if mine else 0


def about_private(words: Words, private: PrivateView) -> About:
    """A private company's price, income and bids, and what it does."""
    cost = words.money(private.cost)
    if private.price != private.cost:
        cost = say("reduced", group="lines", price=words.money(private.price), cost=cost)
    pays = "pays" if private.revenue else "pays_nothing"
    parts = [cost, say(pays, group="lines", amount=words.money(private.revenue))]
    owners = {*(seat.id for seat in words.view.seats), *(one.symbol for one in words.view.companies)}
    if private.owner in owners:
        owner = {"name": words.holder(private.owner), "whose": words.whose(private.owner)}
        parts.append(say("owned_by", group="lines", **owner))
    bids = [f"{words.called(bid.seat, 'who')} {words.money(bid.amount)}" for bid in private.bids]
    if bids:
        parts.append(say("bids", group="lines", bids=bids))
    parts += map(words.mark, private.other_marks)
    mine = any(bid.seat == words.view.seat for bid in private.bids)
    power, contested = power_of(words, private.id), bool(private.bids)
    return About(private.id, private.name, tuple(parts), power, mine=mine, contested=contested)


def _train(words: Words, choice: Choice, kind: str) -> About | None:
    ware = next((ware for ware in words.view.trains if ware.kind == kind), None)
    if ware is None:
        return None
    seller, name = str(choice.got.get("from", "")), words.value_of(TRAIN, kind)
    if any(company.symbol == seller for company in (*words.view.companies, *words.view.builders)):
        return About(name, facts=_of_company(words, seller, ware), printed=True)
    if "from" not in choice.got:
        # A train over the limit: what its purchase would do is of no interest.
        lasts = [words.text("scrapped_by", kind=words.card(ware.rusted_by))] if ware.rusted_by else []
        return About(name, facts=(words.money(ware.price), *lasts))
    return about_train(words, ware, phases_begun(words, choice))


def _of_company(words: Words, seller: str, ware: WareView) -> tuple[str, ...]:
    """Another company's train: its owner and printed price."""
    led = next((one.president for one in words.view.companies if one.symbol == seller), "")
    fields = {"company": seller, "role": words.president, "name": words.holder(led), "whose": words.whose(led)}
    return (
        say("from_company", group="lines", **fields),
        say("printed_price", group="lines", price=words.money(ware.price)),
    )


def about_train(words: Words, ware: WareView, phases: Sequence[str]) -> About:
    """A train's price, how many are left, and what its first purchase begins and rusts."""
    parts = [words.money(ware.price)]
    if ware.left > 0:
        parts.append(say("left", group="lines", number=ware.left))
    if ware.again:
        parts.append(say("rusted_before", group="lines"))
    parts += [say("begins", group="lines", phase=words.phase(phase)) for phase in phases]
    if ware.rusts:
        parts.append(words.text("scraps", kinds=words.cards(words.view.cards_rusted(ware))))
    if ware.rusted_by:
        parts.append(words.text("scrapped_by", kind=words.card(ware.rusted_by)))
    return About(words.value_of(TRAIN, ware.kind), facts=tuple(parts))


def phases_begun(words: Words, choice: Choice) -> tuple[str, ...]:
    """The phases that buying the train begins: by the rules, or, if the choice is incomplete, as printed."""
    if choice.whole:
        return choice.phases
    view, names = words.view, [phase.name for phase in words.view.phases]
    kinds = [str(value) for slot, value in choice.got.items() if words.slot_kind(choice.verb, slot) == TRAIN]
    later = view.phases[names.index(view.phase) + 1 :] if view.phase in names else []
    return tuple(phase.name for phase in later if phase.on and phase.on in kinds)


@dataclass(frozen=True)
class Listed:
    """Choices of a verb as the entries of one list."""

    label: str
    """What it is a list of."""
    choices: tuple[Choice, ...]


def alike(choices: Sequence[Choice]) -> list[Choice]:
    """Those choices that differ from others of their verb only by what is printed: a list says enough of them."""
    printed = [one for one in choices if one.about is not None and one.about.printed and not one.about.mine]
    return [one for one in printed if sum(other.verb == one.verb for other in printed) >= ALIKE]


def lists(moves: Moves, choices: Sequence[Choice]) -> list[Listed]:
    """A list for each verb."""
    return [_listed(moves, verb, list(group)) for verb, group in groupby(choices, lambda one: one.verb)]


def _listed(moves: Moves, verb: str, choices: Sequence[Choice]) -> Listed:
    named = capital(moves.words.verb(verb))
    label = say("list", group="lines", verb=named, number=len(choices))
    if width(label, LETTERS) > HEAD:
        label = say("list_uncounted", group="lines", verb=named)
    return Listed(label, tuple(choices))
