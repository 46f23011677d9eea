"""What players call the things that the rules know by an id or a number: hexes, stops, trains, amounts, people.

A refusal is worded in the rules' code; its fields are named here, by the name of the field.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias, cast

from engine.core.errors import Illegal, Refusal, Unreadable
from engine.core.position import Position
from engine.core.sentences import Sentence, because, pattern, sentence_of

Value: TypeAlias = str | int
PLACES = {
    "bank": because("the bank"),
    "ipo": because("the IPO"),
    "pool": because("the pool"),
    "supply": because("the supply"),
}
VERB, SLOT = "verb", "slot"
SIDES = {
    "N": pattern("the north side of {hex}"),
    "S": pattern("the south side of {hex}"),
    "NW": pattern("the northwest side of {hex}"),
    "NE": pattern("the northeast side of {hex}"),
    "SE": pattern("the southeast side of {hex}"),
    "SW": pattern("the southwest side of {hex}"),
    "W": pattern("the west side of {hex}"),
    "E": pattern("the east side of {hex}"),
}
UNNAMED = {"city": pattern("the city in {hex}"), "town": pattern("the town in {hex}")}
"""Stops that have no name, by their kind."""


def money(p: Position, value: Value) -> str:
    """An amount with the currency of the game."""
    return p.title.currency.format(value)


def hex_name(p: Position, value: Value) -> str:
    """`Topeka (B9)`, or `B10` where nothing has a name."""
    found = p.d.map.hexes.get(str(value))
    return f"{found.sheet.name} ({value})" if found is not None and found.sheet.name else str(value)


def stop_name(p: Position, value: Value) -> str:
    """`Topeka (B9)`, `the town in B10`, and which of several it is."""
    hex_id, _, key = str(value).partition("/")
    if hex_id not in p.d.map.hexes or not key:
        return hex_name(p, value)
    stops = p.ground.track(hex_id).stops
    named_stop = next((stop for stop in stops if stop.key == key), None)
    if named_stop is None:
        return hex_name(p, hex_id)
    printed = {stop.key: stop.name for stop in p.d.map.hexes[hex_id].stops}
    name = named_stop.name or printed.get(key, "")
    alone = len(stops) == 1 and p.d.map.hexes[hex_id].sheet.name
    if not name and (alone or named_stop.kind not in UNNAMED):
        return hex_name(p, hex_id)
    names = {stop.key: stop.name or printed.get(stop.key, "") for stop in stops}
    alike = [stop.key for stop in stops if names[stop.key] == name and (name or stop.kind == named_stop.kind)]
    place = hex_id if len(alike) == 1 else because("{hex_id}, no. {number}", hex_id=hex_id, number=alike.index(key) + 1)
    name_of_hex = name or p.d.map.hexes[hex_id].sheet.name
    shown = because("{name} ({place})", name=name_of_hex, place=place) if name_of_hex else place
    return shown if name else because(UNNAMED[named_stop.kind], hex=shown)


def stops(p: Position, value: Value) -> str:
    """Several of them, one after the other."""
    return _chain([stop_name(p, one) for one in str(value).replace(",", " ").split()])


def _chain(names: Sequence[str]) -> str:
    """Stops as they are run."""
    if not names:
        return ""
    *before, last = names
    return because("{before} – {stop}", before=_chain(before), stop=last) if before else last


def track(p: Position, value: Value) -> str:
    """A piece of track by its hex."""
    return because("in {hex}", hex=hex_name(p, str(value).partition(":")[0]))


def side(p: Position, value: Value) -> str:
    """The side of a hex: `B9.N`."""
    hex_id, _, edge = str(value).partition(".")
    return because(SIDES[edge], hex=hex_name(p, hex_id))


def train(p: Position, value: Value) -> str:
    """A card by its kind, which may have changed since it had its name; a train of a card with faces by its own."""
    name = str(value)
    if name in p.d.trains:
        return name
    card, _, place = name.partition("/")
    kind = p.s.trains[card].kind if card in p.s.trains else card.rpartition("-")[0] or card
    faces = p.d.trains[kind].faces if kind in p.d.trains else ()
    named = {f"{face}.{number}": one for face, kinds in enumerate(faces) for number, one in enumerate(kinds)}
    return named.get(place, kind)


def routes(p: Position, value: Value) -> str:
    """Routes by their trains and stops."""
    shown: list[str] = []
    for part in str(value).split(";"):
        card, _, way = part.partition("=")
        nodes = " ".join(node for node in way.split(",") if "/" in node)
        shown.append(because("{kind} train {stops}", kind=train(p, card), stops=stops(p, nodes)))
    return because("{routes:list}", routes=tuple(shown)) if len(shown) > 1 else shown[0]


def holder(p: Position, value: Value) -> str:
    """A player by name, a company by its symbol, a private company by name, a place by what it is."""
    name = str(value)
    if name in p.seats:
        return p.seat(name).name
    # The certificate of a private company may have the symbol of the company it becomes.
    return PLACES.get(name) or (name if name in p.d.companies else private(p, name))


def private(p: Position, value: Value) -> str:
    """A private company by its name."""
    found = p.d.privates.get(str(value))
    return found.name if found is not None else str(value)


def key(title: str, kind: str, name: str) -> str:
    """Under which the words of a title say what a verb or a choice is called."""
    return f"{{{title}_{kind}_{name}}}"


def verb(p: Position, value: Value) -> str:
    """What a verb does, in the words of the title: `buy a share`; by itself, what is typed for it."""
    return _said(p, VERB, str(value))


def slot(p: Position, value: Value) -> str:
    """What a choice of a move is about, in the words of the title."""
    return _said(p, SLOT, str(value))


def _said(p: Position, kind: str, name: str) -> str:
    pattern = key(p.title.id, kind, name)
    return because(pattern, **{pattern[1:-1]: name.replace("_", " ")})


def plain(p: Position, value: Value) -> str:
    """What a president is called: a language has its own word for it."""
    return because(str(value).replace("_", " "))


def phase(p: Position, value: Value) -> str:
    """`phase 2`, or `the green phase` where phases have the names of colours."""
    name = str(value)
    if name.islower():
        return because("the {phase} phase", phase=because(name))
    return because("phase {number}", number=name)


FIELDS: dict[str, Callable[[Position, Value], str]] = {
    **dict.fromkeys(("cash", "cost", "money", "treasury", "price", "amount", "least", "missing", "earned"), money),
    "hex_id": hex_name,
    "other_hex": hex_name,
    "stop": stop_name,
    "other_stop": stop_name,
    "stops": stops,
    "track": track,
    "other_track": track,
    "side": side,
    "train": train,
    "card": train,
    "routes": routes,
    "source": holder,
    "owner": holder,
    "private": private,
    "verb": verb,
    "slot": slot,
    "phase": phase,
    "president_word": plain,
}
"""Field of a refusal -> how what it holds is called. An amount that is worded already stays as it is."""


def named(p: Position, text: str) -> str:
    """A sentence of the rules with everything in it called as players do."""
    if not isinstance(text, Sentence):
        return text
    return because(text.pattern, **{name: _field(p, name, value) for name, value in text.fields.items()})


def _field(p: Position, name: str, value: object) -> object:
    if isinstance(value, Sentence):
        return named(p, value)
    if isinstance(value, tuple):
        return tuple(_field(p, name, one) for one in cast("tuple[object, ...]", value))
    show = FIELDS.get(name)
    if show is None or not isinstance(value, (str, int)) or (show is money and isinstance(value, str)):
        return value
    return show(p, value)


def named_refusal(p: Position, refusal: Refusal) -> Refusal:
    """The same refusal for a person."""
    return replace(refusal, why=named(p, refusal.why), fact=named(p, refusal.fact))


def named_error(p: Position, error: Illegal | Unreadable) -> Illegal | Unreadable:
    """The same error for a person."""
    if isinstance(error, Illegal):
        return Illegal(named_refusal(p, error.refusal))
    return Unreadable(named(p, sentence_of(error)))


def choice(p: Position, slot: str, value: Value) -> str:
    """A value of a slot: an amount, a place, somebody."""
    show = FIELDS.get(slot)
    match slot:
        case "shares":
            return because("1 share") if value == 1 else because("{count} shares", count=value)
        case "tile":
            return because("tile {tile}", tile=value)
        case "rotation":
            return because("rotation {rotation}", rotation=value)
        case "offer":
            makers = [p.seat(offer.by).name for offer in p.s.offers if offer.id == value]
            return because("{name}'s offer", name=makers[0]) if makers else because("that offer")
        case "kind" | "trade" if value in p.d.trains:
            return because("the {kind} train", kind=value)
        case _:
            pass
    if isinstance(value, int):
        return money(p, value) if show is money else str(value)
    if show is not None and show is not money:
        return show(p, value)
    if slot in ("kind", "trade", "charter", "company"):
        return because(value)
    return stop_name(p, value) if value.partition("/")[0] in p.d.map.hexes else holder(p, value)
