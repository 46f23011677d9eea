"""Emblems: one small picture for each company, kind of train and private company, told apart at the size of a letter.
They are not of a theme: a rim keeps each apart from a dark and from a light ground.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from io import BytesIO

from PIL import Image, ImageDraw

from engine.view import View
from render.fonts import font
from render.picture import Picture
from render.themes import BLACK, WHITE, Color, ink_on, rgb

COMPANY, TRAIN, PRIVATE = "company", "train", "private"
SIDE, MARGIN, RIM, CORNER = 128, 3, 7, 26
LONGEST = 3
"""The most letters that can be read at this size. A company with a longer name shows the first ones, since its colour
tells it apart; a train or a private company, whose emblem is nothing but its name, has none.
"""
STRETCHED = 1.7
"""How much higher than wide letters may be drawn, to fill their room."""
CARD: Color = (240, 232, 212)
STEEL: Color = (62, 78, 92)
LETTERS = 160
UNFIT = re.compile(r"[^A-Za-z0-9]")
Area = tuple[int, int, int, int]


@dataclass(frozen=True)
class Emblem:
    """What one stands for."""

    kind: str
    text: str
    color: str = ""
    """Of a company; others have none."""


def emblems(view: View) -> list[Emblem]:
    """Those of a game."""
    companies = [Emblem(COMPANY, one.symbol, one.color) for one in (*view.companies, *view.builders)]
    trains = [Emblem(TRAIN, one.kind) for one in view.trains]
    privates = [Emblem(PRIVATE, one.id) for one in view.privates]
    found = dict.fromkeys((*companies, *trains, *privates))
    return [one for one in found if one.text and (one.kind == COMPANY or len(one.text) <= LONGEST)]


def draw_emblem(emblem: Emblem) -> Picture:
    """It as a picture, transparent around it. Nobody hears it: it stands beside a name."""
    large = Image.new("RGBA", (2 * SIDE, 2 * SIDE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(large)
    match emblem.kind:
        case "company":
            _company(large, pen, emblem)
        case "train":
            _train(large, pen, emblem.text)
        case _:
            _private(large, pen, emblem.text)
    small = large.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.save(file, "PNG", optimize=True)
    return Picture(file.getvalue(), "", small.size)


def emblem_name(emblem: Emblem, png: bytes) -> str:
    """A name of letters, digits and underscores, which changes with the drawing. Some hear it: it begins with what
    the emblem stands for.
    """
    return f"{UNFIT.sub('', emblem.text)}_{blake2b(png, digest_size=4).hexdigest()}"


def _company(large: Image.Image, pen: ImageDraw.ImageDraw, emblem: Emblem) -> None:
    """A square in the company's colour."""
    color = rgb(emblem.color)
    ink = ink_on(color)
    low, high = 2 * MARGIN, 2 * (SIDE - MARGIN)
    pen.rounded_rectangle((low, low, high, high), 2 * CORNER, color, WHITE if ink == WHITE else BLACK, 2 * RIM)
    _write(large, emblem.text[:LONGEST], (17, 17, 111, 111), ink)


def _train(large: Image.Image, pen: ImageDraw.ImageDraw, text: str) -> None:
    """A locomotive: a body with two wheels."""
    for x in (34, 94):
        pen.ellipse(_twice((x - 21, 82, x + 21, 124)), BLACK, WHITE, 2 * RIM)
    pen.rounded_rectangle(_twice((3, 3, 125, 98)), 2 * 16, STEEL, WHITE, 2 * RIM)
    _write(large, text, (12, 12, 116, 90), WHITE)


def _private(large: Image.Image, pen: ImageDraw.ImageDraw, text: str) -> None:
    """A certificate: a card with sharp corners."""
    pen.rectangle(_twice((3, 16, 125, 112)), CARD, BLACK, 2 * RIM)
    _write(large, text, (14, 27, 114, 101), BLACK)


def _twice(area: Area) -> Area:
    return (2 * area[0], 2 * area[1], 2 * area[2], 2 * area[3])


def _write(large: Image.Image, text: str, area: Area, ink: Color) -> None:
    """Write a name as large as its room allows."""
    left, top, right, bottom = _twice(area)
    mask = _letters(text)
    wide = min(1.0, (right - left) / mask.width)
    across = round(mask.width * wide)
    down = round(min(bottom - top, mask.height * wide * STRETCHED))
    across = round(min(across, mask.width * down / mask.height * STRETCHED))
    drawn = mask.resize((across, down), Image.Resampling.LANCZOS)
    large.paste(ink, (left + (right - left - across) // 2, top + (bottom - top - down) // 2), drawn)


def _letters(text: str) -> Image.Image:
    """A line of letters without anything around it."""
    shape = font(LETTERS, bold=True)
    left, top, right, bottom = shape.getbbox(text)
    mask = Image.new("L", (int(right - left), int(bottom - top)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, 255, shape)
    return mask
