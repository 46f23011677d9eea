"""Whose company a station marker belongs to: a rim in the colour of its president, and a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.view import View
from render.draw import Disc, Item, Piece, Text
from render.fonts import fitted, width
from render.model import HexModel, MarkerModel, StopModel
from render.themes import Color, Theme


def player_colors(view: View, theme: Theme) -> dict[str, Color]:
    """A colour for each player, in seating order; those of the chart of worth."""
    shades = [*theme.routes, theme.ink]
    return {seat.id: shades[n % len(shades)] for n, seat in enumerate(view.seats)}


def with_owners(view: View, models: Sequence[HexModel], theme: Theme) -> list[HexModel]:
    """The models of hexes, each station marker with the colour of its company's president."""
    colors = player_colors(view, theme)
    led = {one.symbol: colors[one.president] for one in (*view.companies, *view.builders) if one.president in colors}

    def rimmed(marker: MarkerModel) -> MarkerModel:
        return replace(marker, rim=led.get(marker.symbol))

    def stop(found: StopModel) -> StopModel:
        return replace(found, markers=tuple(map(rimmed, found.markers)))

    return [replace(model, stops=tuple(map(stop, model.stops))) for model in models]


def key_to_owners(view: View, theme: Theme, wide: int, left: float, top: int) -> Piece:
    """Which colour is whose."""
    unit = max(8.0, wide * 0.02)
    x, y = left + unit, unit
    items: list[Item] = []
    for seat, color in player_colors(view, theme).items():
        name, size = fitted(next(one.name for one in view.seats if one.id == seat), unit, wide * 0.3)
        room = width(name, size) + unit * 2.6
        if x + room > wide and items:
            x, y = left + unit, y + unit * 1.5
        items += [
            Disc((x, y), unit * 0.42, None, color, unit * 0.26),
            Text((x + unit * 0.85, y), name, size, theme.ink, False, "lm"),
        ]
        x += room
    return Piece((0, top), (wide, round(y + unit * 1.2)), theme.paper, tuple(items))
