"""The turns that decided a game: those that changed the places most, by what everybody had and could expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import exp

MOST, LEAST = 5, 3
"""How many turns are told, if as many changed anything."""
COUNTS, CLEARLY = 0.08, 0.3
"""How much a turn must change places to be told at all, and to be told beyond the least number."""
THEN = 0.2
"""How much a turn must change them by what the players had then, to be told."""
NEWS = 0.03
"""The least that somebody must win or lose by it over the others, as a part of the most that players had on average."""
MONEY = 1.0
"""How much it counts that somebody wins or loses as much as players had on average, whatever the places."""
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


def swings(moments: Sequence[Moment], *, at_the_time: bool = False) -> list[Swing]:
    """The turns that could be turning points, the greatest first. `at_the_time`: by what the players had on average
    then, and not by the most that they ever had.
    """
    means = {one.move: max(1.0, sum(one.expected.values()) / max(1, len(one.expected))) for one in moments}
    most = max(means.values())
    lead = _for_good(moments, NEWS * most)
    turns: list[Swing] = []
    before = moments[0]
    for _, played in groupby(moments[1:], key=lambda one: one.turn[1:]):
        around, start = list(played), before
        mean = means[around[-1].move] if at_the_time else most
        scale = WIDTH * mean
        for _, group in groupby(around, key=lambda one: one.turn):
            turn = list(group)
            places = sum(_lasting(_change(start, turn[-1], scale), _change(before, around[-1], scale))) / 2
            money = max(_lasting(_gain(start, turn[-1]), _gain(before, around[-1])), default=0) / mean
            leads = lead is not None and start.move < lead.move <= turn[-1].move
            size = places + MONEY * money + (LEAD * lead.come if lead is not None and leads else 0)
            if size >= (THEN if at_the_time else COUNTS) and (money >= NEWS or leads):
                turns.append(
                    Swing(
                        *(turn[0].move, turn[-1].move, start.move, _heavy(start, turn, scale), size),
                        leader=lead.player if lead is not None and leads else "",
                    )
                )
            start = turn[-1]
        before = start
    return sorted(turns, key=lambda one: -one.size)


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


def _lasting(change: Mapping[str, float], around: Mapping[str, float]) -> list[float]:
    """How much of a change is left at the end of its round: what others make up for in their turns decides nothing."""
    return [min(abs(one), abs(around[player])) for player, one in change.items() if one * around[player] > 0]


def _heavy(before: Moment, turn: Sequence[Moment], scale: float) -> tuple[int, ...]:
    """The few moves that changed most, and those that cost somebody most."""
    sizes, losses = dict[int, float](), dict[int, float]()
    for one in turn:
        sizes[one.move] = sum(map(abs, _change(before, one, scale).values()))
        losses[one.move] = max((before.worth[player] - now for player, now in one.worth.items()), default=0)
        before = one
    return tuple(sorted({*_weightiest(sizes), *_weightiest({move: one for move, one in losses.items() if one > 0})}))


def _weightiest(moves: Mapping[int, float]) -> list[int]:
    order = sorted(moves, key=lambda one: -moves[one])
    return [move for move in order[:FEW] if moves[move] >= moves[order[0]] * HEAVY]
