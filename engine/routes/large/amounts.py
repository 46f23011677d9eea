"""What routes earn, for many at once; the same sums as engine.routes.worth."""

import numpy as np

from engine.routes.large.grid import Flags, Ints, Words
from engine.routes.worth import Class


def has(visited: Words, stop: int) -> Flags:
    """Which routes visit the stop."""
    return (visited[:, stop >> 6] >> np.uint64(stop & 63)) & np.uint64(1) != 0


def revenues(kind: Class, visited: Words, gains: Ints, end_a: Ints, end_b: Ints) -> Ints:
    """The revenue of each route, given its stops, their plain sum and its two ends."""
    total = gains.copy()
    if not kind.sums or kind.mirrors:
        total = _stop_by_stop(kind, visited, end_a, end_b)
    elif any(kind.ends):
        paid = kind.tariff.paid_kinds
        stops = kind.network.stops
        ends = np.array([e if stop.kind in paid else 0 for e, stop in zip(kind.ends, stops, strict=True)], np.int64)
        total += ends[end_a] + ends[end_b]
    for bonus in kind.bonuses:
        count = np.zeros(len(gains), np.int64)
        for i, stop in enumerate(kind.network.stops):
            if stop.id in bonus.stops:
                count += ((end_a == i) | (end_b == i)) if bonus.at_end else has(visited, i)
        total += np.where(count >= bonus.need, bonus.amount, 0)
    return total


def _stop_by_stop(kind: Class, visited: Words, end_a: Ints, end_b: Ints) -> Ints:
    """Values of the stops on each route, most valuable first, into the places that are paid."""
    amounts = _amounts(kind, visited, end_a, end_b)
    pays = kind.tariff.pays
    guard = np.uint64(pays.guard)
    left = np.full(len(visited), pays.start, np.uint64)
    total = np.zeros(len(visited), np.int64)
    costs = np.array([pays.cost[stop.kind] for stop in kind.network.stops], np.uint64)
    order = np.argsort(-amounts, axis=0, kind="stable")
    rows = np.arange(len(visited))
    for place in range(amounts.shape[0]):
        stop = order[place]
        amount = amounts[stop, rows]
        rest = left - costs[stop]
        paid = (amount > 0) & ((rest & guard) == guard)
        left = np.where(paid, rest, left)
        total += np.where(paid, amount, 0)
    return total


def _amounts(kind: Class, visited: Words, end_a: Ints, end_b: Ints) -> Ints:
    """For each stop and route its value there, or -1 where the route does not visit it."""
    stops = kind.network.stops
    amounts = np.full((len(stops), len(visited)), -1, np.int64)
    for i in range(len(stops)):
        here = has(visited, i)
        amounts[i, here] = kind.values[i]
    plain = amounts.copy()
    for i in kind.mirrors:
        mirror = stops[i].mirror
        assert mirror is not None
        others = np.delete(plain, i, axis=0).max(axis=0)
        worth = np.maximum(kind.values[i], mirror.largest * others)
        far = np.where(end_a == i, end_b, end_a)
        offboard = np.array([stop.kind == "offboard" for stop in stops])
        at_end = (end_a == i) | (end_b == i)
        doubled = mirror.offboard * np.array(kind.values, np.int64)[far]
        worth = np.where(at_end & offboard[far], np.maximum(worth, doubled), worth)
        amounts[i] = np.where(plain[i] >= 0, worth, -1)
    for i, bonus in enumerate(kind.ends):
        if bonus:
            amounts[i] += np.where((plain[i] >= 0) & ((end_a == i) | (end_b == i)), bonus, 0)
    return amounts


def all_paid(kind: Class, visited: Words) -> Flags:
    """Which routes have no stop that the train leaves uncounted."""
    pays = kind.tariff.pays
    guard = np.uint64(pays.guard)
    left = np.full(len(visited), pays.start, np.uint64)
    paid = np.ones(len(visited), np.bool_)
    for i, stop in enumerate(kind.network.stops):
        left = left - np.where(has(visited, i), np.uint64(pays.cost[stop.kind]), np.uint64(0))
        paid &= (left & guard) == guard
    return paid
