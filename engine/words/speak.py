"""Sentences and labels for one view of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from engine.core.events import Event
from engine.core.parts import Mark
from engine.core.phrases import Phrase, agreeing, chosen, counted, fill, number
from engine.core.sentences import translated
from engine.core.verbs import Act, Span
from engine.titles import title_named
from engine.view.shapes import DecisionView, StopView, View
from engine.words.catalogue import catalogue
from engine.words.joined_sides import with_sides
from engine.words.language import current_language
from engine.words.refusals import refusals
from engine.words.worded import Worded

_FIELD = re.compile(r"{(\w+)(?::([\w ]+))?}")
Value = str | int
TURN = "operating_turn"
"""The rule of a company's turn."""


class Words(Worded):
    """What is said about a game to the viewer of this view."""

    def __init__(self, view: View, language: str = "") -> None:
        self.view = view
        spoken = language or current_language()
        super().__init__(catalogue(spoken, title_named(view.title).words), spoken)
        self.people = {seat.id: seat.name for seat in view.seats}
        self.companies = {company.symbol for company in (*view.companies, *view.builders)}
        self.privates = {private.id: private.name for private in view.privates}
        self.hexes = {found.id: found for found in view.hexes}
        self.shown: dict[str, Callable[[Value], str]] = {
            "holder": self.holder,
            "holders": lambda value: self.joined([self.holder(one) for one in str(value).split()]),
            "sequence": lambda value: self.listed(self.holder(one) for one in str(value).split()),
            "company": str,
            "private": lambda value: self.privates.get(str(value), str(value)),
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
            "offer": self.offer,
            "verb": lambda value: self.verb(str(value)),
            "thing": self.thing,
            "reason": self.reason,
            "from": self.source,
            "card": lambda value: self.card(str(value)),
            "phase": lambda value: self.color(str(value)),
        }

    @property
    def advice(self) -> str:
        """What the rules say about talk at the table, if they say anything."""
        return self.words.names["advice"]

    @property
    def president(self) -> str:
        """What a company's president is called."""
        return self.words.presidents.get(self.view.president_word, self.view.president_word)

    @property
    def president_mark(self) -> str:
        """The letter that stands for it."""
        return self.president[:1].upper()

    # --- events

    def event(self, event: Event) -> str:
        """One plain sentence for an event, as far as this view's seat may know it."""
        data: dict[str, Value] = {**event.data, **(event.secret if self.view.seat in event.audience else {})}
        found = self.words.events.get(event.kind)
        if found is None:
            return f"{_plain(event.kind).capitalize()}."
        return self.phrase(found, data)

    def phrase(self, pattern: Phrase, data: Mapping[str, Value]) -> str:
        """A phrase with the fields of an event, each shown as what it is."""
        if data.get("stop") and data["stop"] in (data.get("old"), data.get("station")):
            # A marker moves to another space in its city.
            data = {**data, "goes": "within"}
        if "new" in data and data["new"] == data.get("old"):
            # A token moves to another box with the same price.
            data = {**data, "why": "same"}
        if data.get("round") and "called" not in data:
            # Older games have only its number among the operating rounds before the next stock round.
            data = {**data, "called": data.get("number", "")}
        if "paid" in data:
            paid = {one.rpartition(":")[0] for one in str(data["paid"]).split()}
            run = [stop if stop in paid else f"({stop})" for stop in str(data["stops"]).split()]
            data = {**data, "stops": " ".join(run)}
        data = with_sides(self.view, self.text, data)
        if data.get("source") and data["source"] == data.get("company"):
            data = {**data, "source": "treasury"}
        # A company may sell shares of its own.
        lot = "own" if "company" in data and data.get("player") == data["company"] else data.get("shares", "")
        return self._fill(chosen(pattern, {**data, "lot": lot}, self.language), data)

    def _fill(self, sentence: str, data: Mapping[str, Value]) -> str:
        def shown(name: str, kind: str) -> str:
            if name == "president_word":
                return self.president
            if (kind or self.words.fields.get(name)) == "choices":
                return self._choices(str(data.get("verb", "")), str(data.get(name, "")))
            return self.value_of(kind or self.words.fields.get(name, "text"), data.get(name, ""))

        found = agreeing(sentence, shown, self.language)
        return _FIELD.sub(lambda field: shown(field.group(1), field.group(2) or ""), found)

    def amount(self, value: int | None) -> str:
        """Money, or that it is hidden."""
        return self.text("hidden") if value is None else self.money(value)

    def mark(self, mark: Mark) -> str:
        """A mark of a player, a company or a train."""
        fields = {"amount": self.money(mark.amount), "of": mark.of}
        return fill(self.words.marks.get(mark.what, mark.what), fields, self.language)

    def ending(self, why: str) -> str:
        """That the game is over, and why."""
        return self.event(Event("ended", {"why": why}))

    def endings(self) -> list[str]:
        """How the game can end, and how close each way is."""
        priced = [one for one in self.view.companies if one.price and not one.closed]
        highest = max(priced, key=lambda one: one.price, default=None)
        last = self.view.phases[-1] if self.view.phases else None
        kinds = [ware.kind for ware in self.view.trains]
        before = kinds[: kinds.index(last.on)] if last is not None and last.on in kinds else []
        price = f"{self.money(highest.price)} ({highest.symbol})" if highest else ""
        fields = {
            **self.view.options,
            "bank": self.amount(self.view.bank),
            "broken": "yes" if self.view.broken else "no",
            "highest": self.text("highest", price=price),
            "unsold": "yes" if any(private.owner == "sale" for private in self.view.privates) else "no",
            "phase": "now" if last is not None and self.view.phase == last.name else "later",
            "trains": sum(max(0, one.left) for one in self.view.trains if one.kind in before and not one.back_of),
        }
        found = (fill(phrase, fields, self.language, self.words.counts) for phrase in self.words.endings.values())
        return [one for one in found if one]

    def round(self) -> str:
        """The current round as a part of a sentence: `operating round 2 of 3`."""
        clock, known = self.view.clock, self.words.rounds
        name = "over" if self.view.end is not None else "operating" if clock.of else clock.round or "none"
        called = known.get(clock.round, clock.round)
        return known.get(name, known["other"]).format(turn=clock.turn, number=clock.number, of=clock.of, round=called)

    @property
    def place(self) -> str:
        """The title and the place in its game, in short: `OR 3.2` after the name of the title."""
        return self.text("subject", game=self.view.title, what=self.short_round)

    @property
    def short_round(self) -> str:
        """The current round in short: `OR 3.2`."""
        clock = self.view.clock
        name = "" if self.view.end is not None else "operating" if clock.of else clock.round
        known = self.words.rounds_in_short.get(name)
        return known.format(turn=clock.turn, number=clock.number) if known else self.round()

    # --- things

    def value_of(self, kind: str, value: Value) -> str:
        """A value shown as what it is: a seat, a place, an amount of money."""
        show = self.shown.get(kind)
        if show is not None:
            return show(value)
        if kind in self.words.counts and isinstance(value, int):
            return counted(value, self.words.counts[kind], self.language)
        listed = self.words.values.get(kind, {})
        found = listed.get(str(value)) or listed.get("other", "{value}")
        return _FIELD.sub(lambda at: self.value_of(at[2], value) if at[2] else str(value), found)

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

    def hex(self, value: Value) -> str:
        """A hex with its name, or those of its towns and cities, if it has any: `Topeka (B9)`."""
        found = self.hexes.get(str(value))
        stops = dict.fromkeys(stop.name for stop in found.stops if stop.name) if found else {}
        name = found.name or self.joined(list(stops)) if found else ""
        return self.words.names["hex" if name else "bare_hex"].format(name=name, id=value)

    def stop(self, value: Value) -> str:
        """A stop by name and hex: `Topeka (B9)`, or `the town in A10`."""
        hex_id = str(value).split("/")[0]
        stops = self.hexes[hex_id].stops if hex_id in self.hexes else list[StopView]()
        named = next((stop for stop in stops if stop.id == value), None)
        if named is None:
            return str(value)
        place = self.hex(hex_id)
        if named.name:
            shown = self.words.names["hex"].format(name=named.name, id=hex_id)
        elif len(stops) == 1 and self.hexes[hex_id].name:
            # Nothing else in the hex could be meant.
            shown = place
        else:
            shown = self.words.names[named.kind].format(hex=place)
        alike = [stop.id for stop in stops if stop.name == named.name and (named.name or stop.kind == named.kind)]
        if len(alike) == 1:
            return shown
        return self.words.names["second"].format(stop=shown, number=alike.index(named.id) + 1)

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
        return self.text("from_place", place=str(value), name=self.holder(value))

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

    def offer(self, value: Value) -> str:
        """An open offer by what it is about."""
        open_offer = next((offer for offer in self.view.offers if offer.id == value), None)
        if open_offer is None:
            return self.words.names["unknown_offer"].format(id=value)
        what = self.what(open_offer.verb, open_offer.args)
        return self.words.names["offer_with" if what else "offer"].format(
            name=self.holder(open_offer.by), verb=self.verb(open_offer.verb), what=what
        )

    # --- moves

    def verb(self, name: str) -> str:
        """What a verb does, for a button or a list."""
        return self.words.verbs.get(name, _plain(name))

    def slot(self, verb: str, slot: str) -> str:
        """What a slot is about."""
        return self.words.slots.get(f"{verb}.{slot}") or self.words.slots.get(slot, _plain(slot))

    def question(self, verb: str, slot: str, values: Sequence[Value] = ()) -> str:
        """The question for a slot; `values` are the choices, if they are few enough to be named."""
        known = self.words.questions
        pattern = known.get(f"{verb}.{slot}") or known.get(slot) or known["other"]
        if "{choices" in pattern and not values:
            pattern = known.get(f"{slot} many") or known["other"]
        choices = [self.value(verb, slot, one) for one in values]
        return fill(pattern, {"slot": self.slot(verb, slot), "choices": choices}, self.language)

    def value(self, verb: str, slot: str, value: Value) -> str:
        """A value of a slot: `B9/c0` is `Topeka (B9)`, `p2` a player's name, `ipo` the IPO."""
        return self.value_of(self.slot_kind(verb, slot), value)

    def slot_kind(self, verb: str, slot: str) -> str:
        """What the values of a slot are: companies, hexes, amounts of money ..."""
        return self.words.slot_kinds.get(f"{verb}.{slot}") or self.words.slot_kinds.get(slot, "text")

    def span(self, verb: str, slot: str, span: Span) -> str:
        """A range of values."""
        name = "span" if span.step == 1 else "steps"
        low, high = self.value(verb, slot, span.low), self.value(verb, slot, span.high)
        return self.words.names[name].format(low=low, high=high, step=span.step)

    def choice(self, verb: str, slot: str, value: Value) -> str:
        """A slot with its value, or the value alone if it is clear by itself: `tile 57`."""
        found = self.words.choices
        said = found.get(f"{verb}.{slot}") or found.get(slot) or self.words.names["choice"]
        return said.format(slot=self.slot(verb, slot), value=self.value(verb, slot, value))

    def _choices(self, verb: str, written: str) -> str:
        # A value may have spaces of its own: `kind=2x2 or 3+1 price=200`.
        pairs = [pair.partition("=") for pair in re.split(r" (?=\w+=)", written)]
        return self.what(
            verb, {slot: int(value) if value.isdecimal() and slot != "kind" else value for slot, _, value in pairs}
        )

    def what(self, verb: str, args: Mapping[str, Value]) -> str:
        """What an offer is about: in a sentence if there is one for these choices, else choice by choice."""
        terms = self.words.terms.get(" ".join([verb, *args])) if args else None
        if terms is None:
            return self.listed(self.choice(verb, slot, value) for slot, value in args.items())
        named = {slot: self.value(verb, slot, value) for slot, value in args.items()}
        return agreeing(terms, lambda name, _: named[name], self.language).format(**named)

    def move(self, seat: str, act: Act) -> str:
        """A move with its maker."""
        choices = self.listed(self.choice(act.verb, slot, value) for slot, value in act.args.items())
        name = "move_with" if choices else "move"
        return self.words.names[name].format(name=self.holder(seat), verb=self.verb(act.verb), choices=choices)

    def warning(self, verb: str) -> str:
        """The consequences of a grave move, for the player about to make it; empty if the verb is not grave."""
        others = [seat.name for seat in self.view.seats if not seat.out and seat.id != self.view.seat]
        return self.words.warnings.get(verb, "").format(others=self.listed(others))

    @property
    def question_parts(self) -> list[str]:
        """What the open question is about, part by part."""
        of = self.view.agenda[-1].of if self.view.agenda else ()
        return [self.money(part) if isinstance(part, int) else self.thing(part) for part in of]

    def decision(self, decision: DecisionView) -> str:
        """Who must decide what."""
        return self._asked(self.words.decisions, decision)

    def outcome(self, decision: DecisionView) -> str:
        """What the answers lead to; empty where the question says enough."""
        return self._asked({"other": "", **self.words.outcomes}, decision)

    def effect(self, verb: str) -> str:
        """What a move costs and ends; a text may be about some companies only, which its key names after the verb."""
        company = self.view.agenda[-1].subject if self.view.agenda else ""
        for key, text in self.words.outcomes.items():
            name, *companies = key.split()
            if name == verb and (not companies or company in companies):
                return text
        return ""

    def _asked(self, known: Mapping[str, str], decision: DecisionView) -> str:
        """The sentence for a question, by its step, or by the first thing that it is about."""
        # A role stands for its company: `president:MID`.
        subject = self.view.agenda[-1].subject.rpartition(":")[2] if self.view.agenda else ""
        if subject == decision.seat and self.view.agenda[-1].about:
            # A player is asked about something.
            subject = self.view.agenda[-1].about[0]
        shown = self.privates.get(subject, subject) if decision.rule == "contest" else self.holder(subject)
        top = self.view.agenda[-1] if self.view.agenda else None
        question = top.kind or top.step if top is not None else ""
        subjects = top.about if top is not None else []
        turns = [one.subject for one in self.view.agenda[:-1] if one.rule == TURN]
        at_turn = [key for key in (f"{decision.rule} company",) if turns and key in known]
        if at_turn:
            # A pause in the middle of a company's turn.
            shown = self.holder(turns[-1])
        lot = self._lot()
        about_lot = [f"{decision.rule} lot"] if lot else []
        about_first = [f"{decision.rule} {one}" for one in subjects[:1]]
        keys = (f"{decision.rule} {question}", *about_lot, *about_first, *at_turn, decision.rule)
        sentence = next((known[key] for key in keys if key in known), known["other"])
        # What a procedure asks about, part by part, and what the whole of it is about.
        parts = self.question_parts
        whole = [self.thing(one) for one in subjects]
        name, about = self.holder(decision.seat), (parts or [""])[0]
        step = self.step(top.step) if top is not None else ""
        return sentence.format(*parts, name=name, subject=shown, about=about, whole=whole, step=step, **lot)

    def _lot(self) -> dict[str, str]:
        """The shares that the question is about, if somebody has just sold them."""
        about = self.view.agenda[-1].about[:1] if self.view.agenda else []
        lot = next((one for one in self.view.lots if [str(one.id)] == about), None)
        if lot is None:
            return {}
        shares = counted(lot.units, self.words.counts["share"], self.language)
        return {
            "company": lot.company,
            "seller": self.holder(lot.seller),
            "shares": shares,
            "price": self.money(lot.price),
        }

    def step(self, name: str) -> str:
        """A step of an operating turn."""
        return self.words.steps.get(name, name)


def _plain(name: str) -> str:
    return name.replace("_", " ")
