"""All kinds of tiles with how many are left, page by page."""

from __future__ import annotations

from msgspec import structs

from engine.view import HexView, TileView, View, hex_with_tile
from engine.words import Words
from engine.words.buttons import capital
from render.board import frame_of, hex_pieces
from render.draw import Box, Piece, Text
from render.fonts import fitted
from render.hearing import in_full, within
from render.model import hex_models
from render.moment import title_bar
from render.picture import Picture, finish
from render.rows import NO_LIMIT
from render.themes import Theme, theme_named
from render.track_words import tile_in_words

COLUMNS, PAGE = 4, 20
"""The number side by side, and on a page: what a phone shows without much scrolling."""


def tile_pages(view: View) -> int:
    """How many pages the tiles of a game take."""
    return max(1, -(-len(view.tiles) // PAGE))


def draw_tiles(view: View, *, page: int = 0, theme: str = "light", wide: int = 1080) -> Picture:
    """One page of the tiles; pages count from 0."""
    colors, words = theme_named(theme), Words(view)
    count = tile_pages(view)
    page = min(max(page, 0), count - 1)
    shown = view.tiles[page * PAGE : (page + 1) * PAGE]
    pieces = [title_bar(words.text("tiles", page=page + 1, pages=count), wide, colors)]
    high = pieces[0].size[1]
    across, problems = wide // COLUMNS, list[str]()
    tall = round(across * (1.0 if view.flat else 1.25))
    for n, tile in enumerate(shown):
        corner = ((n % COLUMNS) * across, high + (n // COLUMNS) * tall)
        pieces += _cell(view, tile, corner, across, tall, colors, problems)
    bottom = high + -(-len(shown) // COLUMNS) * tall
    return finish(view, colors, (wide, bottom), pieces, tiles_alt(view, page), problems)


def _cell(
    view: View, tile: TileView, corner: tuple[int, int], across: int, tall: int, theme: Theme, problems: list[str]
) -> list[Piece]:
    small = structs.replace(view, hexes=[_bare(place) for place in view.hexes[:1]])
    laid = hex_with_tile(small, small.hexes[0].id, (tile.name, 0)) if small.hexes else None
    if laid is None:
        problems.append(Words(view).text("tile_unknown", tile=tile.name))
        return []
    small = structs.replace(small, hexes=[laid])
    frame = frame_of([(laid.row, laid.column)], round(across * 0.92), 0, view.flat, margin=0.0)
    models, found = hex_models(small, theme, {}, {})
    problems.extend(found)
    pieces = [Piece(corner, (across, tall), theme.paper, ())]
    left = corner[0] + (across - frame.wide) // 2
    for piece in hex_pieces(small, models, frame, theme, problems):
        pieces.append(piece._replace(at=(left + piece.at[0], corner[1] + round(across * 0.02) + piece.at[1])))
    words = Words(view)
    name, size = fitted(words.value_of("tile", tile.name), across * 0.1, across * 0.5, bold=True)
    left_over = words.text("tiles_left", left=NO_LIMIT if tile.left < 0 else tile.left, count=tile.count)
    ink = theme.ink if tile.left else theme.alarm
    line = round(across * 0.15)
    items = (
        Text((across * 0.04, line / 2), name, size, theme.ink, True, "lm"),
        Text((across * 0.96, line / 2), left_over, across * 0.085, ink, False, "rm"),
        Box((0, line - 2), (across, line), theme.line),
    )
    return [*pieces, Piece((corner[0], corner[1] + tall - line), (across, line), theme.panel, items)]


def _bare(place: HexView) -> HexView:
    """A hex with nothing printed on it."""
    return structs.replace(
        place, kind="land", name="", label="", stops=[], track=[], terrain=[], barriers=[], signs=[], stubs=[], line=[],
        cost=0, fee=0, port=False, river=None, blocked_by="",
    )  # fmt: skip


def tiles_alt(view: View, page: int) -> str:
    """The tiles of a page, each colour announced by the first of it."""
    words, before = Words(view), ""
    said: list[dict[str, object]] = []
    for tile in view.tiles[page * PAGE : (page + 1) * PAGE]:
        name = words.value_of("tile", tile.name)
        named = words.text("tile_color_alt", color=capital(words.color(tile.color)), tile=name)
        left, track = NO_LIMIT if tile.left < 0 else tile.left, tile_in_words(view, words, tile.name)
        said.append({"tile": name if tile.color == before else named, "left": left, "track": track})
        before = tile.color
    first = words.text("tiles_alt", page=page + 1, pages=tile_pages(view), game=view.name)
    long, short = ([words.text(name, **fields) for fields in said] for name in ("tile_alt", "tile_alt_short"))
    return within(words, first, in_full(first, long, short))
