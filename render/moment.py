"""The heading of every picture: phase, round, who acts; in words and as pieces."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar

from engine.view import PhaseSheet, View
from engine.words import Words
from engine.words.buttons import capital
from render.draw import Box, Disc, Item, Piece, Text
from render.fonts import fitted, width
from render.themes import Theme, ink_on

_reader: ContextVar[str] = ContextVar("reader", default="")


@contextmanager
def drawn_for(seat: str) -> Generator[None]:
    """Everything within is drawn for whoever plays in this seat alone, whom its heading calls "you"."""
    before = _reader.set(seat)
    try:
        yield
    finally:
        _reader.reset(before)


def round_words(view: View) -> str:
    """`Operating round 2 of 3`."""
    return capital(Words(view).round())


def who_acts(view: View) -> str:
    """A sentence that says who must act."""
    words = Words(view, reader=_reader.get())
    if view.end is not None:
        return words.text("won", names=[words.holder(seat) for seat in view.end.winners])
    if not view.decisions:
        return ""
    if len(view.decisions) > 2:
        return words.text("waiting", names=[words.called(one.seat, "who") for one in view.decisions])
    return " ".join(words.decision(decision) for decision in view.decisions)


def moment_words(view: View) -> str:
    """The heading in a sentence or two, for alt texts."""
    acts, words = who_acts(view), Words(view)
    name = "moment_acts" if acts else "moment"
    return words.text(name, phase=words.phase(view.phase), round=words.round(), acts=acts)


def era(phase: PhaseSheet, theme: Theme) -> str:
    """The colour of a phase: the one in its name, light or dark, or that of its latest tiles."""
    called = phase.name.split()[-1]
    return called if called in theme.tiles else phase.tiles[-1]


def title_bar(text: str, wide: int, theme: Theme) -> Piece:
    """A band across the top with nothing but a title, for pictures that show no moment."""
    high = round(wide * 0.055)
    title, size = fitted(text, high * 0.55, wide * 0.96, bold=True)
    items = (Text((wide * 0.02, high / 2), title, size, theme.ink, True, "lm"),)
    return Piece((0, 0), (wide, high), theme.panel, items)


def header(view: View, theme: Theme, wide: int, unit: float, subject: str) -> Piece:
    """A band across the top; `unit` is the size of its larger letters. It is lower where nobody acts."""
    acts = who_acts(view)
    high = round(unit * (2.75 if acts else 1.66))
    phase = next((phase for phase in view.phases if phase.name == view.phase), None)
    color = theme.tile(era(phase, theme)) if phase is not None and phase.tiles else theme.panel
    said = Words(view)
    chip = capital(said.phase(view.phase))
    chip_wide = width(chip, unit * 0.8, bold=True) + unit
    edge = unit * 0.5
    items: list[Item] = [
        Box((edge, unit * 0.28), (edge + chip_wide, unit * 1.38), color, theme.ink, unit * 0.05, unit * 0.3),
        Text((edge + chip_wide / 2, unit * 0.84), chip, unit * 0.8, ink_on(color), True),
    ]
    left = edge + chip_wide + unit * 0.5
    tail, tail_size = fitted(said.text("subject", game=view.name, what=subject), unit * 0.62, wide * 0.3)
    tail_wide = width(tail, tail_size)
    words, size = fitted(round_words(view), unit, wide - left - tail_wide - 2 * edge, bold=True)
    items.append(Text((left, unit * 0.84), words, size, theme.ink, True, "lm"))
    items.append(Text((wide - edge, unit * 0.84), tail, tail_size, theme.faint, False, "rm"))
    if acts:
        words, size = fitted(acts, unit * 0.86, wide - 2 * edge - unit, bold=False)
        items.append(Disc((edge + unit * 0.3, unit * 2.0), unit * 0.22, theme.last))
        items.append(Text((edge + unit * 0.8, unit * 2.0), words, size, theme.ink, False, "lm"))
    return Piece((0, 0), (wide, high), theme.panel, tuple(items))
