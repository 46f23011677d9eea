"""The turns that decided a game: those that changed the places most, by what everybody had and could expect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from math import exp

from engine.review.deeds import SOLD, Deed

MOST, LEAST = 5, 3
"""How many turns are told, if as many changed anything."""
COUNTS, CLEARLY, HALF = 0.12, 0.3, 0.5
"""How much a turn must change places to be told at all, and to be told beyond the least number: so much, or such a part
of what the greatest one does.
"""
THEN = 0.3
"""How much it counts what players had on average at the time, and not the most that they ever had: money early in the
game brings more, but what it brings can be made up for.
"""
NEWS = 0.025
"""The least that somebody must win or lose by it over the others, as a part of what players had on average."""
MONEY = 1.0
"""How much it counts that somebody wins or loses as much as players had on average, whatever the places."""
LOST = 4.0
"""How much it counts what all lose by it together, per player and as a part of what they had then: what costs everybody
alike changes no places, but the game.
"""
GRAVE = 0.04
"""What of that is enough to be told, whoever wins by it."""
OPENING = 0.08
"""What somebody must lose in the auction that the game begins with, as a part of what players have on average, so that
it is told in any case: the chart begins with it.
"""
SOLD_OFF, ROUTED = 0.08, 0.15
"""What sales of others must cost somebody in a round, as a part of their worth, to be one event; and to be told in any
case, of the round in which it is most.
"""
SALES = 4.0
"""How much that part counts."""
LEAD = 0.6
"""How much it counts at the end that the winner takes the lead for good; before that, less."""
HEAVY, FEW = 0.4, 3
"""What a move must do of what the weightiest one of its turn does, to be told; and how many are."""
WIDTH = 0.08
"""The difference that makes one of two players the likely better one, as a part of the most they had on average."""


@dataclass(frozen=True)
class Moment:
    """What everybody had after a move."""

    move: int
    """0 before the first."""
    turn: tuple[str, ...]
    """What the move belongs to: moves in a row with the same are one turn."""
    worth: Mapping[str, int]
    expected: Mapping[str, float]
    """Worth, with what can be expected."""
    nearer: Mapping[str, float] = field(default_factory=dict[str, float])
    """What of that came about since the beginning only because more turns count now: no news."""
    deeds: tuple[Deed, ...] = ()
    """What the move has in common with others of its round that are one event with it."""
    cost: Mapping[str, int] = field(default_factory=dict[str, int])
    """What shares have lost, player by player, because others have sold some in the move."""
    burdens: Mapping[str, int] = field(default_factory=dict[str, int])
    """What players take over in the move: what they will soon pay for the train of a company that others led."""
    unpriced: Mapping[str, int] = field(default_factory=dict[str, int])
    """What shares that have no price yet count for at their first one: whoever bought them has not lost the money."""

    def since(self, before: Moment) -> dict[str, float]:
        """What is expected now, without what is no news since then."""
        news = {player: self.nearer.get(player, 0) - before.nearer.get(player, 0) for player in self.expected}
        return {player: now - news[player] for player, now in self.expected.items()}


@dataclass(frozen=True)
class Swing:
    """A turn that changed the places."""

    first: int
    last: int
    """Its moves."""
    before: int
    """The move before it."""
    heavy: tuple[int, ...]
    """Those among its moves that did it."""
    size: float
    leader: str = ""
    """Who wins by a lead to which it does most, and which they have after every later round."""
    deed: Deed | None = None
    """What its moves have in common, if others lie between them."""
    moves: frozenset[int] = frozenset()
    """All of its moves."""
    anyway: bool = False
    """Is it told in any case: the auction that the game begins with, in which somebody loses what must be explained, or
    sales that cost somebody much?
    """
    losers: tuple[str, ...] = ()
    """Whom its moves cost most, if they are sales of a round that are one event together."""


def chances(expected: Mapping[str, float], scale: float) -> dict[str, float]:
    """For each player, how many others they will probably be ahead of."""

    def ahead(mine: float, other: float) -> float:
        return 1 / (1 + exp(-max(-30.0, min(30.0, (mine - other) / scale))))

    return {
        player: sum(ahead(mine, other) for name, other in expected.items() if name != player)
        for player, mine in expected.items()
    }


def _change(one: Moment, other: Moment, scale: float) -> dict[str, float]:
    was, now = chances(one.expected, scale), chances(other.since(one), scale)
    return {player: now[player] - was[player] for player in was}


def swings(moments: Sequence[Moment]) -> list[Swing]:
    """The turns that could be turning points, the greatest first."""
    means = {one.move: _mean(one.expected) for one in moments}
    most = max(means.values())
    lead = _for_good(moments, NEWS * most)
    turns: list[Swing] = []
    before = moments[0]
    for _, played in groupby(moments[1:], key=lambda one: one.turn[1:]):
        around = _Round(before, list(played))
        mean = means[around.last.move] ** THEN * most ** (1 - THEN)
        for group in around.turns():
            first, last = group[0].move, group[-1].move
            start = around.before(first)
            leads = lead is not None and start.move < lead.move <= last
            own, burdened = around.size([_Step(start, group[-1])], mean), around.size_of_burdens(group, mean)
            by_burdens = burdened.all > own.all
            size = burdened if by_burdens else own
            if lead is not None and leads:
                size = replace(size, lead=LEAD * lead.come)
            opening = around.opens() and _loss(start, group[-1]) >= OPENING * _mean(start.worth)
            if opening or size.counts:
                heavy = tuple(one.move for one in group if one.burdens)
                if not by_burdens:
                    heavy = tuple(sorted({*heavy, *_heavy(start, group, WIDTH * mean)}))
                leader = lead.player if lead is not None and leads else ""
                moves = frozenset(one.move for one in group)
                turns.append(Swing(first, last, start.move, heavy, size.all, leader, moves=moves, anyway=opening))
        turns += [*around.campaigns(mean), *around.sold_off()]
        before = around.last
    return sorted(_only_greatest(turns), key=lambda one: -one.size)


def _only_greatest(turns: Sequence[Swing]) -> Iterator[Swing]:
    """With the greatest sell-off alone told in any case, and none that is only one turn's."""
    greatest = max((one for one in turns if one.losers), key=lambda one: one.size, default=None)
    for swing in turns:
        if not swing.losers:
            yield swing
        elif not any(swing.moves <= other.moves for other in turns if other is not swing and other.deed is None):
            yield replace(swing, anyway=swing.anyway and swing is greatest)


@dataclass(frozen=True)
class _Step:
    """Two moments, the later of which is looked at for what changed since."""

    before: Moment
    after: Moment


@dataclass(frozen=True)
class _Size:
    """How much a turn changed."""

    places: float
    money: float
    """The most that somebody wins or loses by it over the others, as a part of what players have on average."""
    lost: float
    """What all lose by it, per player and as a part of what they had."""
    lead: float = 0
    """How much it counts that the winner takes the lead by it, if they do."""

    @property
    def all(self) -> float:
        return self.places + MONEY * self.money + LOST * self.lost + self.lead

    @property
    def counts(self) -> bool:
        """Is it enough to be told?"""
        news = self.money >= NEWS or self.lead > 0
        return self.lost >= GRAVE or (news and self.places + MONEY * self.money + self.lead >= COUNTS)


@dataclass(frozen=True)
class _Round:
    """A round, with the moment before it."""

    start: Moment
    moments: Sequence[Moment]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    def opens(self) -> bool:
        """Does the game begin with it, as with one turn of all?"""
        return self.start.move == 0 and not self.last.turn[0]

    def before(self, move: int) -> Moment:
        """The moment before one of its moves."""
        earlier = [one for one in self.moments if one.move < move]
        return earlier[-1] if earlier else self.start

    def turns(self) -> Iterator[list[Moment]]:
        for _, group in groupby(self.moments, key=lambda one: one.turn):
            yield list(group)

    def size(self, steps: Sequence[_Step], mean: float) -> _Size:
        """Of what was done in these steps: what others make up for in the same round decides nothing."""
        scale = WIDTH * mean
        changes = _sum([_change(one.before, one.after, scale) for one in steps])
        gains = _sum([_gain(one.before, one.after) for one in steps])
        places = sum(_lasting(changes, _change(self.start, self.last, scale))) / 2
        money = max(_lasting(gains, _gain(self.start, self.last)), default=0) / mean
        return _Size(places, money, sum(map(_lost, steps)))

    def size_of_burdens(self, group: Sequence[Moment], mean: float) -> _Size:
        """How much a turn of it changed if what players took over in it was lost at once."""
        burdens = _sum([one.burdens for one in group])
        if not burdens:
            return _Size(0, 0, 0)
        later = [one for one in self.moments if one.move >= group[-1].move]
        lost = [
            replace(one, expected={player: worth - burdens.get(player, 0) for player, worth in one.expected.items()})
            for one in later
        ]
        start = self.before(group[0].move)
        return replace(self, moments=lost).size([_Step(start, lost[0])], mean)

    def campaigns(self, mean: float) -> Iterator[Swing]:
        """Moves that lie apart and are one event all the same."""
        for deed in dict.fromkeys(deed for one in self.moments for deed in one.deeds):
            moves = [one for one in self.moments if deed in one.deeds]
            if len({one.turn for one in moves}) < 2 and moves[-1].move - moves[0].move < len(moves):
                continue
            first, last = moves[0].move, moves[-1].move
            size = self.size([_Step(self.before(one.move), one) for one in moves], mean)
            if size.counts:
                every = tuple(one.move for one in moves)
                yield Swing(first, last, self.before(first).move, every, size.all, deed=deed, moves=frozenset(every))

    def sold_off(self) -> Iterator[Swing]:
        """All the sales that cost those who lose most by others' sales, as one event."""
        worth = self.start.worth
        costs = {player: sum(one.cost.get(player, 0) for one in self.moments) for player in worth}
        parts = {player: cost / max(1, worth[player]) for player, cost in costs.items()}
        most = max(parts.values(), default=0)
        if most < SOLD_OFF:
            return
        losers = sorted((one for one in parts if parts[one] >= HEAVY * most), key=lambda one: -parts[one])
        sales = self._sales(losers)
        moves = [move for sale in sales.values() for move in sale]
        yield Swing(
            min(sales),
            max(moves),
            self.before(min(sales)).move,
            tuple(sorted(_weightiest({move: sum(costs.values()) for move, costs in sales.items()}))),
            SALES * most,
            moves=frozenset((*sales, *moves)),
            anyway=most >= ROUTED,
            losers=tuple(losers),
        )

    def _sales(self, losers: Sequence[str]) -> dict[int, dict[int, int]]:
        """The sales that cost them something, and in which moves: prices may fall only after others have answered."""
        costs = dict[int, dict[int, int]]()
        sale = self.moments[0].move
        for one in self.moments:
            sale = one.move if any(deed.kind == SOLD for deed in one.deeds) else sale
            if cost := sum(one.cost.get(player, 0) for player in losers):
                costs.setdefault(sale, {})[one.move] = cost
        return costs


def _mean(amounts: Mapping[str, float]) -> float:
    return max(1.0, sum(amounts.values()) / max(1, len(amounts)))


def _loss(before: Moment, after: Moment) -> int:
    """The most that somebody has lost."""
    was, now = (
        {player: worth + one.unpriced.get(player, 0) for player, worth in one.worth.items()} for one in (before, after)
    )
    return max((was[player] - worth for player, worth in now.items()), default=0)


def _sum(changes: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {player: sum(one.get(player, 0) for one in changes) for player in dict.fromkeys(chain(*changes))}


def round_ends(moments: Sequence[Moment]) -> list[int]:
    """The places of the last moment of each round."""
    last = len(moments) - 1
    return [n for n, one in enumerate(moments) if n == last or one.turn[1:] != moments[n + 1].turn[1:]]


@dataclass(frozen=True)
class _Lead:
    """A lead that the winner has after every later round."""

    player: str
    move: int
    """Which does most for it."""
    come: float
    """How far the game has come by then."""


def _for_good(moments: Sequence[Moment], least: float) -> _Lead | None:
    """The lead of whoever wins by at least so much; None if they have had it from the beginning."""
    worth = [one.worth for one in moments]
    order = sorted(worth[-1], key=lambda one: -worth[-1][one])
    ends = round_ends(moments)
    if len(order) < 2 or worth[-1][order[0]] - worth[-1][order[1]] < least:
        return None
    first, others = order[0], order[1:]
    behind = [n for n in ends if max(worth[n][one] for one in others) >= worth[n][first]]
    if not behind:
        return None
    start, end = behind[-1], ends[ends.index(behind[-1]) + 1]
    rival = max(others, key=lambda one: worth[start][one])
    lead = [now[first] - now[rival] for now in worth[start : end + 1]]
    place = start + max(range(1, len(lead)), key=lambda n: lead[n] - lead[n - 1])
    return _Lead(first, moments[place].move, min(1.0, sum(worth[end].values()) / max(1, sum(worth[-1].values()))))


def _gain(one: Moment, other: Moment) -> dict[str, float]:
    """What each player won or lost more than the others did on average."""
    now = other.since(one)
    change = {player: now[player] - was for player, was in one.expected.items()}
    total, others = sum(change.values()), max(1, len(change) - 1)
    return {player: gain - (total - gain) / others for player, gain in change.items()}


def _lost(step: _Step) -> float:
    """What all lost together, per player and as a part of what they had."""
    now, was = step.after.since(step.before), step.before.expected
    return sum(max(0.0, was[player] - now[player]) for player in was) / max(1, len(was)) / _mean(was)


def _lasting(change: Mapping[str, float], around: Mapping[str, float]) -> list[float]:
    """How much of a change is left at the end of its round: what others make up for in their turns decides nothing."""
    return [min(abs(one), abs(around[player])) for player, one in change.items() if one * around[player] > 0]


def _heavy(before: Moment, turn: Sequence[Moment], scale: float) -> tuple[int, ...]:
    """The few moves that changed most, and those that cost somebody most."""
    sizes, losses = dict[int, float](), dict[int, float]()
    for one in turn:
        sizes[one.move] = sum(map(abs, _change(before, one, scale).values()))
        losses[one.move] = _loss(before, one)
        before = one
    return tuple(sorted({*_weightiest(sizes), *_weightiest({move: one for move, one in losses.items() if one > 0})}))


def _weightiest(moves: Mapping[int, float]) -> list[int]:
    order = sorted(moves, key=lambda one: -moves[one])
    return [move for move in order[:FEW] if moves[move] >= moves[order[0]] * HEAVY]
