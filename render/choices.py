"""A contact sheet: numbered tiles in all rotations, each drawn in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from engine.view import HexView, View, hex_with_tile
from engine.words import Words
from render.board import Frame, frame_of, hex_pieces
from render.draw import Box, Piece, Text
from render.fonts import fitted
from render.geometry import APOTHEM, Hexagon
from render.hearing import within
from render.model import hex_models
from render.moment import title_bar
from render.picture import Picture, finish
from render.themes import Theme, ink_on, theme_named
from render.track_words import beyond_in_words, tile_in_words

PAGE = 12
"""Choices on a page: as many as a person can compare on a phone."""

Choice = tuple[str, int]
"""A tile and by how many sides it is turned."""


def pages(choices: Sequence[Choice]) -> int:
    """How many pages a list of choices needs."""
    return max(1, -(-len(choices) // PAGE))


def draw_choices(
    view: View,
    hex_id: str,
    choices: Sequence[Choice],
    *,
    costs: Mapping[Choice, int] | None = None,
    gains: Mapping[Choice, str] | None = None,
    page: int = 0,
    theme: str = "light",
    wide: int = 1080,
) -> Picture:
    """One page of the choices for a hex, numbered on from page to page; pages count from 0.

    Every choice is drawn; `engine.view.distinct` removes those that give the same hex. Below each is its cost and how
    much the best runs would change, if known.
    """
    colors = theme_named(theme)
    count = pages(choices)
    page = min(max(page, 0), count - 1)
    shown = list(choices[page * PAGE : (page + 1) * PAGE])
    paid, more = costs or {}, gains or {}

    def signs(choice: Choice, corner: tuple[int, int], across: int) -> list[Piece]:
        words = Words(view)
        cost = [_cost(words, paid[choice], corner, across, colors)] if choice in paid else []
        return [*cost, *([_gain(more[choice], corner, across, colors)] if choice in more else [])]

    title = _title(view, hex_id, len(choices), page, count)
    alt = choices_alt(view, hex_id, shown, page, count, paid, more)
    return _sheet(view, hex_id, shown, (page * PAGE, title, alt), signs, colors, wide)


def draw_ever(
    view: View,
    hex_id: str,
    choices: Sequence[Choice],
    when: Mapping[Choice, str],
    *,
    page: int = 0,
    theme: str = "light",
    wide: int = 1080,
) -> Picture:
    """One page of all tiles that can ever be laid in a hex, each with when that is possible."""
    colors, words = theme_named(theme), Words(view)
    count = pages(choices)
    page = min(max(page, 0), count - 1)
    shown = list(choices[page * PAGE : (page + 1) * PAGE])

    def signs(choice: Choice, corner: tuple[int, int], across: int) -> list[Piece]:
        return [_sign(when[choice], 0, corner, across, colors, 1.0)]

    fields = {"place": words.hex(hex_id), "number": len(choices), "page": page + 1, "pages": count}
    listed = [
        words.text("ever_alt", when=when[choice], **_said(view, words, number, choice))
        for number, choice in enumerate(shown, page * PAGE + 1)
    ]
    first = words.text("ever_page_alt", game=view.name, **fields)
    alt = within(words, first, [*beyond_in_words(view, words, hex_id), *listed])
    title = words.text("ever_page" if count > 1 else "ever", **fields)
    return _sheet(view, hex_id, shown, (page * PAGE, title, alt), signs, colors, wide)


def _sheet(
    view: View,
    hex_id: str,
    shown: Sequence[Choice],
    said: tuple[int, str, str],
    signs: Callable[[Choice, tuple[int, int], int], list[Piece]],
    colors: Theme,
    wide: int,
) -> Picture:
    """Tiles where they would lie, each with its signs; `said`: how many come before them, title, alt text."""
    before, title, alt = said
    pieces = [title_bar(title, wide, colors)]
    high = pieces[0].size[1]
    alone = before == 0 and len(shown) == 1
    columns = 2 if len(shown) <= 4 else 3
    problems: list[str] = []
    surroundings = _around(view, hex_id)
    if surroundings:
        across = wide // columns
        cell = (wide if alone else across, across)
        for n, choice in enumerate(shown):
            corner = ((n % columns) * across, high + (n // columns) * across)
            number = "" if alone else f"{before + n + 1}"
            pieces += _cell(surroundings, view, hex_id, choice, number, corner, cell, colors, problems)
            pieces += signs(choice, corner, across)
        high += -(-len(shown) // columns) * across
    else:
        problems.append(f"hex {hex_id} is unknown")
    return finish(view, colors, (wide, max(high, 1)), pieces, alt, problems)


def _title(view: View, hex_id: str, number: int, page: int, count: int) -> str:
    words = Words(view)
    name = "choices_page" if count > 1 else "choices"
    return words.text(name, place=words.hex(hex_id), number=number, page=page + 1, pages=count)


def _around(view: View, hex_id: str) -> list[HexView]:
    """The hex first, then its neighbours."""
    at_place = {(found.row, found.column): found for found in view.hexes}
    middle = next((found for found in view.hexes if found.id == hex_id), None)
    if middle is None:
        return []
    beside = [at_place.get((middle.row + down, middle.column + right)) for down, right in view.grid.steps]
    return [middle, *(found for found in beside if found is not None)]


def _cell(
    around: list[HexView],
    view: View,
    hex_id: str,
    choice: Choice,
    number: str,
    corner: tuple[int, int],
    cell: tuple[int, int],
    theme: Theme,
    problems: list[str],
) -> list[Piece]:
    """One choice: the surroundings, the tile in the middle, its number and its tile, which a single one says in the
    hex itself.
    """
    broad, across = cell
    frame = _frame(around[0], view.flat, cell)
    laid = hex_with_tile(view, hex_id, choice) or structs.replace(around[0], tile=choice[0])
    small = structs.replace(view, hexes=[laid, *around[1:]])
    models, found = hex_models(small, theme, {hex_id: "last"}, {})
    problems.extend(found)
    placed = hex_pieces(small, models, frame, theme, problems)
    pieces: list[Piece] = []
    # Neighbours reach out of the cell: those in view are cut off at its rim by what is drawn next, so each is clipped.
    for piece in [*placed[1:], placed[0]]:
        at = (corner[0] + piece.at[0], corner[1] + piece.at[1])
        pieces.append(piece._replace(at=at, clip=(*corner, corner[0] + broad, corner[1] + across)))
    size = across * 0.15
    tile = Words(view).value_of("tile", choice[0])
    text, fits = fitted(tile, size * 0.5, across * 0.4)
    ink = Text((size * 0.675, size * 0.5), number, size * 0.72, ink_on(theme.ink), True)
    number_box = Piece(corner, (round(size * 1.35), round(size)), theme.ink, (ink,))
    wide = round(across * 0.42)
    tile_box = Piece(
        (corner[0] + broad - wide, corner[1]),
        (wide, round(size * 0.72)),
        theme.panel,
        (Text((wide / 2, size * 0.36), text, fits, theme.ink),),
    )
    frame_items = (Box((0, 0), (broad, 3), theme.line),)
    rim = [
        Piece((corner[0], corner[1] + across - 3), (broad, 3), theme.line, frame_items),
        Piece((corner[0] + broad - 3, corner[1]), (3, across), theme.line, (Box((0, 0), (3, across), theme.line),)),
    ]
    return [*pieces, *([number_box, tile_box] if number else []), *rim]


def _frame(middle: HexView, flat: bool, cell: tuple[int, int]) -> Frame:
    """The hex in the middle of its cell, its neighbours clipped at the edge."""
    broad, across = cell
    wide = round(across * 0.66 * Hexagon(flat).half[0] / APOTHEM)
    frame = frame_of([(middle.row, middle.column)], wide, 0, flat, margin=0.0)
    shift = (broad - frame.wide) // 2
    return replace(frame, left=frame.left + shift, top=round(across / 2 - frame.half[1]))


def _cost(words: Words, cost: int, corner: tuple[int, int], across: int, theme: Theme) -> Piece:
    """What a choice costs, at the bottom of its cell."""
    said = words.money(cost) if cost else words.text("choice_free")
    return _sign(said, 0, corner, across, theme)


def _gain(change: str, corner: tuple[int, int], across: int, theme: Theme) -> Piece:
    """How much the best runs would change, beside the cost of the choice."""
    return _sign(change, round(across * 0.44), corner, across, theme)


def _sign(said: str, right: int, corner: tuple[int, int], across: int, theme: Theme, part: float = 0.0) -> Piece:
    wide, high = round(across * (part or (0.54 if right else 0.36))), round(across * 0.12)
    text, size = fitted(said, high * 0.72, wide * 0.92, bold=True)
    item = Text((wide / 2, high / 2), text, size, theme.ink, True)
    return Piece((corner[0] + right, corner[1] + across - high - 3), (wide, high), theme.panel, (item,))


def choices_alt(
    view: View,
    hex_id: str,
    shown: Sequence[Choice],
    page: int,
    count: int,
    costs: Mapping[Choice, int],
    gains: Mapping[Choice, str],
) -> str:
    """The choices in a sentence."""
    words = Words(view)
    listed: list[str] = []
    for number, choice in enumerate(shown, page * PAGE + 1):
        said = words.text("choice_alt", **_said(view, words, number, choice))
        cost = costs.get(choice)
        if cost is not None:
            money = words.money(cost) if cost else words.text("choice_free")
            said = words.text("choice_cost_alt", choice=said, cost=money)
        if choice in gains:
            said = words.text("choice_gain_alt", choice=said, change=gains[choice])
        listed.append(f"{said}.")
    first = words.text("choices_alt", page=page + 1, pages=count, place=words.hex(hex_id), game=view.name)
    return within(words, first, [*beyond_in_words(view, words, hex_id), *listed])


def _said(view: View, words: Words, number: int, choice: Choice) -> dict[str, object]:
    """A numbered tile as it would lie."""
    tile, turn = choice
    track = tile_in_words(view, words, tile, turn)
    return {"number": number, "tile": words.value_of("tile", tile), "turn": turn, "track": track}
