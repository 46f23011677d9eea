"""Pillow: draw lists drawn at twice the size and shrunk, pieces kept for the next picture."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from render.draw import Box, Disc, DrawList, Fill, Item, Piece, Text, Trace
from render.fonts import font
from render.geometry import corners, ribbon
from render.themes import BLACK, WHITE, Color, Theme, mixed

SCALE = 2
KEPT_PIXELS = 16_000_000
"""Pixels of pieces kept in a process: 48 MB."""


class _Kept:
    """Finished pieces, the least used thrown away first. Keyed by content, so it can never be stale."""

    def __init__(self) -> None:
        self.found: OrderedDict[object, Image.Image] = OrderedDict()
        self.pixels = 0

    def get(self, piece: Piece) -> Image.Image:
        key = piece[1:4]
        picture = self.found.get(key)
        if picture is None:
            picture = paint(piece.size, piece.ground, piece.items)
            self.found[key] = picture
            self.pixels += picture.width * picture.height
            while self.pixels > KEPT_PIXELS and len(self.found) > 1:
                _, old = self.found.popitem(last=False)
                self.pixels -= old.width * old.height
        else:
            self.found.move_to_end(key)
        return picture


_KEPT = _Kept()


def paint(size: tuple[int, int], ground: Color, items: DrawList) -> Image.Image:
    """A draw list as a picture."""
    large = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), ground)
    pen = ImageDraw.Draw(large)
    for item in items:
        _draw(pen, item)
    return large.reduce(SCALE)


def _draw(pen: ImageDraw.ImageDraw, item: Item) -> None:
    match item:
        case Fill(points, color):
            pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=color)
        case Trace(points, color, width, closed):
            line = [(x * SCALE, y * SCALE) for x, y in ((*points, points[0]) if closed else points)]
            pen.line(line, fill=color, width=max(1, round(width * SCALE)), joint="curve")
        case Disc((x, y), radius, color, rim, width):
            box = [(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE - 1, (y + radius) * SCALE - 1]
            pen.ellipse(box, fill=color, outline=rim, width=round(width * SCALE))
        case Box(low, high, color, rim, width, corner):
            box = [low[0] * SCALE, low[1] * SCALE, high[0] * SCALE - 1, high[1] * SCALE - 1]
            if box[2] >= box[0] and box[3] >= box[1]:
                pen.rounded_rectangle(box, corner * SCALE, fill=color, outline=rim, width=round(width * SCALE))
        case Text((x, y), text, size, color, bold, anchor, halo, halo_width):
            pen.text(
                (x * SCALE, y * SCALE),
                text,
                fill=color,
                font=font(round(size * SCALE), bold=bold),
                anchor=anchor,
                stroke_width=round(halo_width * SCALE) if halo else 0,
                stroke_fill=halo,
            )


@lru_cache(maxsize=16)
def _hex_mask(width: int, height: int) -> Image.Image:
    """A hex that fills its box, half a pixel wider than it is: neighbours meet without a seam."""
    large = Image.new("L", (width * 4, height * 4), 0)
    points = [
        (width * 2 + x / math.sqrt(3) * 2 * (width + 0.2) * 2, height * 2 + y * (height + 0.2) * 2)
        for x, y in corners()
    ]
    ImageDraw.Draw(large).polygon(points, fill=255)
    return large.reduce(4)


def compose(size: tuple[int, int], ground: Color, pieces: Sequence[Piece]) -> Image.Image:
    """A picture of pieces; those drawn before are only pasted."""
    picture = Image.new("RGB", size, ground)
    for piece in pieces:
        part = _KEPT.get(piece)
        mask = _hex_mask(*piece.size) if piece.mask == "hex" else None
        at = piece.at
        if piece.clip is not None:
            left, top, right, bottom = piece.clip
            box = (
                max(0, left - at[0]),
                max(0, top - at[1]),
                min(part.width, right - at[0]),
                min(part.height, bottom - at[1]),
            )
            if box[0] >= box[2] or box[1] >= box[3]:
                continue
            part = part.crop(box)
            mask = mask.crop(box) if mask is not None else None
            at = (at[0] + box[0], at[1] + box[1])
        picture.paste(part, at, mask)
    return picture


# --- bytes


@lru_cache(maxsize=32)
def palette_of(theme: Theme, companies: tuple[Color, ...]) -> Image.Image:
    """The 256 colours of a theme and its companies: each as it is, and its shades towards letters and paper."""
    colors: dict[Color, None] = {}
    surfaces = [
        theme.paper,
        theme.panel,
        theme.band,
        theme.land,
        *theme.tiles.values(),
        *theme.sections.values(),
        theme.slot,
    ]
    single = [
        theme.ink,
        theme.faint,
        theme.line,
        theme.grid,
        theme.track,
        theme.river,
        theme.water,
        theme.rock,
        theme.barrier,
        theme.par,
        theme.changed,
        theme.last,
        theme.alarm,
        theme.good,
        BLACK,
        WHITE,
        *theme.routes,
    ]
    wanted: list[Color] = [*surfaces, *single, *companies]
    pale = [mixed(color, theme.slot, 0.65) for color in companies]
    wanted += pale
    for part in (0.5, 0.25, 0.75):
        wanted += [mixed(surface, theme.ink, part) for surface in surfaces]
        wanted += [mixed(color, WHITE, part) for color in companies]
        wanted += [mixed(color, BLACK, part) for color in companies]
        wanted += [mixed(surface, theme.casing, part) for surface in theme.tiles.values()]
    wanted += [mixed(color, theme.land, 0.5) for color in single]
    for color in wanted:
        if len(colors) < 256:
            colors.setdefault(color)
    flat = [channel for color in colors for channel in color]
    made = Image.new("P", (1, 1))
    made.putpalette(flat + list(theme.paper) * (256 - len(colors)))
    return made


def few_colors(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """A picture in the colours of a palette, each pixel the nearest."""
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def png(picture: Image.Image) -> bytes:
    """A picture as the bytes of a PNG file."""
    out = BytesIO()
    picture.save(out, "PNG", compress_level=4)
    return out.getvalue()


def stroke(line: Sequence[tuple[float, float]], width: float, color: Color) -> Fill:
    """A line drawn as wide as track."""
    return Fill(ribbon(line, width), color)
