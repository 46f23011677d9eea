"""The phases: what begins each and what it changes; below them the ways the game can end and how close they are."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.sheets import PhaseSheet
from engine.view import View
from engine.words import Words
from engine.words.buttons import capital
from render.draw import Box, Disc, Item, Text
from render.fonts import fitted, wrapped
from render.hearing import in_full, within
from render.moment import era, moment_words
from render.picture import Picture, finish
from render.rows import Chips, Rows
from render.themes import Color, Theme, ink_on, theme_named

WIDE = 1080
COLUMNS = (("phase_begins", 0.5), ("train_limit", 0.74), ("operating_rounds", 0.985))
NOW, SOON = 1, 2
"""How many phases are told in full in any case, and how many before how the game ends: the one now, and the next."""
FIRST = 0.3
"""Where the columns begin, as a part of the width."""


def draw_phases(view: View, *, only: Sequence[str] = (), theme: str = "light", wide: int = WIDE) -> Picture:
    """One row per phase, the current one marked, and the ways the game can end; or the rows of some phases."""
    colors = theme_named(theme)
    rows, shown = _rows_of(view, only, colors, wide)
    endings = [] if only else rows.words.endings()
    if endings:
        rows.heading("endings", ())
    for n, ending in enumerate(endings):
        _ending(rows, ending, colors.band if n % 2 else colors.panel)
    alt = phases_alt(view, shown, endings)
    return finish(view, colors, (wide, rows.top), rows.pieces, alt, rows.problems)


def phases_shape(view: View, only: Sequence[str]) -> float:
    """The height of the picture of some phases as a part of its width."""
    rows, _ = _rows_of(view, only, theme_named("light"), WIDE)
    return rows.top / WIDE


def _rows_of(view: View, only: Sequence[str], colors: Theme, wide: int) -> tuple[Rows, list[PhaseSheet]]:
    """The rows of the phases, and which they are."""
    rows = Rows(view, colors, wide, Words(view).text("phases"))
    rows.heading("phases", COLUMNS)
    shown = [phase for phase in view.phases if not only or phase.name in only]
    for n, phase in enumerate(shown):
        _phase(rows, phase, colors.band if n % 2 else colors.panel)
    return rows, shown


def _phase(rows: Rows, phase: PhaseSheet, ground: Color) -> None:
    u, theme, words, now = rows.unit, rows.theme, rows.words, rows.view.phase == phase.name
    color = theme.tile(era(phase, theme)) if phase.tiles else theme.panel
    name, size = fitted(words.color(phase.name), u * 0.95, rows.wide * 0.2, bold=True)
    left = u * 1.5
    items: list[Item] = [
        Box((left, u * 0.25), (left + rows.wide * 0.22, u * 1.7), color, theme.ink, u * 0.05, u * 0.3),
        Text((left + rows.wide * 0.11, u * 0.98), name, size, ink_on(color), True),
    ]
    if now:
        items.append(Disc((u * 0.8, u * 0.98), u * 0.28, theme.last))
    values = [
        _begins(words, phase),
        words.text(
            "phase_cards" if phase.card_limit else "phase_trains", limit=phase.train_limit, cards=phase.card_limit
        ),
        str(phase.operating_rounds),
    ]
    items += rows.numbers(values, COLUMNS, u * 0.98, FIRST)
    chips = Chips(rows, u * 1.5, u * 1.95)
    for tiles in phase.tiles:
        chips.label(words.text("phase_tiles", color=words.color(tiles)), color=theme.tile(tiles))
    for note in phase_notes(rows.view, phase):
        chips.label(note, faint=True)
    rows.add(chips.bottom + u * 0.35, [*items, *chips.items], ground)


def _begins(words: Words, phase: PhaseSheet) -> str:
    return words.text("phase_train", kind=words.card(phase.on)) if phase.on else words.text("phase_first")


def phase_notes(view: View, phase: PhaseSheet) -> list[str]:
    """What a phase changes, in a few words each."""
    words = Words(view)
    before = view.phases[max(0, view.phases.index(phase) - 1)]
    notes: list[str] = []
    for ware in view.trains:
        if phase.on and phase.on in (ware.kind, ware.back_of) and ware.rusts:
            notes.append(words.text("scraps", kinds=words.cards(view.cards_rusted(ware))))
    if phase.closes_privates:
        notes.append(words.text("phase_closes"))
    elif phase.private_sales and not before.private_sales:
        notes.append(words.text("phase_sales"))
    if closing := [one.id for one in view.privates if one.id in phase.closes]:
        notes.append(words.text("phase_closes_some", number=len(closing), privates=closing))
    if phase.offboard != before.offboard:
        notes.append(words.text("phase_offboard"))
    return notes


def _ending(rows: Rows, ending: str, ground: Color) -> None:
    u = rows.unit
    lines = wrapped(ending, u * 0.95, rows.wide - u * 1.2)
    items: list[Item] = [
        Text((u * 0.6, u * (0.9 + 1.25 * n)), line, u * 0.95, rows.theme.ink, False, "lm")
        for n, line in enumerate(lines)
    ]
    rows.add(u * (0.55 + 1.25 * len(lines)), items, ground)


def phases_alt(view: View, shown: Sequence[PhaseSheet], endings: Sequence[str]) -> str:
    """The phase now and the next one, how the game ends, then the other phases, the last ones those that are over."""
    words, names = Words(view), [phase.name for phase in view.phases]
    now = names.index(view.phase) if view.phase in names else 0
    over = [phase for phase in shown if names.index(phase.name) < now]
    order = [*(one for one in shown if one not in over), *over]
    long = [phase_in_words(view, words, one) for one in order]
    short = [*long[:NOW], *(_in_short(words, one) for one in order[NOW:])]
    first = words.text("phases_alt", game=view.name, moment=moment_words(view))
    long, short = ([*one[:SOON], *endings, *one[SOON:]] for one in (long, short))
    return within(words, first, in_full(first, long, short))


def _in_short(words: Words, phase: PhaseSheet) -> str:
    """A phase that is far off, in a few words."""
    name, train = capital(words.phase(phase.name)), _begins(words, phase)
    return words.text("phase_alt_short", phase=name, train=train, limit=phase.train_limit)


def phase_in_words(view: View, words: Words, phase: PhaseSheet) -> str:
    """A phase in a sentence: what begins it, and what it changes."""
    name = capital(words.phase(phase.name))
    return words.text(
        "phase_alt" if phase.on else "phase_alt_first",
        phase=words.text("phase_alt_now", phase=name) if phase.name == view.phase else name,
        train=_begins(words, phase),
        limit=words.text(
            "phase_cards" if phase.card_limit else "phase_trains", limit=phase.train_limit, cards=phase.card_limit
        ),
        tiles=[words.color(one) for one in phase.tiles],
        notes=[words.text("phase_rounds_alt", rounds=phase.operating_rounds), *phase_notes(view, phase)],
    )
