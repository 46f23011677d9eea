"""Other sets of routes that earn just as much, found by choosing again for one or two trains at a time."""

import numpy as np

from engine.routes import watch
from engine.routes.large.grid import meets
from engine.routes.large.improve import left_for
from engine.routes.large.team import Pick, Team

TRIES = 300  # first routes tried for one pair of trains


def equal_sets(team: Team, many: int) -> list[list[Pick]]:
    """Up to this many sets as good as the team's best, which comes first."""
    sets = [team.picks]
    known = {_name(team.picks)}
    for picks in sets:  # grows as sets are found
        for i in range(len(picks)):
            for j in range(i, len(picks)):
                others = [pick for k, pick in enumerate(picks) if k not in (i, j)]
                again = [picks[i]] if i == j else [picks[i], picks[j]]
                for swap in _swaps(team, others, again, many - len(sets)):
                    fresh = [*others, *swap]
                    if _name(fresh) not in known and len(sets) < many:
                        known.add(_name(fresh))
                        sets.append(fresh)
        if len(sets) >= many or watch.now() > team.until:
            break
    return sets


def _name(picks: list[Pick]) -> frozenset[tuple[int, bytes]]:
    return frozenset((pick.place, pick.track.tobytes()) for pick in picks)


def _swaps(team: Team, others: list[Pick], again: list[Pick], many: int) -> list[list[Pick]]:
    """Other routes for these trains that add the same to the rest."""
    target = team.best - team.total(others)
    values_a, which_a, pool_a = left_for(team, others, again[0].place)
    if len(again) == 1:
        same = which_a[values_a == target][: many + 1]
        return [[team.pick(again[0].place, int(index))] for index in same]
    values_b, which_b, pool_b = left_for(team, others, again[1].place)
    swaps: list[list[Pick]] = []
    for i in range(min(TRIES, len(which_a))):
        if not len(values_b) or values_a[i] + values_b[0] < target:
            break
        sums = values_a[i] + values_b
        if team.sharing:
            sums = sums - team.loss(pool_b.shared, pool_a.shared[i])
        fitting = (sums == target) & ~meets(pool_b.track, pool_a.track[i])
        for j in np.flatnonzero(fitting)[: many + 1]:
            swaps.append([team.pick(again[0].place, int(which_a[i])), team.pick(again[1].place, int(which_b[j]))])
        if len(swaps) > many:
            break
    return swaps
