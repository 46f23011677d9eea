"""The best run offered in 1889 is the best there is: beside a search that tries everything, straight from the board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from engine import Game
from engine.board.geometry import opposite
from engine.board.tiles import STOP
from engine.core.position import Position
from engine.family import operating
from engine.family.running import best, trains_of
from engine.play import next_to_act, random_act
from engine.record import Record
from tests.again import repeatable
from tests.positions.table import Table

MOST_WAYS = 800
"""A position with more ways over its track is left to others: trying everything takes too long there."""
MOST_SETS = 20_000


class Way(NamedTuple):
    """Track from stop to stop, whoever runs over it."""

    stops: tuple[str, ...]
    used: frozenset[object]


class TooMany(Exception):
    """More than can be tried."""


class Everything:
    """All ways of a company over the board as it lies."""

    def __init__(self, p: Position, company: str) -> None:
        self.p = p
        markers = [(marker.company, marker.stop) for marker in p.board.markers]
        self.own = {stop for owner, stop in markers if owner == company}
        self.slots: dict[str, int] = {}
        self.worth: dict[str, int | dict[str, int]] = {}
        for hex_id in p.d.map.hexes:
            for found in p.ground.track(hex_id).stops:
                name = f"{hex_id}/{found.key}"
                self.slots[name], self.worth[name] = found.slots, found.revenue
        full = {name for name, slots in self.slots.items() if slots and [at for _, at in markers].count(name) >= slots}
        ends = {name for name in self.worth if isinstance(self.worth[name], dict)}
        self.closed = ends | (full - self.own)
        self.ways: list[Way] = []
        for name in self.worth:
            for way in self.onward(name, (name,), frozenset()):
                self.ways.append(way)
                if len(self.ways) > MOST_WAYS:
                    raise TooMany

    def onward(self, at: str, stops: tuple[str, ...], used: frozenset[object]) -> Iterator[Way]:
        """All ways on from a stop."""
        if len(stops) > 1 and self.own & set(stops) and stops[0] < stops[-1]:
            yield Way(stops, used)
        if len(stops) > 1 and at in self.closed:
            return
        hex_id = at.split("/")[0]
        keys = [found.key for found in self.p.ground.track(hex_id).stops]
        for stop, now in self.along(hex_id, STOP + keys.index(at.split("/")[1]), used):
            if stop not in stops:
                yield from self.onward(stop, (*stops, stop), now)

    def along(self, hex_id: str, end: int, used: frozenset[object]) -> Iterator[tuple[str, frozenset[object]]]:
        """The next stops from an end of track in a hex."""
        track = self.p.ground.track(hex_id)
        for a, b in track.pieces:
            piece = (hex_id, min(a, b), max(a, b))
            if end not in (a, b) or piece in used:
                continue
            other, now = (b if a == end else a), used | {piece}
            if other >= STOP:
                yield f"{hex_id}/{track.stops[other - STOP].key}", now
                continue
            beyond = self.p.d.map.hexes[hex_id].around[other]
            side = frozenset(((hex_id, other), (beyond, opposite(other))))
            if beyond and side not in used:
                yield from self.along(beyond, opposite(other), now | {side})

    def value(self, kind: str, way: Way) -> int:
        """What a train earns; nothing if the way is too long for it."""
        if kind != "D" and len(way.stops) > int(kind):
            return 0
        late = self.p.s.phase in ("5", "6", "D")
        column = "gray" if kind == "D" else "brown" if late else "yellow"
        amounts = (self.worth[stop] for stop in way.stops)
        return sum(amount[column] if isinstance(amount, dict) else amount for amount in amounts)

    def most(self, kinds: list[str]) -> int:
        """The most that trains of these kinds earn together."""
        self.tried = 0
        runs = [
            sorted(((self.value(kind, way), way.used) for way in self.ways), key=lambda run: -run[0]) for kind in kinds
        ]
        return self.pick(runs, frozenset(), 0, 0)

    def pick(
        self, runs: list[list[tuple[int, frozenset[object]]]], used: frozenset[object], sure: int, found: int
    ) -> int:
        """Every set of runs without common track, but for those that could not be better even with it."""
        if not runs:
            return max(sure, found)
        rest = sum(others[0][0] for others in runs[1:] if others)
        for amount, track in runs[0]:
            self.tried += 1
            if self.tried > MOST_SETS:
                raise TooMany
            if sure + amount + rest <= found:
                break
            if not track & used:
                found = self.pick(runs[1:], used | track, sure + amount, found)
        return self.pick(runs[1:], used, sure, found)


def positions(seed: int, players: int, options: dict[str, str]) -> Iterator[tuple[Position, str]]:
    """Companies of a random game that are about to run."""
    names = [f"P{number}" for number in range(players)]
    record = Record(title="1889", players=names, options=options, setup={"order": names}, seed=seed)
    game, stream = record.begin(), random.Random(seed)
    while (decision := next_to_act(game, stream)) is not None:
        p = game.position()
        turn = operating.turn(p)
        if turn is not None and turn.step == "run" and p.top_rule == "operating_turn":
            yield p, turn.subject
        act = random_act(game, decision.seat, stream)
        assert act is not None
        game, _ = record.play(game, decision.seat, act)


def with_a_diesel(asked: Position, company: str) -> Position:
    """The same company in the last phase, its first train a D."""
    table = Table.at(Game(asked.title, asked.fork().s))
    with table.arrange() as p:
        p.s.phase = "D"
        p.s.trains[trains_of(p, company)[0]].kind = "D"
    return table.p


@pytest.mark.parametrize(
    "seed", [6, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 3, 4, 5, 7, 8, 9))]
)
@repeatable
def test_no_run_earns_more_than_the_best(seed: int):
    earning = 0
    for number, (p, company) in enumerate(positions(seed, 2 + seed % 5, {"beginner_game": "no"})):
        for asked in (p, with_a_diesel(p, company)) if number % 25 == 20 else (p,):
            kinds = [asked.s.trains[train].kind for train in trains_of(asked, company)]
            try:
                most = Everything(asked, company).most(kinds)
            except TooMany:
                continue
            found = best(asked, company)
            assert found.proven
            assert found.total == most, f"{company} with {kinds} in phase {asked.s.phase}"
            earning += most > 0
    assert earning > 0
