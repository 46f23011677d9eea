"""Build routes by pressing buttons: train by train, stop by stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.discord.games.presses.moves import Tap, WriteRoutes
from bot.discord.kit.reply import (
    OPTIONS,
    Button,
    Part,
    Pick,
    Select,
    in_rows,
)
from bot.discord.kit.say import say
from bot.discord.turn.context import GREEN, Panel, PanelContext
from bot.errors import Stale
from bot.menu.move.foresight import with_routes
from bot.menu.picture import DrawingJob
from bot.safe_text import number
from engine.family.route_text import card_of, train_runs, write_routes
from engine.prospects import Earning, builder_of
from engine.routes import ByHand, Hand
from engine.words.buttons import capital

BUTTONS = 10
"""The most stops that have buttons; more become a list."""
WHICH = "w"
"""Precedes the stop to which one of several ways must be chosen."""
UNKNOWN = -1
"""The income of routes that do not earn anything yet."""


@dataclass(frozen=True)
class RouteDraft:
    """The routes so far: for each train its number, its first stop, and its legs."""

    context: PanelContext
    verb: str
    chosen: tuple[tuple[int, ...], ...]
    to: int | None = None
    """The stop to which one of several ways must be chosen."""

    @classmethod
    def read(cls, context: PanelContext, verb: str, text: str) -> RouteDraft:
        """Decode a button's argument: `0.5.2_1.3`, or `0.5.2_1.3w7` before one of several ways to stop 7 is chosen."""
        routes, asked, stop = text.partition(WHICH)
        hands = [[number(one) for one in part.split(".")] for part in routes.split("_")]
        to = number(stop)
        if any(one is None for hand in hands for one in hand) or (asked and to is None):
            raise Stale(say("old_button"))
        return cls(context, verb, tuple(tuple(one or 0 for one in hand) for hand in hands), to)

    def encode(self, *chosen: tuple[int, ...]) -> str:
        """Encode it as a button's argument."""
        return "_".join(".".join(map(str, hand)) for hand in chosen)

    @cached_property
    def builder(self) -> ByHand:
        """A builder with the stops and track that the company's trains can use."""
        found = builder_of(self.context.at.supposed, self.verb)
        if found is None:
            raise Stale(say("old_button"))
        return found

    def panel(self) -> Panel:
        """The routes so far, what they earn, and where the train can go next."""
        hands = self._hands()
        *before, now = hands
        if self.to is not None:
            return self._which(before, now, self.to)
        routes, valued = self.builder.routes(hands), self.builder.valued(hands)
        worth = valued.total if valued is not None else None
        company = self.context.at.view.agenda[-1].subject
        earning = Earning(company, worth or UNKNOWN, True, tuple(train_runs(routes, valued)))
        next_stops = {one.to for one in self.builder.onward(before, now)} if now.stops else self.builder.starts()
        around = sorted({self.builder.name(stop).partition("/")[0] for stop in {*next_stops, *now.stops}})
        sketch = DrawingJob("runs", (with_routes(self.context.at.view, earning), company), {"around": around})
        below = (*self._next(before, now), *self._end(hands, worth, write_routes(routes)))
        return Panel(self._text(hands, worth), below, (sketch,))

    def _hands(self) -> list[Hand]:
        """Each train with its route; the last may be empty."""
        hands: list[Hand] = []
        for train, *way in self.chosen:
            if train >= len(self.builder.problem.trains):
                raise Stale(say("old_button"))
            hand = Hand(self.builder.problem.trains[train].id, tuple(way[:1]))
            for leg in way[1:]:
                taken = next((one for one in self.builder.onward(hands, hand) if one.leg == leg), None)
                if taken is None:
                    raise Stale(say("old_button"))
                hand = self.builder.on(hand, taken)
            hands.append(hand)
        return hands

    def _text(self, hands: Sequence[Hand], worth: int | None) -> str:
        words, lines = self.context.at.words, list[str]()
        kinds = {
            train.id: words.value_of("kind of train", train.kind) for train in self.builder.problem.trains if train.kind
        }
        for hand in hands:
            stops = " – ".join(words.stop(self.builder.name(stop)) for stop in hand.stops)
            # A card may have several faces, each with its own length.
            kind = kinds.get(hand.train) or words.train(card_of(hand.train))
            stops = stops or say("begin", group="route_building")
            lines.append(say("route", group="route_building", train=capital(kind), stops=stops))
        if worth:
            lines.append(say("so_far", group="route_building", total=words.money(worth)))
        elif any(hand.legs for hand in hands):
            lines.append(say("none", group="route_building"))
        return "\n".join(lines)

    def _which(self, before: Sequence[Hand], now: Hand, to: int) -> Panel:
        """Several ways to the same stop: each with a picture and a button."""
        if not now.stops:
            raise Stale(say("old_button"))
        ways = [one for one in self.builder.onward(before, now) if one.to == to]
        if not ways:
            raise Stale(say("old_button"))
        *others, current = self.chosen
        drawn = tuple(
            write_routes(self.builder.routes([Hand(now.train, (now.stops[-1], one.to), (one.leg,))])) for one in ways
        )
        buttons = [
            self._button(say("way", group="route_building", number=n), self.encode(*others, (*current, one.leg)))
            for n, one in enumerate(ways, 1)
        ]
        ends = [self.context.at.words.stop(self.builder.name(stop)) for stop in (now.stops[-1], to)]
        text = say("which_way", group="route_building", start=ends[0], end=ends[1])
        again = self._button(say("not_there", group="route_building"), self.encode(*self.chosen))
        return Panel(text, (*in_rows(buttons), (again,)), (DrawingJob("ways", (self.context.at.view, drawn)),))

    def _next(self, before: Sequence[Hand], now: Hand) -> tuple[Part, ...]:
        """The stops where the train can begin or go next."""
        *others, current = self.chosen
        ways: dict[int, list[int]] = {}
        if now.stops:
            for one in self.builder.onward(before, now):
                ways.setdefault(one.to, []).append(one.leg)
        else:
            ways = {stop: [stop] for stop in self.builder.starts()}
        labels: list[str] = []
        states: list[str] = []
        for stop, steps in ways.items():
            name = capital(self.context.at.words.stop(self.builder.name(stop)))
            several = len(steps) > 1
            labels.append(
                say("several_ways", group="route_building", stop=name, number=len(steps)) if several else name
            )
            asked = f"{self.encode(*self.chosen)}{WHICH}{stop}"
            states.append(asked if several else self.encode(*others, (*current, *steps)))
        if len(ways) <= BUTTONS:
            pairs = zip(labels, states, strict=True)
            return in_rows([self._button(label, state) for label, state in pairs])
        picks = tuple(Pick(label, self._tap(state)) for label, state in zip(labels, states, strict=True))
        return (Select(say("next_stop", group="route_building"), picks[:OPTIONS]),)

    def _end(self, hands: Sequence[Hand], worth: int | None, routes: str) -> tuple[Part, ...]:
        buttons: list[Button] = []
        used = {train for train, *_ in self.chosen}
        free = next((n for n in range(len(self.builder.problem.trains)) if n not in used), None)
        if free is not None and hands[-1].legs:
            label = say("next_train", group="route_building")
            buttons.append(self._button(label, self.encode(*self.chosen, (free,))))
        if worth:
            label = say("run_these", group="route_building", total=self.context.at.words.money(worth))
            buttons.append(Button(label, self.context.choose(self.verb, routes), GREEN))
        if self.chosen != ((0,),):
            buttons.append(self._button(say("again", group="route_building"), "0"))
        state = self.encode(*self.chosen)
        typed = WriteRoutes(mode=self.context.mode, at=self.context.asked, verb=self.verb, state=state)
        write = Button(say("button_write"), typed)
        return (*in_rows(buttons), (write, self.context.back()))

    def _button(self, label: str, state: str) -> Button:
        return Button(label, self._tap(state))

    def _tap(self, state: str) -> Tap:
        return Tap(mode=self.context.mode, at=self.context.asked, verb=self.verb, state=state)
