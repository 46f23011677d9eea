"""Colours as people with the three common kinds of colour-blindness see them, and how far apart they look."""

from __future__ import annotations

import math

from render.themes import Color

# Machado, Oliveira and Fernandes (2009), full strength, for linear light.
KINDS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def _linear(color: Color) -> tuple[float, float, float]:
    r, g, b = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color)
    return r, g, b


def seen(color: Color, kind: str) -> tuple[float, float, float]:
    """A colour in linear light as seen by somebody."""
    light = _linear(color)
    if kind == "normal":
        return light
    r, g, b = (min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in KINDS[kind])
    return r, g, b


def _lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    r, g, b = light
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: Color, other: Color, kind: str) -> float:
    """How different two colours look (CIE 1976); 2 can just be told apart side by side."""
    return math.dist(_lab(seen(one, kind)), _lab(seen(other, kind)))
