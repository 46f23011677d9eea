"""The letters: the DejaVu fonts, which come with matplotlib's package data under their own free licence."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

Font = ImageFont.FreeTypeFont
ELLIPSIS = "…"
LONGEST = 400
"""No place has room for more letters than this."""
SMALLEST = 0.62
"""Text is shrunk to this part of its size before it is cut."""

HINTED, TOO_WIDE = 10, 1.1
"""Below this many pixels letters are drawn wider than planned, sometimes by more than this."""


@cache
def _folder() -> Path:
    # Looking for the package does not import it, which is slow and needed only for charts.
    found = find_spec("matplotlib")
    assert found is not None and found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations))) / "mpl-data" / "fonts" / "ttf"


@lru_cache(maxsize=256)
def font(size: int, *, bold: bool) -> Font:
    """A font of this many pixels."""
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(str(_folder() / name), max(4, size), layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at a size."""
    return font(64, bold=bold).getlength(text) * size / 64


@lru_cache(maxsize=8192)
def as_drawn(text: str, size: float, *, bold: bool = False) -> Font:
    """The font for a text: one step smaller where few pixels make its letters too wide for its room."""
    found = font(round(size), bold=bold)
    if size < HINTED and found.getlength(text) > width(text, size, bold=bold) * TOO_WIDE:
        return font(round(size) - 1, bold=bold)
    return found


@lru_cache(maxsize=8192)
def ink(text: str, size: float, *, bold: bool = False) -> tuple[float, float]:
    """How far a text's letters reach above and below the middle of its line: negative, and positive."""
    _, top, _, bottom = font(64, bold=bold).getbbox(text, anchor="mm")
    return top * size / 64, bottom * size / 64


@lru_cache(maxsize=8192)
def fitted(text: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """A text and the size at which it fits: smaller first, then cut with an ellipsis."""
    text = " ".join(text[:LONGEST].split())
    wide = width(text, size, bold=bold)
    if wide <= room:
        return text, size
    smaller = max(size * room / wide, size * SMALLEST)
    if width(text, smaller, bold=bold) <= room + 0.01:
        return text, smaller
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle] + ELLIPSIS, smaller, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS, smaller


@lru_cache(maxsize=1024)
def wrapped(text: str, size: float, room: float) -> tuple[str, ...]:
    """A text in as many lines as it needs."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)
