"""What buttons say: a move by what it does and what it costs, or the beginning of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from engine.core.events import Event
from engine.core.phrases import agreeing
from engine.core.trial import ANSWER
from engine.core.verbs import Act, Value
from engine.view import OfferView
from engine.words.speak import Words

OFFERED, TRAIN, DIVIDEND, SOLD, NOTHING = "offered", "bought_train", "dividend", "sold", "nothing"
PASS, PASSED, CHOICE, BID = "pass", "passed", "choice", "bid"
TURNED = "rotation"
"""The choice of how a tile lies, which is seen in its picture."""
BESIDE = ("contributes", "private_closed", "president", "bank_broken", "reserved")
"""Events that accompany a move and are not its point."""
ENDS = ("bankrupt", "left")
"""Events of a player who leaves: what is taken from them is not a price."""


def move_label(words: Words, act: Act, events: Sequence[Event], spent: int, agreed: Sequence[Event] = ()) -> str:
    """A move that one press makes, by what came of it when it was tried.

    `spent` is what its maker pays in all, `agreed` what comes of an offer if all agree to it.
    """
    known, names = words.words.buttons, words.words.names
    if act.verb == ANSWER:
        return _answer(words, act)
    if act.verb == PASS and not any(event.kind == PASSED and event.data.get("by") == CHOICE for event in events):
        # Whoever has bought or sold something does not pass any more.
        return names["button_turn_done"]
    named = _main(act, events)
    patterns = words.words.offers if named is not None and named.kind == OFFERED else words.words.moves
    label = capital(_named(words, patterns, act.verb, act.args))
    if not label and named is not None and named.kind in known:
        total = sum(int(event.data["amount"]) for event in events if event.kind == "ran")
        rule = words.view.agenda[-1].rule if words.view.agenda else ""
        moved = _moved(words, named, events)
        more = {"spent": spent, "total": total, "moved": moved, "verb": act.verb, "rule": rule}
        label = words.phrase(known[named.kind], {**named.data, **more, "terms": _terms(words, named)})
    elif not label:
        choices = words.listed(words.choice(act.verb, slot, value) for slot, value in act.args.items())
        label = names["button_with" if choices else "button"].format(
            verb=capital(words.verb(act.verb)), choices=choices
        )
    if named is not None and named.kind == OFFERED:
        price = next((event.data["price"] for event in agreed if event.data.get("price")), 0)
        if price and words.money(price) not in label:
            label = names["button_offered"].format(label=label, price=words.money(price))
    if named is not None and named.kind == TRAIN:
        # The event does not say what was traded in, nor for which shell of a system the train was bought.
        for slot in ("trade", "charter"):
            if act.args.get(slot, NOTHING) not in (NOTHING, ""):
                label = names[f"button_{slot}"].format(label=label, value=_short(words, act.verb, slot, act.args[slot]))
    bought = next((event for event in events if event.kind == TRAIN), None)
    if named is not None and named.kind == SOLD and bought is not None:
        # The sale completes the money that had to be raised.
        kind = words.value("buy_train", "kind", bought.data["kind"])
        return names["button_then_train"].format(label=label, kind=kind)
    before = events[: events.index(named)] if named is not None else events
    own = sum(int(event.data["amount"]) for event in before if event.kind == "contributes")
    sold = [event.data for event in before if event.kind == SOLD and event.data.get("player") == event.data["company"]]
    if bought is not None and sold:
        amount = sum(int(sale["amount"]) for sale in sold)
        label = names["button_own_shares"].format(label=label, amount=words.money(amount))
    if own:
        return names["button_adds"].format(label=label, amount=words.money(own))
    if bought is not None and sold:
        return label
    if named is not None and named.kind == BID and spent and words.money(spent) not in label:
        # What was bid before is set aside already.
        return names["button_raises"].format(label=label, spent=words.money(spent))
    return label if any(event.kind in ENDS for event in events) else _naming(words, label, spent, named)


def _naming(words: Words, label: str, spent: int, named: Event | None) -> str:
    """With what it costs in all, where it does not say so yet; of two amounts, which is which."""
    if not spent or words.money(spent) in label:
        return label
    price = int(named.data.get("price", 0)) if named is not None else 0
    if price and words.money(price) in label:
        balance = words.words.names["button_net" if spent < price else "button_in_all"]
        return balance.format(label=label, spent=words.money(spent))
    return words.words.names["button_spends"].format(label=label, spent=words.money(spent))


def button_with(words: Words, label: str, choices: str) -> str:
    """A label with choices that it does not name."""
    return words.words.names["button_with"].format(verb=label, choices=choices)


def _main(act: Act, events: Sequence[Event]) -> Event | None:
    """The event that says what a move is: the first one, but for a train the purchase, whatever was sold for it."""
    if act.verb == "buy_train" and (bought := next((event for event in events if event.kind == TRAIN), None)):
        return bought
    return next((event for event in events if event.kind not in BESIDE), None)


def _answer(words: Words, act: Act) -> str:
    """An answer by its effect, or else by the question's words."""
    answer = words.listed(words.value(act.verb, slot, value) for slot, value in act.args.items())
    top = words.view.agenda[-1] if words.view.agenda else None
    question = f"{top.rule} {top.kind or top.step}".strip() if top is not None else ""
    known = words.words.answers
    values = " ".join(map(str, act.args.values()))
    pattern = known.get(f"{question} {values}") or known.get(question) or "{answer}"
    about = [words.thing(one) for one in top.about] if top is not None else []
    subject = words.holder(top.subject.rpartition(":")[2]) if top is not None else ""
    return capital(pattern.format(*words.question_parts, answer=answer, whole=about, subject=subject))


def _terms(words: Words, named: Event) -> str:
    """What the offer to be answered is about."""
    offer = next((one for one in words.view.offers if one.id == named.data.get("offer")), None)
    if offer is None:
        return ""
    return _named(words, words.words.terms, offer.verb, offer.args) or words.offer(offer.id)


def offer_label(words: Words, offer: OfferView) -> str:
    """An open offer: who made it, and what it is about."""
    terms = _named(words, words.words.terms, offer.verb, offer.args)
    if not terms:
        return words.offer(offer.id)
    return words.words.names["offer_terms"].format(id=offer.id, name=words.holder(offer.by), terms=terms)


def _moved(words: Words, named: Event, events: Sequence[Event]) -> str:
    """The company's price before and after."""
    prices = [one.data for one in events if one.kind == "price" and one.data["company"] == named.data.get("company")]
    company = next((one for one in words.view.companies if one.symbol == named.data.get("company")), None)
    stays = any(one.kind == "price_stays" and one.data.get("company") == named.data.get("company") for one in events)
    said = partial(_said_of_price, words, "sold" if named.kind == SOLD else "button")
    if not prices and (named.kind == DIVIDEND or stays) and company is not None and company.price:
        return said("stays", price=company.price)
    if not prices:
        return ""
    old, new = prices[0]["old"], prices[-1]["new"]
    return said("stays", price=old) if new == old else said("price" if new else "closes", old=old, new=new)


def _said_of_price(words: Words, move: str, what: str, **prices: Value) -> str:
    return words.words.names[f"{move}_{what}"].format(**{name: words.money(one) for name, one in prices.items()})


def beginning_label(
    words: Words, verb: str, chosen: Mapping[str, Value], other: str = "other", span: tuple[int, int] | None = None
) -> str:
    """A move of which more is to be chosen; `other` names what is said where nothing is chosen yet.

    `span`: the least and the most money that can be chosen next.
    """
    names, label = words.words.names, begun(words, verb, chosen, other)
    low, high = map(words.money, span) if span is not None else ("", "")
    if span is None or (low == high and low in label):
        return names["button_begins"].format(label=label)
    return names["button_range" if low != high else "button_from"].format(label=label, low=low, high=high)


def begun(words: Words, verb: str, chosen: Mapping[str, Value], other: str = "other") -> str:
    """The part of a move chosen so far."""
    known = words.words.beginnings
    choices = words.listed(_short(words, verb, slot, value) for slot, value in chosen.items())
    label = capital(_named(words, known, verb, chosen))
    if not label:
        label = known["other_with" if choices else other].format(verb=capital(words.verb(verb)), choices=choices)
    return label


def _named(words: Words, patterns: Mapping[str, str], verb: str, chosen: Mapping[str, Value]) -> str:
    """The pattern that names most of the choices, filled in, with the others after it; empty if none fits."""
    said = {slot: _short(words, verb, slot, value) for slot, value in chosen.items() if value != NOTHING}
    fitting = [key for key in patterns if key.split()[0] == verb and set(key.split()[1:]) <= set(said)]
    if not fitting:
        return ""
    best = max(fitting, key=lambda key: len(key.split()))
    label = agreeing(patterns[best], lambda name, _: said[name], words.language).format(**said)
    rest = words.listed(said[slot] for slot in said if slot not in (*best.split()[1:], TURNED))
    return button_with(words, label, rest) if rest else label


def _short(words: Words, verb: str, slot: str, value: Value) -> str:
    """A choice by its short name: a private company by its letters, unless the words take full names."""
    kind = words.slot_kind(verb, slot)
    return words.value_of("private_label" if kind == "private" else kind, value)


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
