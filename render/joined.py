"""Places that lie in several hexes: no rim between them, one name, and a marker where they meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.view import View
from render.model import HexModel, SeamModel


def joined(view: View, models: Sequence[HexModel]) -> list[HexModel]:
    """The models of hexes, with those of one place combined where they are adjacent."""
    places, grid = view.hexes, view.grid
    at = {(place.row, place.column): n for n, place in enumerate(places)}
    goes_by = [place.stops[0].place if len(place.stops) == 1 else "" for place in places]
    combined = list(models)
    for n, place in enumerate(places):
        beyond = {
            side: other
            for side, (down, right) in enumerate(grid.steps)
            if (other := at.get((place.row + down, place.column + right))) is not None
            and goes_by[n]
            and goes_by[other] == goes_by[n]
        }
        if not beyond:
            continue
        combined[n] = replace(combined[n], joined=tuple(beyond))
        if goes_by[n] == place.stops[0].id:
            side, other = next(iter(beyond.items()))
            _lead(combined, n, side, other)
        elif any(places[other].stops[0].id == goes_by[n] for other in beyond.values()):
            combined[n] = replace(
                combined[n], name="", stops=tuple(replace(stop, name="") for stop in combined[n].stops)
            )
    return combined


def _lead(models: list[HexModel], n: int, side: int, other: int) -> None:
    """The marker space of a place is drawn where its hexes meet."""
    stop = models[n].stops[0]
    if stop.slots != 1:
        return
    kind, _, values = models[n].shape.stops[0]
    shape = replace(models[n].shape, stops=((kind, 0, values),))
    bare = replace(stop, slots=0, markers=(), reserved=())
    models[n] = replace(models[n], shape=shape, stops=(bare,), seam=SeamModel(side, stop.markers, stop.reserved))
    models[other] = replace(models[other], seam=SeamModel((side + 3) % 6, stop.markers, stop.reserved))
