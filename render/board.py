"""The map."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from engine.view import View
from engine.words import Words
from render.changes import Changes, changes
from render.draw import Disc, Item, Piece, Text, Trace
from render.fonts import width
from render.geometry import APOTHEM, PITCH, Hexagon
from render.hearing import FEW, companies_on_map, homes_in_words, placed, within
from render.hexes import hex_items
from render.joined import joined
from render.model import HexModel, hex_models
from render.moment import header, moment_words
from render.numbered import ACROSS, LETTERS, hex_of, numbered_alt, part_around, with_numbers
from render.owners import key_to_owners, with_owners
from render.picture import Picture, finish
from render.themes import Theme, theme_named
from render.track_words import hex_in_words

Routes = Mapping[str, Sequence[tuple[int, int, int]]]
MARGIN = 0.62
"""Room for coordinates on each side, in sides of a hex."""


@dataclass(frozen=True)
class Frame:
    """The positions of a map's hexes in the picture."""

    wide: int
    top: int
    left: int
    pitch: int
    """Pixels from the middle of a hex to the middle of a side, which is upright, or level if hexes are flat on top."""
    scale: float
    """Pixels of a hex's side."""
    low_column: int
    low_row: int
    high_row: int
    hexagon: Hexagon

    @property
    def half(self) -> tuple[float, float]:
        """Half the width and half the height of a hex."""
        return (self.scale, self.pitch) if self.hexagon.flat else (self.pitch, self.scale)

    @property
    def hex_size(self) -> tuple[int, int]:
        """The box around a hex."""
        return 2 * round(self.half[0]), 2 * round(self.half[1])

    def across(self, column: int) -> float:
        """The middle of a column, from the left end of the map."""
        more = column - self.low_column
        return self.half[0] + (more * PITCH * self.scale if self.hexagon.flat else more * self.pitch)

    def down(self, row: int) -> float:
        """The middle of a row, from the upper end of the map."""
        more = row - self.low_row
        return self.half[1] + (more * self.pitch if self.hexagon.flat else more * PITCH * self.scale)

    def middle(self, row: int, column: int) -> tuple[int, int]:
        """The centre of a hex."""
        return round(self.left + self.across(column)), round(self.top + self.down(row))

    @property
    def bottom(self) -> int:
        """The lower end of the lowest hexes."""
        return round(self.top + self.down(self.high_row) + self.half[1])


def frame_of(places: Sequence[tuple[int, int]], wide: int, top: int, flat: bool, margin: float = MARGIN) -> Frame:
    """Fit hexes, given as rows and columns, into a width."""
    rows = [row for row, _ in places] or [0]
    columns = [column for _, column in places] or [0]
    hexagon, more = Hexagon(flat), max(columns) - min(columns)
    # In sides of a hex if they are flat on top, else in half the width of a hex.
    across, side = (2 + more * PITCH, 1.0) if flat else (2 + more, APOTHEM)
    pitch = max(3, int(wide / (across + 2 * margin / side) * (APOTHEM / side)))
    scale = pitch / APOTHEM
    left = (wide - round(across * scale * side)) // 2
    return Frame(wide, round(top + margin * scale), left, pitch, scale, min(columns), min(rows), max(rows), hexagon)


def draw_map(
    view: View,
    *,
    theme: str = "light",
    wide: int = 2000,
    since: View | None = None,
    when: str = "turn",
    before: View | None = None,
    turn: View | None = None,
    routes: Routes | None = None,
    around: Collection[str] = (),
    numbers: Mapping[str, str] | None = None,
    owners: bool = False,
) -> Picture:
    """The map for one viewer: `since` is the view `when` they were last there, `before` the one before the last move,
    `turn` the one before a turn that is looked back at.

    With `around`, only the part of the map with these hexes is drawn, larger; likewise with `numbers`: hexes or
    stops to choose from, each with its short text. `owners`: markers have a rim in the colour of their president.
    """
    colors = theme_named(theme)
    changed = replace(changes(view, since, before, turn), when=when)
    alt = numbered_alt(view, numbers) if numbers else map_alt(view, changed, around)
    if around or numbers:
        hexes = {*around, *map(hex_of, numbers or ())}
        view = structs.replace(view, hexes=part_around(view, hexes, ACROSS if numbers else 1))
    size, pieces, problems = map_pieces(view, colors, wide, changed, routes or {}, numbers=numbers or {}, owners=owners)
    return finish(view, colors, size, pieces, alt, problems)


def map_pieces(
    view: View,
    theme: Theme,
    wide: int,
    changed: Changes,
    routes: Routes,
    subject: str = "",
    numbers: Mapping[str, str] | None = None,
    *,
    owners: bool = False,
) -> tuple[tuple[int, int], list[Piece], list[str]]:
    """Size, pieces and problems of a map."""
    head = header(view, theme, wide, max(9.0, wide * 0.027), subject or Words(view).text("map"))
    frame = frame_of([(place.row, place.column) for place in view.hexes], wide, head.size[1], view.flat)
    models, problems = hex_models(view, theme, changed.marks, routes, changed.fresh)
    models = with_owners(view, models, theme) if owners else models
    if numbers:
        models, unknown = with_numbers(view, models, numbers, LETTERS * wide / frame.scale)
        problems += unknown
    pieces = [head, *_coordinates(view, frame, theme)]
    pieces += hex_pieces(view, models, frame, theme, problems)
    bottom = round(frame.bottom + MARGIN * frame.scale)
    legend = _legend(Words(view), changed, frame, theme, bottom)
    if legend is not None:
        pieces.append(legend)
        bottom += legend.size[1]
    if owners:
        pieces.append(key_to_owners(view, theme, wide, frame.left, bottom))
        bottom += pieces[-1].size[1]
    return (wide, bottom), pieces, problems


def hex_pieces(view: View, models: Sequence[HexModel], frame: Frame, theme: Theme, problems: list[str]) -> list[Piece]:
    """Every hex as a piece; one that cannot be drawn becomes a placeholder and is reported."""
    at_place = {(place.row, place.column): n for n, place in enumerate(view.hexes)}
    models = joined(view, models)
    barred = [set(model.barriers) for model in models]
    for n, place in enumerate(view.hexes):
        for side, kind in models[n].barriers:
            down, right = view.grid.steps[side]
            other = at_place.get((place.row + down, place.column + right))
            if other is not None:
                barred[other].add(((side + 3) % 6, kind))
    wide, high = frame.hex_size
    pieces: list[Piece] = []
    for n, place in enumerate(view.hexes):
        model = replace(models[n], barriers=tuple(sorted(barred[n])))
        x, y = frame.middle(place.row, place.column)
        try:
            items = hex_items(model, theme, frame.scale, (wide / 2, high / 2))
        except Exception as e:  # A picture must not stop a game.
            problems.append(f"{place.id}: cannot be drawn ({e!r})")
            bare = replace(model, unknown=Words(view).text("cannot_be_drawn"))
            items = hex_items(bare, theme, frame.scale, (wide / 2, high / 2))
        pieces.append(
            Piece((x - wide // 2, y - high // 2), (wide, high), theme.tile(model.color), items, frame.hexagon)
        )
    return pieces


# --- around the hexes


def _coordinates(view: View, frame: Frame, theme: Theme) -> list[Piece]:
    """Letters and numbers on all four sides."""
    rows: dict[int, str] = {}
    columns: dict[int, str] = {}
    for place in view.hexes:
        match = re.fullmatch(r"(\D+)(\d+)", place.id)
        if match:
            letters, numbers = (columns, rows) if view.flat else (rows, columns)
            letter, number = (place.column, place.row) if view.flat else (place.row, place.column)
            letters[letter], numbers[number] = match.groups()
    size = frame.scale * 0.3
    margin = round(MARGIN * frame.scale)
    top: list[Item] = []
    for column, name in columns.items():
        top.append(Text((frame.left + frame.across(column), margin * 0.55), name, size, theme.ink, True))
    side: list[Item] = []
    for row, name in rows.items():
        side.append(Text((max(frame.left, margin) * 0.5, frame.down(row)), name, size, theme.ink, True))
    across, down = (frame.wide, margin), (max(frame.left, 1), frame.bottom - frame.top)
    return [
        Piece((0, frame.top - margin), across, theme.paper, tuple(top)),
        Piece((0, frame.bottom), across, theme.paper, tuple(top)),
        Piece((0, frame.top), down, theme.paper, tuple(side)),
        Piece((frame.wide - down[0], frame.top), down, theme.paper, tuple(side)),
    ]


def _legend(words: Words, changed: Changes, frame: Frame, theme: Theme, top: int) -> Piece | None:
    """What the coloured rims mean, if there are any."""
    unit = max(8.0, frame.wide * 0.02)
    x = frame.left + unit
    items: list[Item] = []
    kinds = set(changed.marks.values())
    for kind, name, color in (
        ("last", "last_move", theme.last),
        ("changed", "new_since", theme.changed),
        ("turn", "new_in_turn", theme.changed),
    ):
        if kind not in kinds:
            continue
        rim = tuple((x + px * unit * 0.6, unit + py * unit * 0.6) for px, py in frame.hexagon.corners())
        items.append(Trace(rim, color, unit * 0.16, True))
        text = words.text(name, when=changed.when)
        items.append(Text((x + unit * 0.95, unit), text, unit, theme.ink, False, "lm"))
        x += width(text, unit) + unit * 2.6
    if changed.fresh:
        items.append(Disc((x, unit), unit * 0.5, None, theme.last, unit * 0.16))
        items.append(Text((x + unit * 0.85, unit), words.text("new_marker"), unit, theme.ink, False, "lm"))
    return Piece((0, top), (frame.wide, round(unit * 2.2)), theme.paper, tuple(items)) if items else None


def map_alt(view: View, changed: Changes, around: Collection[str] = ()) -> str:
    """The map in a sentence, what is new on it, the hexes it is about, and where each company can go."""
    laid = sum(1 for place in view.hexes if place.tile)
    markers = sum(len(stop.markers) for place in view.hexes for stop in place.stops)
    words = Words(view)
    first = words.text("map_alt", game=view.name, moment=moment_words(view), tiles=laid, markers=markers)
    new: list[str] = []
    for mark, name in (("last", "map_alt_last"), ("changed", "map_alt_new"), ("turn", "map_alt_turn")):
        if hexes := [hex_id for hex_id, one in changed.marks.items() if one == mark]:
            more = [words.text("alt_more", number=len(hexes) - FEW)] if len(hexes) > FEW else []
            new.append(words.text(name, when=changed.when, hexes=[*map(words.hex, hexes[:FEW]), *more]))
    shown = [hex_in_words(view, words, place) for place in view.hexes if place.id in around]
    homes = homes_in_words(view, words)
    names = [*(one.symbol for one in placed(view)), *(words.text("alt_other_homes") for _ in homes)]
    return within(words, first, [*new, *shown, *companies_on_map(view, words), *homes], names=names)
