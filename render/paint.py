"""Pillow: draw lists drawn at twice the size and shrunk, pieces kept for the next picture."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from render.draw import Box, Disc, DrawList, Fill, Item, Piece, Text, Trace
from render.fonts import as_drawn
from render.geometry import Hexagon
from render.themes import BLACK, WHITE, Color, Theme, mixed

SCALE = 2
KEPT_PIXELS = 10_000_000
"""Pixels of pieces kept in a process: 30 MB, two large maps."""


class _Kept:
    """Finished pieces, the least recently used removed first. Keyed by content, so they can never be stale."""

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
                font=as_drawn(text, size * SCALE, bold=bold),
                anchor=anchor,
                stroke_width=round(halo_width * SCALE) if halo else 0,
                stroke_fill=halo,
            )


@lru_cache(maxsize=16)
def _hex_mask(hexagon: Hexagon, width: int, height: int) -> Image.Image:
    """A hex that fills its box, half a pixel wider than it is: neighbours meet without a seam."""
    large, half = Image.new("L", (width * 4, height * 4), 0), hexagon.half
    points = [
        (width * 2 + x / half[0] * (width + 0.2) * 2, height * 2 + y / half[1] * (height + 0.2) * 2)
        for x, y in hexagon.corners()
    ]
    ImageDraw.Draw(large).polygon(points, fill=255)
    return large.reduce(4)


Box4 = tuple[int, int, int, int]
FEW_NEW = 40
"""With more new pieces than this a picture is composed from scratch."""


class _Canvas:
    """The last picture composed, so that the next one of the same game changes only where pieces are new."""

    def __init__(self) -> None:
        self.size = (0, 0)
        self.ground: Color = (0, 0, 0)
        self.pieces: tuple[Piece, ...] = ()
        self.picture = Image.new("RGB", (1, 1))

    def next(self, size: tuple[int, int], ground: Color, pieces: tuple[Piece, ...]) -> Image.Image:
        new = self._new_boxes(size, ground, pieces)
        if new is None:
            self.picture = Image.new("RGB", size, ground)
            for piece in pieces:
                _paste(self.picture, piece, (0, 0, *size))
        else:
            for box in new:
                self.picture.paste(ground, box)
                for piece in pieces:
                    _paste(self.picture, piece, box)
        self.size, self.ground, self.pieces = size, ground, pieces
        return self.picture

    def _new_boxes(self, size: tuple[int, int], ground: Color, pieces: tuple[Piece, ...]) -> list[Box4] | None:
        """Where the pieces differ from the last ones, if their number and places are the same."""
        if self.size != size or self.ground != ground or len(self.pieces) != len(pieces):
            return None
        boxes: list[Box4] = []
        for old, new in zip(self.pieces, pieces, strict=True):
            if old == new:
                continue
            if old.at != new.at or old.size != new.size or len(boxes) == FEW_NEW:
                return None
            left, top = max(0, new.at[0]), max(0, new.at[1])
            boxes.append((left, top, min(size[0], new.at[0] + new.size[0]), min(size[1], new.at[1] + new.size[1])))
        return boxes


_CANVAS = _Canvas()


def _paste(picture: Image.Image, piece: Piece, within: Box4) -> None:
    """Put a piece on a picture, clipped to a box and to its own clip."""
    x, y = piece.at
    clip = piece.clip or within
    left, top = max(0, within[0] - x, clip[0] - x), max(0, within[1] - y, clip[1] - y)
    right = min(piece.size[0], within[2] - x, clip[2] - x)
    bottom = min(piece.size[1], within[3] - y, clip[3] - y)
    if left >= right or top >= bottom:
        return
    part = _KEPT.get(piece)
    mask = _hex_mask(piece.mask, *piece.size) if piece.mask is not None else None
    if (left, top, right, bottom) != (0, 0, *piece.size):
        part = part.crop((left, top, right, bottom))
        mask = mask.crop((left, top, right, bottom)) if mask is not None else None
    picture.paste(part, (x + left, y + top), mask)


def compose(size: tuple[int, int], ground: Color, pieces: Sequence[Piece]) -> Image.Image:
    """A picture of pieces; those drawn before are only pasted. The caller must not change it."""
    return _CANVAS.next(size, ground, tuple(pieces))


# --- bytes


@lru_cache(maxsize=32)
def palette_of(theme: Theme, companies: tuple[Color, ...]) -> Image.Image:
    """The 256 colours of a theme and its companies: each colour, and its shades towards letters and paper."""
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
    picture.save(out, "PNG", compress_level=3)
    return out.getvalue()
