"""Colours: light, dark, and one that people with the common kinds of colour-blindness can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Color = tuple[int, int, int]


def rgb(text: str) -> Color:
    """`#rrggbb` as numbers; grey if it is not a colour."""
    try:
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    except ValueError:
        return (136, 136, 136)


def mixed(first: Color, other: Color, part: float) -> Color:
    """One colour mixed with another, from 0 to 1."""
    return (
        round(first[0] + (other[0] - first[0]) * part),
        round(first[1] + (other[1] - first[1]) * part),
        round(first[2] + (other[2] - first[2]) * part),
    )


def luminance(color: Color) -> float:
    """How bright a colour is, 0 to 1, by the usual formula for contrast."""
    r, g, b = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Color, other: Color) -> float:
    """The ratio of brightness of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


BLACK: Color = (20, 20, 22)
WHITE: Color = (255, 255, 255)


def ink_on(color: Color) -> Color:
    """Black or white, whichever is easier to read on a colour."""
    return WHITE if contrast(WHITE, color) >= contrast(BLACK, color) * 0.8 else BLACK


READABLE = 4.2
"""The least contrast of small letters with what they are written on: as much as any colour of a tile allows."""


def readable(color: Color, ground: Color, least: float = READABLE) -> Color:
    """A colour on a ground: itself, or as much darker or lighter as its letters need."""
    ink = max((BLACK, WHITE), key=lambda one: contrast(one, ground))
    shades = (mixed(color, ink, n / 10) for n in range(11))
    return next((shade for shade in shades if contrast(shade, ground) >= least), ink)


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of a picture. Themes are compared by identity, so that they can key caches."""

    name: str
    paper: Color
    panel: Color
    band: Color
    """Every other row of a table."""
    ink: Color
    faint: Color
    line: Color
    land: Color
    grid: Color
    """The sides of hexes."""
    tiles: Mapping[str, Color]
    track: Color
    casing: Color
    slot: Color
    river: Color
    water: Color
    rock: Color
    barrier: Color
    sections: Mapping[str, Color]
    par: Color
    changed: Color
    last: Color
    alarm: Color
    """Placeholders for what cannot be drawn."""
    good: Color
    routes: Sequence[Color]
    companies: Sequence[Color] = ()
    """Used instead of the title's own colours where those could be confused."""

    def tile(self, color: str) -> Color:
        """The colour of a tile or of what is printed; land if there is nothing."""
        return self.tiles.get(color, self.land) if color else self.land

    def section(self, name: str) -> Color:
        """The colour of a section of the market."""
        return self.sections.get(name) or self.tiles.get(name) or self.sections["white"]


LIGHT = Theme(
    name="light",
    paper=(247, 246, 242),
    panel=(255, 255, 255),
    band=(239, 241, 244),
    ink=BLACK,
    faint=(104, 106, 112),
    line=(196, 196, 196),
    land=(240, 238, 221),
    grid=(168, 166, 150),
    tiles={
        "yellow": (250, 214, 47),
        "green": (101, 179, 88),
        "brown": (190, 126, 70),
        "gray": (171, 174, 179),
        "red": (214, 92, 84),
        "blue": (140, 184, 212),
        "purple": (180, 150, 210),
        "black": (66, 66, 70),
        "white": (240, 238, 221),
    },
    track=BLACK,
    casing=WHITE,
    slot=WHITE,
    river=(122, 178, 218),
    water=(56, 128, 190),
    rock=(150, 96, 48),
    barrier=(32, 92, 190),
    sections={
        "white": (255, 255, 255),
        "lower": (233, 238, 246),
        "yellow": (252, 229, 110),
        "green": (150, 205, 132),
        "orange": (250, 176, 84),
        "brown": (206, 158, 112),
        "end": (222, 208, 246),
        "closing": (120, 120, 124),
    },
    par=(206, 36, 46),
    changed=(0, 132, 212),
    last=(226, 0, 122),
    alarm=(255, 0, 200),
    good=(30, 132, 60),
    routes=((214, 40, 57), (0, 104, 201), (0, 140, 90), (232, 119, 0), (126, 58, 168), (0, 150, 170)),
)

DARK = Theme(
    name="dark",
    paper=(30, 31, 34),
    panel=(43, 45, 49),
    band=(51, 53, 58),
    ink=(236, 237, 239),
    faint=(162, 166, 174),
    line=(84, 87, 94),
    land=(73, 76, 74),
    grid=(46, 48, 50),
    tiles={
        "yellow": (212, 174, 30),
        "green": (66, 136, 62),
        "brown": (150, 94, 50),
        "gray": (128, 131, 137),
        "red": (168, 58, 54),
        "blue": (74, 120, 152),
        "purple": (116, 84, 148),
        "black": (18, 18, 20),
        "white": (73, 76, 74),
    },
    track=(12, 12, 14),
    casing=(225, 225, 225),
    slot=(238, 238, 238),
    river=(66, 122, 170),
    water=(120, 186, 240),
    rock=(214, 160, 106),
    barrier=(96, 160, 255),
    sections={
        "white": (70, 73, 80),
        "lower": (58, 62, 76),
        "yellow": (150, 126, 20),
        "green": (48, 104, 50),
        "orange": (168, 96, 20),
        "brown": (118, 74, 40),
        "end": (96, 76, 140),
        "closing": (24, 24, 26),
    },
    par=(255, 110, 110),
    changed=(80, 200, 255),
    last=(255, 96, 196),
    alarm=(255, 0, 200),
    good=(110, 210, 130),
    routes=((255, 82, 96), (84, 170, 255), (60, 214, 140), (255, 160, 50), (200, 130, 255), (60, 220, 235)),
)

# Chosen by search: the least difference of any two tile colours, as seen with any of the three common kinds of
# colour-blindness, is as large as could be found. Green tiles become blue, red areas dark violet.
SAFE = Theme(
    name="safe",
    paper=(250, 250, 250),
    panel=(255, 255, 255),
    band=(238, 240, 244),
    ink=BLACK,
    faint=(96, 98, 104),
    line=(190, 190, 190),
    land=(246, 246, 242),
    grid=(160, 160, 156),
    tiles={
        "yellow": (255, 205, 0),
        "green": (20, 130, 180),
        "brown": (140, 80, 10),
        "gray": (160, 162, 168),
        "red": (60, 30, 70),
        "blue": (196, 222, 244),
        "purple": (214, 150, 190),
        "black": (66, 66, 70),
        "white": (246, 246, 242),
    },
    track=BLACK,
    casing=WHITE,
    slot=WHITE,
    river=(150, 200, 236),
    water=(0, 92, 160),
    rock=(110, 66, 20),
    barrier=(0, 60, 150),
    sections={
        "white": (255, 255, 255),
        "lower": (228, 228, 236),
        "yellow": (252, 226, 60),
        "green": (86, 180, 233),
        "orange": (240, 170, 60),
        "brown": (176, 104, 30),
        "end": (214, 196, 240),
        "closing": (100, 100, 104),
    },
    par=(150, 0, 90),
    changed=(0, 114, 178),
    last=(213, 94, 0),
    alarm=(255, 0, 200),
    good=(0, 114, 90),
    routes=((200, 70, 0), (0, 90, 170), (20, 20, 20), (250, 200, 40), (120, 200, 250), (150, 40, 110)),
    companies=(
        (0, 73, 146),
        (230, 159, 0),
        (120, 30, 10),
        (86, 180, 233),
        (0, 96, 70),
        (240, 228, 66),
        (204, 121, 167),
        (30, 30, 34),
        (213, 94, 0),
        (178, 178, 255),
        (110, 0, 110),
        (140, 140, 144),
    ),
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, SAFE)}


def theme_named(name: str) -> Theme:
    """A theme by its name, or the light one."""
    return THEMES.get(name, LIGHT)


def company_colors(theme: Theme, companies: Sequence[tuple[str, str]]) -> dict[str, Color]:
    """The colour of every company: its own, or the theme's in the order of the companies."""
    if theme.companies:
        return {symbol: theme.companies[n % len(theme.companies)] for n, (symbol, _) in enumerate(companies)}
    return {symbol: rgb(color) for symbol, color in companies}
