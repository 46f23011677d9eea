"""The result of every drawing function, and how it is finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.view import View
from render.draw import Piece
from render.model import colors_of
from render.paint import compose, few_colors, palette_of, png
from render.themes import Theme


@dataclass(frozen=True)
class Picture:
    """A PNG file with its words for those who cannot see it, and what could not be drawn as it should."""

    png: bytes
    alt: str
    size: tuple[int, int]
    problems: tuple[str, ...] = ()


def finish(
    view: View, theme: Theme, size: tuple[int, int], pieces: Sequence[Piece], alt: str, problems: Sequence[str] = ()
) -> Picture:
    """Put pieces together and make a file of them."""
    return Picture(png(in_palette(view, theme, size, pieces)), alt, size, tuple(problems))


def finish_plain(theme: Theme, size: tuple[int, int], pieces: Sequence[Piece], alt: str) -> Picture:
    """The same for a picture without a game, in the colours of the theme alone."""
    return Picture(png(few_colors(compose(size, theme.paper, pieces), palette_of(theme, ()))), alt, size)


def in_palette(view: View, theme: Theme, size: tuple[int, int], pieces: Sequence[Piece]) -> Image.Image:
    """Compose pieces in the 256 colours of the theme and the game's companies."""
    companies = tuple(colors_of(view, theme).values())
    return few_colors(compose(size, theme.paper, pieces), palette_of(theme, companies))
