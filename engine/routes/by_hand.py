"""Routes that a person puts together: stop after stop, among those that can be reached next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.core.sentences import because
from engine.routes.network import Exit, Network
from engine.routes.paths import way
from engine.routes.problem import Problem, Refused, Route, Valued
from engine.routes.valuation import value

MOST = 64
"""So many ways over the same stops are compared."""


class Hand(Struct, frozen=True):
    """A train with the stops of its route so far, by their numbers, and the legs between them."""

    train: str
    stops: tuple[int, ...]
    legs: tuple[int, ...] = ()


class ByHand:
    """Puts the routes of one problem together."""

    def __init__(self, problem: Problem) -> None:
        self.problem, self.network = problem, Network(problem)

    def starts(self) -> list[int]:
        """Stops with which a route can begin, in the order of their names."""
        stops = self.network.stops
        return sorted((n for n, stop in enumerate(stops) if stop.may_end), key=lambda n: stops[n].id)

    def name(self, stop: int) -> str:
        """The name of a stop."""
        return self.network.stops[stop].id

    def onward(self, hands: Sequence[Hand], hand: Hand) -> list[Exit]:
        """Where a route can go next, beside the others: by each leg of track that is still free."""
        used = self._used(hands) | self._used([hand])
        excluded = 0
        for stop in hand.stops:
            excluded |= self.network.excludes[stop]
        at = hand.stops[-1]
        if hand.legs and (self._ended(hand) or not self.network.stops[at].passable):
            return []
        return [
            one
            for one in self.network.exits[at]
            if not one.track & used and not excluded >> one.to & 1 and not (one.only_first and hand.legs)
        ]

    def on(self, hand: Hand, one: Exit) -> Hand:
        """The route with one leg more."""
        return replace(hand, stops=(*hand.stops, one.to), legs=(*hand.legs, one.leg))

    def routes(self, hands: Sequence[Hand]) -> tuple[Route, ...]:
        """The routes as they are run; a train without a leg stays where it is."""
        return tuple(Route(hand.train, way(self.network, hand.stops, hand.legs)) for hand in hands if hand.legs)

    def valued(self, hands: Sequence[Hand]) -> Valued | None:
        """What each of them earns; nothing if they may not be run like this."""
        found = value(self.problem, self.routes(hands))
        return found if isinstance(found, Valued) else None

    def worth(self, hands: Sequence[Hand]) -> int | None:
        """What they earn together; nothing if they may not be run like this."""
        found = self.valued(hands)
        return found.total if found is not None else None

    def by_stops(self, train: str, places: Sequence[frozenset[str]], hands: Sequence[Hand]) -> Hand | Refused:
        """The most valuable route of a train over stops in these places, beside the others; or why there is none."""
        found = list(self.over(train, places, hands))
        if not found:
            return self._breaks_off(train, places, hands)
        return max(found, key=lambda hand: self.worth([*hands, hand]) or 0)

    def _breaks_off(self, train: str, places: Sequence[frozenset[str]], hands: Sequence[Hand]) -> Refused:
        """How far a route over these stops gets, and why no further."""
        far = next(n for n in range(len(places) - 1, -1, -1) if n == 0 or any(self.over(train, places[:n], hands)))
        following = sorted(places[far])
        hand = next(iter(self.over(train, places[:far], hands)), None)
        if hand is not None and hand.legs and not self.network.stops[hand.stops[-1]].passable:
            reason = because(
                "the {train} train may end at {stop} but not run through it",
                train=train,
                stop=self.name(hand.stops[-1]),
            )
            return Refused(reason)
        known = [stop for stop in map(self.network.number, following) if stop is not None]
        if hand is None or not known:
            barred = [stop.id for stop in self.problem.stops if stop.id in following and not stop.usable]
            if barred:
                return Refused(because("the company may not run to {stop}", stop=barred[0]), "barred", train)
            reason = because("no route from the company's station markers leads to {stop}", stop=following[0])
            if any(stop.own for stop in self.problem.stops if stop.id in following):
                reason = because("no route leads from {stop} to any other stop", stop=following[0])
            return Refused(reason, "marker", train)
        return Refused(self._no_leg(hand, known, hands))

    def _no_leg(self, hand: Hand, following: Sequence[int], hands: Sequence[Hand]) -> str:
        """Why a route does not go on from its last stop to one of these."""
        at, to = hand.stops[-1], following[0]
        here, there = self.name(at), self.name(to)
        if to in hand.stops:
            return because("the {train} train would visit {stop} twice", train=hand.train, stop=there)
        for stop in hand.stops:
            if self.network.excludes[stop] >> to & 1:
                return because(
                    "{other_stop} and {stop} may not both be on the route of the {train} train",
                    other_stop=self.name(stop),
                    stop=there,
                    train=hand.train,
                )
        ways = [one for one in self.network.exits[at] if one.to in following]
        if not ways:
            return because("no route leads from {stop} straight to {other_stop}", stop=here, other_stop=there)
        if hand.legs and (self._ended(hand) or all(one.only_first for one in ways)):
            return because("the track by which a route comes to {stop} or leaves it can only end a route", stop=here)
        own = self._used([hand])
        if all(one.track & own for one in ways):
            return because(
                "the {train} train has already used the track from {stop} to {other_stop}",
                train=hand.train,
                stop=here,
                other_stop=there,
            )
        return because(
            "the track from {stop} to {other_stop} is used by another train of the company",
            stop=here,
            other_stop=there,
        )

    def over(self, train: str, places: Sequence[frozenset[str]], hands: Sequence[Hand]) -> Iterator[Hand]:
        """The routes of a train over stops in these places, by each way there is."""
        todo = [Hand(train, (n,)) for n, stop in enumerate(self.network.stops) if places and stop.id in places[0]]
        made = 0
        while todo and made < MOST:
            hand = todo.pop()
            if len(hand.stops) == len(places):
                made += 1
                yield hand
                continue
            wanted = places[len(hand.stops)]
            todo += [self.on(hand, one) for one in self.onward(hands, hand) if self.name(one.to) in wanted]

    def _used(self, hands: Sequence[Hand]) -> int:
        used = 0
        for hand in hands:
            for leg in hand.legs:
                used |= self.network.legs[leg].track
        return used

    def _ended(self, hand: Hand) -> bool:
        """Must the route end where it has come to?"""
        leg, last = self.network.legs[hand.legs[-1]], hand.stops[-1]
        return leg.ends_at_v if leg.v == last else leg.ends_at_u
