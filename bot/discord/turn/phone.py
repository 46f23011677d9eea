"""How high a panel is on a phone: a model of how Discord breaks lines and rows, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.discord.kit.reply import EMOJI, Attachment, Button, Entry, Part, Select
from bot.menu.picture import DrawingJob
from render.fonts import width

SCREEN = 800
SCREENS = 1.5
"""A panel is no higher than so many screens, if it can be helped."""
INEXACT = 22
"""By how much a browser showed panels higher than they are here: a line that just did not fit."""
HIGHEST = SCREENS * SCREEN - INEXACT
WIDE = 313
"""What a screen of 375 pixels leaves for a message."""
LINE, SMALL, HEADING, LETTERS = 21.3, 17.8, 28.0, 15.0
"""The height of a line, of a small one and of a heading, and the size of the letters."""
SMALL_LETTERS = 12.5
SMALL_TEXT, TITLE = "-# ", "### "
QUOTED, INDENT = "> ", 13
BUTTON, LIST, GAP, ASIDE = 42, 44, 6, 10
"""The least height of a button, the height of a list, the gap between rows, and around a line with its button."""
PADDING = 31
"""What a button has beside its label, and a pixel for letters that are drawn on whole pixels."""
DRAWN, AS_WIDE = 28, "MM"
"""What an emoji takes beside a label, and letters as wide as one in a text."""
BESIDE = 0.46
"""The part of the width that a button beside a line may take."""
AROUND = 70
"""What a message has above and below: who said it, and who sees it."""
LOWEST_LINES = 2
"""A label that breaks into more lines beside its line stands below it."""


def height(text: str, pictures: Sequence[DrawingJob], parts: Sequence[Part]) -> float:
    """The height of a panel."""
    drawn = sum(min(one.tall * WIDE, SCREEN * 0.72) + GAP for one in pictures)
    return AROUND + HEADING + _text(text, WIDE) + drawn + sum(map(_part, parts))


def breaks(button: Button) -> bool:
    """Would a label break into three lines or more beside a line?"""
    return _lines(button.label, WIDE * BESIDE - PADDING) > LOWEST_LINES


def _part(part: Part) -> float:
    match part:
        case str():
            return _text(part, WIDE)
        case Entry():
            room = WIDE * BESIDE
            beside = min(_wide(part.button), room)
            text = _text(part.text, WIDE - beside - ASIDE)
            return max(text, _button(part.button, room)) + ASIDE
        case Select():
            return LIST + GAP
        case Attachment():
            return WIDE + GAP
        case _:
            return row(part)


def row(buttons: Sequence[Button]) -> float:
    """Buttons side by side, in as many rows as they need."""
    rows, left = list[float](), 0.0
    for button in buttons:
        wide = min(_wide(button), WIDE)
        if not rows or wide > left:
            rows.append(0.0)
            left = WIDE
        rows[-1] = max(rows[-1], _button(button, WIDE))
        left -= wide + GAP
    return sum(rows) + GAP * len(rows)


def _wide(button: Button) -> float:
    return width(button.label, LETTERS) + PADDING + (DRAWN if button.emoji else 0)


def _button(one: Button, room: float) -> float:
    return max(BUTTON, _lines(one.label, room - PADDING - (DRAWN if one.emoji else 0)) * LINE + 12)


def _text(text: str, room: float) -> float:
    return sum(_line(line, room) for line in text.split("\n")) if text else 0.0


def _line(line: str, room: float) -> float:
    if line.startswith(SMALL_TEXT):
        return _lines(line[len(SMALL_TEXT) :], room, SMALL_LETTERS) * SMALL
    if line.startswith(TITLE):
        return _lines(line[len(TITLE) :], room, bold=True) * HEADING
    if line.startswith(QUOTED):
        return _lines(line[len(QUOTED) :], room - INDENT) * LINE
    return _lines(line, room) * LINE


@lru_cache(maxsize=2048)
def _lines(text: str, room: float, size: float = LETTERS, *, bold: bool = False) -> int:
    """In how many lines a text breaks."""
    count, left, space = 0, 0.0, width(" ", size)
    shown = EMOJI.sub(f"{AS_WIDE} ", text).replace("**", "").replace("`", "")
    for word in shown.split():
        wide = width(word, size, bold=bold)
        if not count or wide > left:
            count += max(1, int(-(-wide // room)))
            left = room - wide % room
        else:
            left -= wide
        left -= space
    return max(count, 1)
