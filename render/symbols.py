"""Small signs on the map, by kind of thing: water, rock, ports, tokens, blocked hexes, goals."""

from __future__ import annotations

import math

from render.fonts import width
from render.geometry import Point
from render.model import MarkerModel, SignModel
from render.pen import Pen
from render.themes import BLACK, WHITE, Color, Theme, ink_on, mixed, readable

WATER = ("water", "river", "coast", "lake", "swamp", "canal", "sea", "marsh")
ROCK = ("mountain", "hill", "rough", "tunnel", "pass")


def terrain(
    pen: Pen, at: Point, kinds: tuple[str, ...], cost: str, by_river: bool, ground: Color, theme: Theme
) -> None:
    """What makes track expensive here, and how expensive."""
    x, y = at
    if any(kind in ROCK for kind in kinds):
        color = readable(theme.rock, ground)
        for shift, size in ((-0.08, 0.13), (0.07, 0.1)):
            pen.fill(((x + shift - size, y - 0.0), (x + shift, y - size * 1.35), (x + shift + size, y - 0.0)), color)
    elif by_river or any(kind in WATER for kind in kinds):
        color = readable(theme.water, ground)
        for row in (-0.12, -0.04):
            wave = tuple((x + t / 100, y + row + 0.025 * math.sin(t / 4.2)) for t in range(-18, 19, 2))
            pen.stroke(wave, 0.035, color)
    else:
        color = ink_on(ground)
        pen.fill(((x - 0.09, y - 0.07), (x, y - 0.16), (x + 0.09, y - 0.07), (x, y + 0.02)), theme.faint)
    pen.text((x, y + 0.11), cost, 0.17, color, 0.5, bold=True, halo=ground)


def anchor(pen: Pen, at: Point, size: float, theme: Theme) -> None:
    """A port."""
    pen.disc(at, size, theme.water)
    pen.text(at, "⚓", size * 1.7, ink_on(theme.water), size * 2)


LONGEST = 0.33
"""Half the width of the longest sign, and of one for a port."""


def sign_half(model: SignModel) -> Point:
    """Half the size of a token's sign: as long as its words, within bounds."""
    if model.port:
        return (LONGEST, 0.11)
    return (min(LONGEST, max(0.2, width(model.caption, 0.15, bold=True) / 2 + 0.06)), 0.11)


def sign(pen: Pen, at: Point, model: SignModel, theme: Theme) -> None:
    """A token that lies in a hex, in its own words."""
    x, y = at
    if model.port and not model.caption:
        anchor(pen, at, 0.15, theme)
        return
    color = theme.water if model.port else theme.rock
    half = sign_half(model)
    pen.box(at, half, color, WHITE, 0.015, 0.11)
    left = 0.0
    if model.port:
        pen.text((x - half[0] + 0.11, y), "⚓", 0.18, ink_on(color), 0.2)
        left = 0.08
    pen.text((x + left, y), model.caption, 0.15, ink_on(color), 2 * half[0] - 0.08 - 2 * left, bold=True)


def blocked(pen: Pen, at: Point, private: str, ground: Color, theme: Theme) -> None:
    """A private company blocks the hex."""
    x, y = at
    pen.stroke(((x - 0.14, y - 0.07), (x + 0.14, y - 0.07)), 0.04, theme.par)
    for side in (-0.14, 0.14):
        pen.disc((x + side, y - 0.07), 0.06, theme.par, BLACK, 0.01)
    pen.text((x, y + 0.08), private, 0.15, readable(theme.ink, ground), 0.6, bold=True, halo=ground)


def goal(pen: Pen, at: Point, company: MarkerModel, theme: Theme) -> None:
    """A small flag: a company's destination."""
    color = company.color if company.color is not None else theme.alarm
    x, y = at
    pen.stroke(((x - 0.19, y - 0.13), (x - 0.19, y + 0.13)), 0.025, theme.ink)
    flag = (
        (x - 0.19, y - 0.13),
        (x + 0.21, y - 0.13),
        (x + 0.15, y - 0.04),
        (x + 0.21, y + 0.05),
        (x - 0.19, y + 0.05),
    )
    pen.fill(flag, mixed(color, WHITE, 0.1))
    pen.text((x - 0.01, y - 0.04), company.symbol, 0.14, ink_on(color), 0.31, bold=True)
