"""How a text calls the things of a game, and whoever reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from engine.core.phrases import counted, number
from engine.core.sentences import translated
from engine.titles import title_named
from engine.view.shapes import HexView, StopView, View
from engine.words.catalogue import catalogue
from engine.words.language import current_language
from engine.words.refusals import refusals
from engine.words.worded import Worded

FIELD = re.compile(r"{(\w+)(?::([\w ]+))?}")
"""A field of a sentence, with the kind as which it is shown."""
Value = str | int


class Things(Worded):
    """The names of what a view shows. `reader`: the seat of whoever reads, who is called "you"; empty in public, and
    for somebody who acts for others. `full_names`: labels, too, call private companies by name and not by letters.
    """

    def __init__(self, view: View, language: str = "", reader: str = "", *, full_names: bool = False) -> None:
        self.view = view
        self.reader = reader
        self.full_names = full_names
        spoken = language or current_language()
        super().__init__(catalogue(spoken, title_named(view.title).words), spoken)
        self.people = {seat.id: seat.name for seat in view.seats}
        self.companies = {company.symbol for company in (*view.companies, *view.builders)}
        self.privates = {private.id: private.name for private in view.privates}
        self.hexes = {found.id: found for found in view.hexes}
        self.shown: dict[str, Callable[[Value], str]] = {
            "holder": self.holder,
            "who": lambda value: self.called(value, "who"),
            "whom": lambda value: self.called(value, "whom"),
            "to whom": lambda value: self.called(value, "to_whom"),
            "holders": lambda value: self.joined([self.called(one, "who") for one in str(value).split()]),
            "sequence": lambda value: self.listed(self.holder(one) for one in str(value).split()),
            "company": self.builder,
            "private": lambda value: self.privates.get(str(value), str(value)),
            "private_label": lambda value: self.thing(value) if self.full_names else str(value),
            "private_or_company": self.private_beside_companies,
            "hex": self.hex,
            "hexes": lambda value: self.joined([self.hex(one) for one in str(value).split()]),
            "stop": self.stop,
            "stops": lambda value: " – ".join(self.stop(one) for one in str(value).split()),
            "run": lambda value: " – ".join(map(self._on_run, str(value).split())),
            "train": self.train,
            "money": self.money,
            "due": lambda value: self.money(max(0, int(value))),
            "routes": self.routes,
            "thing": self.thing,
            "reason": self.reason,
            "from": self.source,
            "card": lambda value: self.card(str(value)),
            "phase": lambda value: self.color(str(value)),
            "brings": self.brings,
        }

    def builder(self, value: Value) -> str:
        """Whose tile or marker it is: a company by its symbol, or a player who lays one of their own."""
        return self.people.get(str(value), str(value))

    def is_reader(self, seat: object) -> bool:
        """Is it whoever reads?"""
        return bool(self.reader) and seat == self.reader

    def whose(self, seat: object) -> str:
        """By what a phrase tells whoever reads from everybody else."""
        return "yours" if self.is_reader(seat) else "others"

    def called(self, value: Value, case: str) -> str:
        """An owner of something, or several; whoever reads is "you", in the case that the sentence wants."""
        seats = str(value).split()
        if self.reader in seats and set(seats) <= set(self.people):
            return self.joined(
                [self.words.names[f"you_{case}"] if one == self.reader else self.holder(one) for one in seats]
            )
        return self.holder(value)

    def value_of(self, kind: str, value: Value) -> str:
        """A value shown as what it is: a seat, a place, an amount of money."""
        show = self.shown.get(kind)
        if show is not None:
            return show(value)
        if kind in self.words.counts and isinstance(value, int):
            return counted(value, self.words.counts[kind], self.language)
        listed = self.words.values.get(kind, {})
        found = listed.get(str(value)) or listed.get("other", "{value}")
        return FIELD.sub(lambda at: self.value_of(at[2], value) if at[2] else str(value), found)

    def reason(self, value: Value) -> str:
        """Why something failed: a sentence that keeps its parts."""
        return translated(value, refusals(self.language), str, self.language) if isinstance(value, str) else str(value)

    def money(self, value: Value) -> str:
        """An amount in the game's currency, its digits as the language writes them."""
        amount = number(value, self.language, self.words.names["amount"]) if isinstance(value, int) else value
        return self.view.currency.format(amount)

    def holder(self, value: Value) -> str:
        """An owner of something: a player, a company, a place."""
        name = str(value)
        if name in self.people:
            return self.people[name]
        if name in self.companies:
            return name
        return self.words.places.get(name or "none") or self.privates.get(name, name)

    def private_beside_companies(self, value: Value) -> str:
        """A private company; one that is called like a company is said to be private."""
        name = self.privates.get(str(value), str(value))
        alike = any(f"{company.name} ".startswith(f"{name} ") for company in self.view.companies)
        return self.words.names["private_too"].format(name=name) if alike else name

    def thing(self, value: Value) -> str:
        """An answer: a player, a company, a stop, or a word that the catalogue has for answers."""
        name = str(value)
        if name.split("/")[0] in self.hexes:
            return self.stop(name) if "/" in name else self.hex(name)
        return self.words.values.get("thing", {}).get(name) or self.holder(name)

    def brings(self, phase: Value) -> str:
        """The colours of tiles that may be laid from a phase on, if there are new ones."""
        tiles = {one.name: one.tiles for one in self.view.phases}
        before = [*takewhile(lambda name: name != phase, tiles)]
        new = [one for one in tiles.get(str(phase), ()) if before and one not in tiles[before[-1]]]
        colors = self.joined([self.color(one) for one in new])
        return self.words.names["phase_brings"].format(colors=colors) if new else ""

    def hex(self, value: Value) -> str:
        """A hex with its name, or those of its towns and cities, if it has any: `Topeka (B9)`."""
        found = self.hexes.get(str(value))
        return self._placed(_names_in(found) if found else "", str(value))

    def _placed(self, name: str, place: str) -> str:
        """A place with its name, if it has one."""
        return self.words.names["hex" if name else "bare_hex"].format(name=name, id=place)

    def stop(self, value: Value) -> str:
        """A stop by name and hex: `Topeka (B9)`, or `the town in A10`, and which of several it is."""
        hex_id = str(value).split("/")[0]
        around = self.hexes.get(hex_id)
        stops = around.stops if around else list[StopView]()
        named = next((stop for stop in stops if stop.id == value), None)
        if around is None or named is None:
            return str(value)
        alike = [stop.id for stop in stops if stop.name == named.name and (named.name or stop.kind == named.kind)]
        number = alike.index(named.id) + 1
        place = self.words.names["second"].format(id=hex_id, number=number) if len(alike) > 1 else hex_id
        shown = self._placed(named.name or _names_in(around), place)
        # Nothing else in the hex could be meant.
        alone = len(stops) == 1 and around.name
        return shown if named.name or alone else self.words.names[named.kind].format(hex=shown)

    def place_of(self, stop: str) -> str:
        """A stop's shortest name: `Topeka`, or `A10` in a hex without one."""
        found = self.hexes.get(hex_id := stop.split("/")[0])
        names = [*(one.name for one in found.stops if one.id == stop), found.name] if found is not None else []
        return next(filter(None, names), hex_id)

    def _on_run(self, stop: str) -> str:
        """A stop of a run by its shortest name; one that does not count is in brackets."""
        name = self.place_of(stop.strip("()"))
        return self.text("stop_not_paid", stop=name) if stop.startswith("(") else name

    def source(self, value: Value) -> str:
        """Where something is bought, with the word before it that the language wants: `from the pool`."""
        return self.text("from_place", place=str(value), name=self.called(value, "to_whom"))

    def train(self, value: Value) -> str:
        """A train card by its kind."""
        return self.words.names["train"].format(kind=self.card(str(value).rpartition("-")[0] or str(value)))

    def routes(self, value: Value) -> str:
        """Routes by their stops."""
        shown: list[str] = []
        for part in str(value).split(";"):
            train, sign, way = part.partition("=")
            if sign:
                stops = " – ".join(self.stop(node) for node in way.split(",") if "/" in node)
                shown.append(self.words.names["route"].format(train=self.train(train), stops=stops))
        return "; ".join(shown) or self.words.names["no_routes"]


def _names_in(found: HexView) -> str:
    """The name of a hex, or of the towns and cities in it."""
    return found.name or " & ".join(dict.fromkeys(stop.name for stop in found.stops if stop.name))
