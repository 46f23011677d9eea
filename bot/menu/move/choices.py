"""What a seat can press: complete moves with their effect and cost, and the beginnings of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from bot.menu.move.moves import Moves
from bot.menu.move.tiles import place_of, tile_rotations
from bot.menu.move.walk import Chosen, Walk, walk_named
from bot.menu.say import say
from engine import Act, Event, Game, Span
from engine.core.verbs import Answers, Shown, Text, Value
from engine.prospects import acting_company, has_acted, if_all_agree, if_nobody_takes_them, is_step_done
from engine.view import distinct, seen
from engine.words import Words
from engine.words.buttons import beginning_label, button_with, move_label

MOST = 12
"""The most moves of one verb offered one by one; with more, their beginnings are offered."""
TRAIN = "kind of train"
ROTATION = "rotation"
DRAWN = ("hex", "tile", ROTATION)
"""Slots chosen from a picture."""
SELLER = "from"
"""The slot of who sells a train."""
PRICED = ("price", "price_stays", "restacked", "closed")
"""What comes of a price when shares are sold."""
UNSETTLED, FAILED = ("offered", "merging"), "failed"
"""Events of moves that need others, and of procedures that came to nothing."""
RAISE = 5
"""Bids are raised by so much or a multiple of it, even where any amount is open."""
PAYS = "_pays"
"""How the kinds of events end in which somebody is paid for what they own."""


@dataclass(frozen=True)
class About:
    """What there is to know of a company, a private company or a kind of train that can be chosen."""

    name: str
    full: str = ""
    facts: tuple[str, ...] = ()
    power: str = ""
    """What a private company does."""
    mine: bool = False
    """The reader has shares of it, or has bid for it."""
    contested: bool = False
    """Others have bid for it."""
    printed: bool = False
    """Nothing has happened to it yet: it differs from others only by what is printed on it."""

    @property
    def line(self) -> str:
        """All of it, as it stands beside a button."""
        named = "line_named" if self.full else "line"
        line = say(named, group="lines", name=self.name, more=self.full, parts=" · ".join(self.facts))
        return say("does", group="lines", line=line, power=self.power) if self.power else line

    @property
    def shorter(self) -> Iterator[str]:
        """The same without the name that it goes by, as it stands below an entry of a list; then with ever less:
        without what it does, then without the last of its facts.
        """
        yield " · ".join(filter(None, [self.full, *self.facts, self.power]))
        for number in range(len(self.facts), -1, -1):
            yield " · ".join(filter(None, [self.full, *self.facts[:number]]))


@dataclass(frozen=True)
class Choice(Chosen):
    """Something that can be pressed."""

    got: Mapping[str, Value] = field(default_factory=dict[str, Value])
    label: str = ""
    whole: bool = False
    """Complete: one press makes the move."""
    spent: int = 0
    """What it costs the player or the acting company; if it is not complete, at least."""
    left: int = 0
    """What the acting company's treasury would have left."""
    private: str = ""
    """The private company it is about, even if none was chosen."""
    phases: tuple[str, ...] = ()
    """The phases it begins."""
    fails: bool = False
    """It would come to nothing, whatever anybody answers."""
    shown: Shown = Shown.BUTTON
    about: About | None = None
    """What there is to know of its object; a menu fills it in."""
    line: str = ""
    """The same as a line, or else where it leads; a menu fills it in."""


@dataclass(frozen=True)
class Choosing:
    """Labels what a seat can choose, for the reader of its words."""

    moves: Moves

    @property
    def words(self) -> Words:
        """The reader's words."""
        return self.moves.words

    def walk(self, verb: str, got: Mapping[str, Value] | None = None) -> Walk:
        """Walk a move, filling in choices with only one value."""
        given = {slot: str(value) for slot, value in (got or {}).items()}
        return self.moves.once(("walk", verb, *given.items()), lambda: self.turned(walk_named(self.moves, verb, given)))

    def turned(self, walk: Walk) -> Walk:
        """With the rotation of a tile that looks the same whichever way round it is laid, so that nobody is asked."""
        place = place_of(self.moves, walk) if walk.slot == ROTATION else ""
        if not place:
            return walk
        choices = distinct(self.words.view, place, tile_rotations(self.moves, walk))
        return self.walk(walk.verb, {**walk.got, ROTATION: choices[0][1]}) if len(choices) == 1 else walk

    def of(self, verb: str, got: Mapping[str, Value] | None = None) -> list[Choice]:
        """A verb's choices: complete moves if there are only a few."""
        return self._worth_offering(self._spread(self.walk(verb, got)))

    def at_least(self, verb: str) -> list[Choice]:
        """The same, but for a bid only the lowest, with a way to all others."""
        moves = self._spread(self.walk(verb))
        least = [self._least(one) for one in moves]
        more = beginning_label(self.words, verb, {}, "more")
        return [*self._worth_offering(least), *([self._begun(verb, {}, more)] if least != moves else [])]

    def _worth_offering(self, moves: Sequence[Walk]) -> list[Choice]:
        """Without what would come to nothing, each named so that it is told from the others; likely trains first."""
        return sorted(self.distinguished([one for one in map(self.named, moves) if not one.fails]), key=self._unlikely)

    def _unlikely(self, choice: Choice) -> tuple[bool, bool, int]:
        """Sort key of a train: other companies' come last, before them those that have rusted, cheap ones first."""
        if not self.moves.game.title.verbs[choice.verb].gets_train:
            return False, False, 0
        ware = next((ware for ware in self.words.view.trains if ware.kind == choice.got.get("kind")), None)
        seller = choice.got.get(SELLER) in self.moves.game.state.companies
        return (seller, ware.again, ware.price) if ware is not None else (seller, False, 0)

    def verb(self, verb: str) -> Choice:
        """A choice for the verb itself."""
        return self._begun(verb, {}, beginning_label(self.words, verb, {}))

    def _begun(self, verb: str, got: Mapping[str, Value], label: str, spent: int = 0) -> Choice:
        return Choice(verb, got, label, spent=spent, shown=self.moves.shown(verb))

    def next(self, made: Walk, value: Value) -> Choice:
        """A choice for one value of a move's next slot."""
        return self.named_with(made.verb, {**made.got, made.slot: value})

    def distinguished(self, moves: Sequence[Choice]) -> list[Choice]:
        """Moves that would read alike, each with the choices in which they differ."""
        counted = Counter(one.label for one in moves)
        return [self._with_choices(one, moves) if counted[one.label] > 1 else one for one in moves]

    def _with_choices(self, choice: Choice, moves: Sequence[Choice]) -> Choice:
        alike = [other.got for other in moves if other.label == choice.label]
        differing = [slot for slot in choice.got if any(other.get(slot) != choice.got[slot] for other in alike)]
        choices = self.words.listed(self.words.choice(choice.verb, slot, choice.got[slot]) for slot in differing)
        return replace(choice, label=button_with(self.words, choice.label, choices)) if choices else choice

    def named_with(self, verb: str, got: Mapping[str, Value]) -> Choice:
        """A choice for a move with these choices."""
        return self.named(self.walk(verb, got))

    def named(self, made: Walk) -> Choice:
        """A choice for an incomplete or complete move, with its label."""
        return self.moves.once(("named", made.verb, *made.got.items()), lambda: self._named(made))

    def _named(self, walk: Walk) -> Choice:
        if walk.slot:
            span = walk.choices if isinstance(walk.choices, Span) and walk.slot == "price" else None
            ends = (span.low, span.high) if span is not None else self._costs(walk)
            label = beginning_label(self.words, walk.verb, walk.got, span=ends)
            return self._begun(walk.verb, walk.got, label, 0 if span is not None or ends is None else ends[0])
        law = self.moves.game.title.verbs[walk.verb]
        after, events = self.moves.tried(walk.act)
        paid = self._price(walk.act)
        if after.state.lots and any(event.kind == "sold" for event in events):
            _, more = if_nobody_takes_them(after)
            events = [*events, *(event for event in more if event.kind in PRICED)]
        if any(event.kind == "skipped" for event in events) and self._is_step_done():
            # Somebody who has laid a tile finishes the step; they do not "lay no track".
            events = [
                msgspec.structs.replace(one, data={**one.data, "step": f"done {one.data.get('step')}"})
                for one in events
            ]
        would = if_all_agree(after, events) if any(event.kind in UNSETTLED for event in events) else None
        later = would.events if would is not None else []
        fails = (
            would is not None
            and not would.asked
            and law.answers is Answers.NOTHING
            and any(event.kind == FAILED for event in (*events, *later))
        )
        # A sale costs nothing, even if the train that it pays for is bought at once.
        spent = 0 if law.sells else paid
        company = acting_company(self.moves.game)
        left = after.state.cash.get(company, 0) - _income(events, company)
        events = self._read(events)
        label = move_label(self.words, walk.act, events, spent, self._read(later))
        private = str(events[0].data.get("private", "")) if events else ""
        phases = tuple(str(event.data["phase"]) for event in events if event.kind == "phase")
        shown = self.moves.shown(walk.verb)
        return Choice(walk.verb, walk.got, label, True, spent, left, private, phases, fails, shown)

    def _cost(self, walk: Walk) -> int:
        """What a move costs if all that is open gets its first value."""
        got = dict(walk.got)
        while (asked := self.moves.slot(walk.verb, got)) is not None:
            slot, values = asked
            if isinstance(values, Span | Text):
                return 0
            # All other values would take long to find, and are not wanted.
            got[slot] = next(iter(values))
        whole = Walk(walk.verb, got)
        self.named(whole)
        return self._price(whole.act)

    def _costs(self, walk: Walk) -> tuple[int, int] | None:
        """The least and the most that a move costs of which something is chosen. All tiles of a hex cost the same."""
        if not walk.got or not isinstance(walk.choices, tuple) or len(walk.choices) > 2 * MOST:
            return None
        drawn = self.words.slot_kind(walk.verb, walk.slot) in DRAWN
        choices = walk.choices[:1] if drawn else walk.choices
        ways = [{**walk.got, walk.slot: one} for one in choices]
        costs = [cost for way in ways if (cost := self._cost(Walk(walk.verb, way)))]
        return (min(costs), max(costs)) if costs else None

    def _is_step_done(self) -> bool:
        """Judged only by what the reader may know: a company's money may be secret, what it has done is not."""
        if has_acted(self.moves.game):
            return True
        company = acting_company(self.moves.game)
        known = any(one.treasury is not None for one in self.words.view.companies if one.symbol == company)
        return known and is_step_done(self.moves.game, self.moves.seat)

    def amounts(self, made: Walk, span: Span) -> list[Choice]:
        """Sensible amounts: the lowest, the usual one, half and all."""
        return [self.next(made, one) for one in self._sensible(made, span)]

    def _sensible(self, walk: Walk, span: Span) -> list[int]:
        if walk.slot == "amount":
            wanted = {span.low + max(span.step, RAISE) * n for n in (0, 1, 2, 4, 10)}
        else:
            wanted = {span.low, *self._face(walk), (span.low + span.high) // 2}
        fitting = {span.low + (one - span.low) // span.step * span.step for one in wanted}
        return sorted({one for one in (*fitting, span.high) if one in span})

    def _face(self, walk: Walk) -> list[int]:
        """What is printed on the things that were chosen; a company and a private company may be called alike."""
        view = self.words.view
        printed = {
            "private": {one.id: one.cost for one in view.privates},
            TRAIN: {one.kind: one.price for one in view.trains},
        }
        found = (printed.get(self.words.slot_kind(walk.verb, slot), {}).get(str(one)) for slot, one in walk.got.items())
        return [price for price in found if price is not None]

    def _spread(self, first: Walk) -> list[Walk]:
        """All complete moves from here, as long as there are only a few."""
        walks = [first]
        while True:
            ways = [self._ways(made) for made in walks]
            count = sum(map(len, ways))
            if count == len(walks) or count > (MOST if len(walks) > 1 else 2 * MOST):
                return walks
            walks = [way for some in ways for way in some]

    def _ways(self, made: Walk) -> list[Walk]:
        if not isinstance(made.choices, tuple) or not made.slot or self.words.slot_kind(made.verb, made.slot) in DRAWN:
            return [made]
        return [self.walk(made.verb, {**made.got, made.slot: one}) for one in made.choices]

    def _least(self, made: Walk) -> Walk:
        if isinstance(made.choices, Span) and made.slot == "amount" and made.choices.low < made.choices.high:
            return self.walk(made.verb, {**made.got, made.slot: made.choices.low})
        return made

    def _read(self, events: Sequence[Event]) -> list[Event]:
        """The events as the reader may know them."""
        return [seen(event, self.words.view.seat or None) for event in events]

    def _price(self, move: Act) -> int:
        """What is paid for a complete move, worked out once."""
        key = ("paid", move.verb, *move.args.items())
        return self.moves.once(key, lambda: self._paid(*self.moves.tried(move)))

    def _paid(self, after: Game, events: Sequence[Event]) -> int:
        """How much the seat pays, or else the acting company."""
        was, now = self.moves.game.state.cash, after.state.cash
        payers = filter(None, (self.moves.seat, acting_company(self.moves.game)))
        costs = (was.get(one, 0) - now.get(one, 0) + _income(events, one) for one in payers)
        return next((cost for cost in costs if cost > 0), 0)


def _income(events: Sequence[Event], account: str) -> int:
    """What private companies and the like pay somebody because a move has ended a round."""
    paying = [event.data for event in events if event.kind.endswith(PAYS)]
    return sum(
        int(data["amount"]) for data in paying if account and account in (data.get("owner"), data.get("company"))
    )
