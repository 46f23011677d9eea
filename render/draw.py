"""The draw list: small plain things to be drawn, in pixels of the finished picture. Equal lists give equal pictures."""

from __future__ import annotations

from typing import NamedTuple

from render.geometry import Hexagon, Line, Point
from render.themes import Color


class Fill(NamedTuple):
    """A filled outline."""

    points: Line
    color: Color


class Trace(NamedTuple):
    """A thin line from point to point, closed or not."""

    points: Line
    color: Color
    width: float
    closed: bool = False


class Disc(NamedTuple):
    """A disc with a rim; no colour means that part is not drawn."""

    at: Point
    radius: float
    color: Color | None
    rim: Color | None = None
    width: float = 0.0


class Box(NamedTuple):
    """A rectangle with round corners."""

    low: Point
    high: Point
    color: Color | None
    rim: Color | None = None
    width: float = 0.0
    round: float = 0.0


class Text(NamedTuple):
    """A text already made to fit; `anchor` as Pillow has it; `halo` is drawn around the letters."""

    at: Point
    text: str
    size: float
    color: Color
    bold: bool = False
    anchor: str = "mm"
    halo: Color | None = None
    halo_width: float = 0.0


Item = Fill | Trace | Disc | Box | Text
DrawList = tuple[Item, ...]


class Piece(NamedTuple):
    """A part of a picture with a place and a size of its own; only pieces that are new are drawn."""

    at: tuple[int, int]
    size: tuple[int, int]
    ground: Color
    items: DrawList
    mask: Hexagon | None = None
    """A hex that fills the piece; nothing for a rectangle."""
    clip: tuple[int, int, int, int] | None = None
    """The part of the picture beyond which nothing of it is shown: left, top, right, bottom."""
