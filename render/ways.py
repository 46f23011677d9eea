"""Ways between the same two stops, each drawn separately and numbered."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from engine.view import View
from engine.words import Words
from render.board import map_pieces
from render.changes import Changes
from render.draw import Box, Piece, Text
from render.hearing import within
from render.moment import title_bar
from render.numbered import part_around
from render.picture import Picture, finish
from render.runs import Run, read_route
from render.themes import Color, ink_on, theme_named


def draw_ways(view: View, ways: Sequence[str], *, theme: str = "light", wide: int = 1080) -> Picture:
    """Each way on the part of the map that contains all of them; they are written as routes are."""
    colors, words = theme_named(theme), Words(view)
    problems: list[str] = []
    runs: list[Run] = []
    for text in ways:
        run, wrong = read_route(view, text)
        runs.append(run)
        problems.extend(wrong)
    part = structs.replace(view, hexes=part_around(view, {hex_id for run in runs for hex_id, _, _ in run.pieces}))
    ends = [words.place_of(stop) for stop in runs[0].stops] if runs and runs[0].stops else [""]
    pieces = [title_bar(words.text("ways", start=ends[0], end=ends[-1]), wide, colors)]
    top, columns = pieces[0].size[1], min(2, max(1, len(runs)))
    across, row = wide // columns, 0
    for n, run in enumerate(runs):
        pieces_of: dict[str, list[tuple[int, int, int]]] = {}
        for hex_id, a, b in run.pieces:
            pieces_of.setdefault(hex_id, []).append((n, a, b))
        (_, high), (head, *placed), wrong = map_pieces(part, colors, across - 6, Changes(), pieces_of)
        problems.extend(wrong)
        left, up = (n % columns) * across, top - head.size[1]
        pieces += [one._replace(at=(one.at[0] + left + 3, one.at[1] + up)) for one in placed]
        pieces.append(_number(str(n + 1), (left, top), round(across * 0.12), colors.ink, ink_on(colors.ink)))
        pieces.append(Piece((left, top), (3, high), colors.line, (Box((0, 0), (3, high), colors.line),)))
        row = max(row, high - head.size[1])
        if n % columns == columns - 1 or n == len(runs) - 1:
            top, row = top + row, 0
    return finish(view, colors, (wide, top), pieces, ways_alt(view, runs), problems)


def _number(said: str, corner: tuple[int, int], size: int, ground: Color, ink: Color) -> Piece:
    return Piece(corner, (size, size), ground, (Text((size / 2, size / 2), said, size * 0.7, ink, True),))


def ways_alt(view: View, runs: Sequence[Run]) -> str:
    """The ways in words, by the hexes they go through."""
    words = Words(view)
    listed: list[str] = []
    for n, run in enumerate(runs, 1):
        between = list(dict.fromkeys(hex_id for hex_id, _, _ in run.pieces))[1:-1]
        name = "way_alt" if between else "way_straight_alt"
        listed.append(words.text(name, number=n, hexes=[words.hex(one) for one in between]))
    ends = [words.place_of(stop) for stop in runs[0].stops] if runs and runs[0].stops else [""]
    first = words.text("ways_alt", game=view.name, number=len(runs), start=ends[0], end=ends[-1])
    return within(words, first, listed)
