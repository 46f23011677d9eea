"""Sentences and labels for one view of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.core.events import Event
from engine.core.parts import Mark
from engine.core.phrases import Phrase, agreeing, chosen, counted, fill
from engine.core.verbs import Act, Span
from engine.view.shapes import DecisionView, View
from engine.words.joined_sides import with_sides
from engine.words.things import FIELD, Things, Value

TURN = "operating_turn"
"""The rule of a company's turn."""


class Words(Things):
    """What is said about a game to the viewer of this view."""

    def __init__(self, view: View, language: str = "", reader: str = "", *, full_names: bool = False) -> None:
        super().__init__(view, language, reader, full_names=full_names)
        self.shown |= {"offer": self.offer, "verb": lambda value: self.verb(str(value))}
        self.shown["step"] = lambda value: self.step(str(value))

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
        found = self._events(data).get(event.kind)
        if found is None:
            return f"{_plain(event.kind).capitalize()}."
        return self.phrase(found, data)

    def several(self, events: Sequence[Event]) -> str:
        """One sentence for events of a kind that follow each other for the same reason; empty if each has its own."""
        first = events[0]
        pattern = self.words.several_events.get(first.kind, "")
        if not chosen(pattern, _unmoved(first.data), self.language):
            return ""
        them = [self.phrase(self.words.each_of_several[first.kind], event.data) for event in events]
        return fill(pattern, {**first.data, "them": them}, self.language)

    def _events(self, data: Mapping[str, Value]) -> Mapping[str, Phrase]:
        """The sentences for events; those about whoever reads say "you"."""
        yours = any(self.is_reader(data.get(name)) for name in ("player", "buyer", "company"))
        return {**self.words.events, **self.words.your_events} if yours else self.words.events

    def phrase(self, pattern: Phrase, data: Mapping[str, Value]) -> str:
        """A phrase with the fields of an event, each shown as what it is."""
        if data.get("stop") and data["stop"] in (data.get("old"), data.get("station")):
            # A marker moves to another space in its city.
            data = {**data, "goes": "within"}
        data = _unmoved(data)
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
        return FIELD.sub(lambda field: shown(field.group(1), field.group(2) or ""), found)

    def amount(self, value: int | None) -> str:
        """Money, or that it is hidden."""
        return self.text("hidden") if value is None else self.money(value)

    def mark(self, mark: Mark) -> str:
        """A mark of a player, a company or a train."""
        fields = {"amount": self.money(mark.amount), "of": mark.of, "president_word": self.president}
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

    # --- moves

    def offer(self, value: Value) -> str:
        """An open offer by what it is about."""
        open_offer = next((offer for offer in self.view.offers if offer.id == value), None)
        if open_offer is None:
            return self.words.names["unknown_offer"].format(id=value)
        what = self.what(open_offer.verb, open_offer.args)
        return self.words.names["offer_with" if what else "offer"].format(
            name=self.holder(open_offer.by), verb=self.verb(open_offer.verb), what=what
        )

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
        if self.is_reader(seat):
            # Nobody need be told who would make their own move.
            name = "own_move_with" if choices else "own_move"
            verb = self.verb(act.verb)
            return self.words.names[name].format(verb=verb[:1].upper() + verb[1:], choices=choices)
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
        yours = self.words.your_decisions if self.is_reader(decision.seat) else {}
        return self._asked({**self.words.decisions, **yours}, decision)

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
        again = [f"{decision.rule} {question} again"] if top is not None and top.acted else []
        keys = (*again, f"{decision.rule} {question}", *about_lot, *about_first, *at_turn, decision.rule)
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
            "seller": self.called(lot.seller, "who"),
            "shares": shares,
            "price": self.money(lot.price),
        }

    def step(self, name: str) -> str:
        """A step of an operating turn."""
        return self.words.steps.get(name, name)


def _unmoved(data: Mapping[str, Value]) -> Mapping[str, Value]:
    """The fields of an event; a token that moves to another box with the same price does so for a reason of its own."""
    return {**data, "why": "same"} if "new" in data and data["new"] == data.get("old") else data


def _plain(name: str) -> str:
    return name.replace("_", " ")
