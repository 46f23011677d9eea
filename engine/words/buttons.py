"""What buttons say: a move by what it does and what it costs, or the beginning of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.events import Event
from engine.core.trial import ANSWER
from engine.core.verbs import Act, Value
from engine.words.speak import Words


def move_label(words: Words, act: Act, events: Sequence[Event], spent: int) -> str:
    """A move that one press makes, by what came of it when it was tried; `spent` is what its maker pays in all."""
    known, names = words.words.buttons, words.words.names
    if act.verb == ANSWER:
        return capital(words.listed(words.value(act.verb, slot, value) for slot, value in act.args.items()))
    named = next((event for event in events if event.kind != "contributes"), None)
    if named is not None and named.kind in known:
        total = sum(int(event.data["amount"]) for event in events if event.kind == "ran")
        more = {"spent": spent, "total": total, "moved": _moved(words, named, events)}
        label = words.phrase(known[named.kind], {**named.data, **more})
    else:
        choices = words.listed(words.choice(act.verb, slot, value) for slot, value in act.args.items())
        label = names["button_with" if choices else "button"].format(
            verb=capital(words.verb(act.verb)), choices=choices
        )
        if spent and words.money(spent) not in label:
            label = names["button_spends"].format(label=label, spent=words.money(spent))
    own = sum(int(event.data["amount"]) for event in events if event.kind == "contributes")
    return names["button_adds"].format(label=label, amount=words.money(own)) if own else label


def _moved(words: Words, named: Event, events: Sequence[Event]) -> str:
    """From where to where the price of the company goes."""
    prices = [one.data for one in events if one.kind == "price" and one.data["company"] == named.data.get("company")]
    if not prices:
        return ""
    return words.words.names["button_price"].format(
        old=words.money(prices[0]["old"]), new=words.money(prices[-1]["new"])
    )


def beginning_label(words: Words, verb: str, chosen: Mapping[str, Value], other: str = "other") -> str:
    """A move of which more is to be chosen; `other` names what is said where nothing is chosen yet."""
    known = words.words.beginnings
    choices = words.listed(_short(words, verb, slot, value) for slot, value in chosen.items())
    pattern = (known.get(verb) if choices else None) or known["other_with" if choices else other]
    return pattern.format(verb=capital(words.verb(verb)), choices=choices)


def _short(words: Words, verb: str, slot: str, value: Value) -> str:
    """A choice as players call it in short: a private company by its letters."""
    return str(value) if words.slot_kind(verb, slot) == "private" else words.value(verb, slot, value)


def capital(text: str) -> str:
    """The first letter large."""
    return text[:1].upper() + text[1:]
