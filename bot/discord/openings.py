"""What a seat can press: complete moves with their effect and cost, and the beginnings of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from bot.discord.walking import Walk, walk_named
from engine import Event, Game, Span
from engine.core.verbs import Value
from engine.prospects import acting_company, if_nobody_takes_them, is_step_done
from engine.view import seen
from engine.words import Words
from engine.words.buttons import beginning_label, move_label

MOST = 12
"""The most moves of one verb offered one by one; with more, their beginnings are offered."""
DRAWN = ("hex", "tile", "rotation")
"""Slots chosen from a picture."""
DONE = ("skip", "pass", "pass_auction")
"""Verbs that end a step; they come after the moves that the step is for."""
SELDOM = ("hold", "withdraw")
"""Rare verbs, besides those that end something."""


@dataclass(frozen=True)
class Opening:
    """Something that can be pressed."""

    verb: str
    got: Mapping[str, Value] = field(default_factory=dict[str, Value])
    label: str = ""
    whole: bool = False
    """Complete: one press makes the move."""
    payer: str = ""
    spent: int = 0
    """What it costs the player or the acting company."""
    private: str = ""
    """The private company it is about, even if none was chosen."""
    phases: tuple[str, ...] = ()
    """The phases it begins."""

    @property
    def texts(self) -> list[str]:
        """The choices in order, as a button's arguments."""
        return [str(value) for value in self.got.values()]


@dataclass(frozen=True)
class Openings:
    """Labels what a seat can press, for the reader of `words`."""

    game: Game
    seat: str
    words: Words

    def walk(self, verb: str, got: Mapping[str, Value] | None = None) -> Walk:
        """Walk a move, filling in choices with only one value."""
        return walk_named(self.game, self.seat, verb, {slot: str(value) for slot, value in (got or {}).items()})

    def of(self, verb: str, got: Mapping[str, Value] | None = None) -> list[Opening]:
        """A verb's openings: complete moves if there are only a few."""
        return [self.named(one) for one in self._spread(self.walk(verb, got))]

    def at_least(self, verb: str) -> list[Opening]:
        """The same, but for a bid only the lowest, with a way to all others."""
        moves = self._spread(self.walk(verb))
        least = [self._least(one) for one in moves]
        more = beginning_label(self.words, verb, {}, "more")
        return [*map(self.named, least), *([Opening(verb, {}, more)] if least != moves else [])]

    def verb(self, verb: str) -> Opening:
        """An opening for the verb itself."""
        return Opening(verb, {}, beginning_label(self.words, verb, {}))

    def next(self, made: Walk, value: Value) -> Opening:
        """Openings for a move's next choice."""
        return self.named_with(made.verb, {**made.got, made.slot: value})

    def named_with(self, verb: str, got: Mapping[str, Value]) -> Opening:
        """An opening for a move with these choices."""
        return self.named(self.walk(verb, got))

    def named(self, made: Walk) -> Opening:
        """An opening for an incomplete or complete move, with its label."""
        if made.slot:
            span = made.choices if isinstance(made.choices, Span) and made.slot == "price" else None
            ends = (span.low, span.high) if span is not None else None
            return Opening(made.verb, made.got, beginning_label(self.words, made.verb, made.got, span=ends))
        after, events = self.game.apply(self.seat, made.act)
        if after.state.lots and any(event.kind == "sold" for event in events):
            _, more = if_nobody_takes_them(after)
            events = [*events, *(event for event in more if event.kind == "price")]
        if made.verb == "skip" and self._is_step_done():
            # Somebody who has laid a tile finishes the step; they do not "lay no track".
            events = [replace(event, data={**event.data, "step": ""}) for event in events]
        events, (payer, spent) = self._read(events), self._paid(after)
        label = move_label(self.words, made.act, events, spent)
        private = str(events[0].data.get("private", "")) if events else ""
        phases = tuple(str(event.data["phase"]) for event in events if event.kind == "phase")
        return Opening(made.verb, made.got, label, True, payer, spent, private, phases)

    def _is_step_done(self) -> bool:
        """Judged only by what the reader may know: a company's money may be secret."""
        company = acting_company(self.game)
        known = any(one.treasury is not None for one in self.words.view.companies if one.symbol == company)
        return known and is_step_done(self.game, self.seat)

    def amounts(self, made: Walk, span: Span) -> list[Opening]:
        """Sensible amounts: the lowest, the usual one, half and all."""
        return [self.next(made, one) for one in self._sensible(made, span)]

    def _sensible(self, made: Walk, span: Span) -> list[int]:
        if made.slot == "amount":
            wanted = {span.low + span.step * n for n in (0, 1, 2, 3, 5)}
        else:
            wanted = {span.low, *self._face(made.got.values()), (span.low + span.high) // 2}
        fitting = {span.low + (one - span.low) // span.step * span.step for one in wanted}
        return sorted({one for one in (*fitting, span.high) if one in span})

    def _face(self, chosen: Iterable[Value]) -> list[int]:
        """The printed price of what was chosen."""
        view, named = self.words.view, set(map(str, chosen))
        printed = {one.id: one.cost for one in view.privates} | {one.kind: one.price for one in view.trains}
        return [price for name, price in printed.items() if name in named]

    def _spread(self, first: Walk) -> list[Walk]:
        """All complete moves from here, as long as there are only a few."""
        found = [first]
        while True:
            ways = [self._ways(made) for made in found]
            count = sum(map(len, ways))
            if count == len(found) or count > (MOST if len(found) > 1 else 2 * MOST):
                return found
            found = [way for some in ways for way in some]

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

    def _paid(self, after: Game) -> tuple[str, int]:
        """Who pays how much: the seat or the acting company."""
        for payer in filter(None, (self.seat, acting_company(self.game))):
            cost = self.game.state.cash.get(payer, 0) - after.state.cash.get(payer, 0)
            if cost > 0:
                return payer, cost
        return "", 0


def is_seldom(game: Game, verb: str) -> bool:
    """Is it a rare verb?"""
    return verb in SELDOM or game.title.verbs[verb].grave
