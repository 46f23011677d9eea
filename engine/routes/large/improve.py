"""Good sets of routes quickly: take the most valuable that fits, then choose again for one or two trains at a time."""

import numpy as np

from engine.routes import watch
from engine.routes.large.grid import Ints, Words, meets
from engine.routes.large.pool import Pool
from engine.routes.large.team import Pick, Team

TRIES = 600  # first routes tried for one pair of trains while improving
ALL_TRIES = 3000  # where the best pair is needed for certain
CHUNK = 4096


def greedy(team: Team, orders: list[Ints] | None = None) -> list[Pick]:
    """The first route that fits, train by train, most valuable class first; in the pools' order or in those given."""
    picks: list[Pick] = []
    trains = [place for place in team.places for _ in range(team.counts[place]) if len(team.pools[place])]
    for place in sorted(trains, key=lambda place: -int(team.pools[place].value[0])):
        pool = team.pools[place]
        order = orders[place] if orders else np.arange(len(pool))
        index = _first_fitting(pool.track[order], _used(team, picks))
        if index >= 0:
            picks.append(team.pick(place, int(order[index])))
    return picks


def improve(team: Team, picks: list[Pick], rounds: int = 60) -> list[Pick]:
    """Choose again for every pair of trains while the others stay, until nothing improves."""
    for _ in range(rounds):
        if watch.now() > team.until:
            break
        picks = _fill(team, picks)
        better = _better_pair(team, picks) or (_better_single(team, picks) if len(picks) == 1 else None)
        if better is None:
            break
        picks = better
    return picks


def _fill(team: Team, picks: list[Pick]) -> list[Pick]:
    """Add trains that were left at home, if there is a way."""
    for place in team.places:
        while sum(pick.place == place for pick in picks) < team.counts[place]:
            found = _best_single(team, picks, place)
            if found is None:
                break
            picks = [*picks, found]
    return picks


def _better_single(team: Team, picks: list[Pick]) -> list[Pick] | None:
    found = _best_single(team, [], picks[0].place)
    return [found] if found is not None and found.value > picks[0].value else None


def _best_single(team: Team, picks: list[Pick], place: int) -> Pick | None:
    values, which, _ = left_for(team, picks, place)
    if not len(which) or values[0] <= 0:
        return None
    return team.pick(place, int(which[0]))


def _better_pair(team: Team, picks: list[Pick]) -> list[Pick] | None:
    for i in range(len(picks)):
        for j in range(i + 1, len(picks)):
            others = [pick for k, pick in enumerate(picks) if k not in (i, j)]
            floor = team.total(picks) - team.total(others)
            pair, _ = best_pair(team, others, picks[i].place, picks[j].place, floor, TRIES)
            if pair is not None:
                return others + pair
    return None


def best_pair(team: Team, others: list[Pick], a: int, b: int, floor: int, tries: int) -> tuple[list[Pick] | None, bool]:
    """Two routes for these places that fit the others and add most, if more than `floor`; is that certain?"""
    values_a, which_a, pool_a = left_for(team, others, a)
    values_b, which_b, pool_b = (values_a, which_a, pool_a) if a == b else left_for(team, others, b)
    best: list[Pick] | None = None
    if not len(which_a) or not len(which_b):
        return None, True
    for i in range(len(values_a)):
        value = int(values_a[i])
        if value + values_b[i if a == b else 0] <= floor:
            return best, True
        if i == tries or (i & 15 == 15 and watch.now() > team.until):
            return best, False
        start = i + 1 if a == b else 0
        end = int(np.searchsorted(-values_b, value - floor, side="left"))
        found = _partner(team, pool_a, i, value, values_b[start:end], pool_b.take(slice(start, end)), floor)
        if found is not None:
            index, floor = found
            best = [team.pick(a, int(which_a[i])), team.pick(b, int(which_b[start + index]))]
    return best, True


def _partner(
    team: Team, pool_a: Pool, i: int, value: int, values: Ints, pool: Pool, floor: int
) -> tuple[int, int] | None:
    """The best partner of route i of the pool, and what both add, if that is more than the floor."""
    if not team.sharing:
        index = _first_fitting(pool.track, pool_a.track[i])
        return None if index < 0 else (index, int(value + values[index]))
    sums = value + values - team.loss(pool.shared, pool_a.shared[i])
    sums[meets(pool.track, pool_a.track[i])] = 0
    index = int(sums.argmax()) if len(sums) else -1
    return None if index < 0 or sums[index] <= floor else (index, int(sums[index]))


def left_for(team: Team, picks: list[Pick], place: int) -> tuple[Ints, Ints, Pool]:
    """The routes of a place that fit those chosen: what each adds, highest first, its number, and the routes."""
    pool = team.pools[place]
    which = pool.fitting(_used(team, picks))
    kept = pool.take(which)
    values = kept.value
    if team.sharing and picks:
        seen = np.bitwise_or.reduce([pick.shared for pick in picks], axis=0)
        values = values - team.loss(kept.shared, seen)
        order = np.argsort(-values, kind="stable")
        values, which, kept = values[order], which[order], kept.take(order)
    return values, which, kept


def _used(team: Team, picks: list[Pick]) -> Words:
    used = np.zeros(team.grid.exit_track.shape[1], np.uint64)
    for pick in picks:
        used |= pick.track
    return used


def _first_fitting(track: Words, used: Words) -> int:
    """The first route that uses none of this track, or -1."""
    for start in range(0, len(track), CHUNK):
        free = np.flatnonzero(~meets(track[start : start + CHUNK], used))
        if len(free):
            return start + int(free[0])
    return -1
