"""The map from the first move to the last."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from engine.view import View
from engine.words import Words
from render.board import map_pieces
from render.changes import changed_hexes, changes
from render.picture import Picture, in_palette
from render.themes import theme_named

FRAMES = 80
LIMIT = 8_000_000
"""Bytes; a longer file is made again with half the frames."""
EACH, LAST = 350, 3_000


def draw_animation(views: Sequence[View], *, theme: str = "light", wide: int = 800, frames: int = FRAMES) -> Picture:
    """A GIF of the map: one frame for each view with something new, up to a maximum."""
    colors = theme_named(theme)
    chosen: list[View] = [views[0]]
    chosen.extend(view for view in views[1:] if changed_hexes(chosen[-1], view))
    if views[-1] is not chosen[-1]:
        chosen.append(views[-1])
    if len(chosen) > frames:
        step = (len(chosen) - 1) / max(1, frames - 1)
        chosen = [chosen[round(n * step)] for n in range(max(1, frames - 1))] + [chosen[-1]]
    problems: list[str] = []
    sheets = [map_pieces(view, colors, wide, changes(view, None, None), {}) for view in chosen]
    high = max(size[1] for size, _, _ in sheets)
    for _, _, found in sheets:
        problems.extend(problem for problem in found if problem not in problems)
    pictures = [
        in_palette(view, colors, (wide, high), pieces) for view, (_, pieces, _) in zip(chosen, sheets, strict=True)
    ]
    out = BytesIO()
    pictures[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=pictures[1:],
        duration=[*([EACH] * (len(pictures) - 1)), LAST],
        loop=0,
        disposal=1,
    )
    if out.tell() > LIMIT and len(chosen) > 4:
        return draw_animation(chosen, theme=theme, wide=wide, frames=len(chosen) // 2)
    laid = sum(1 for place in views[-1].hexes if place.tile)
    alt = Words(views[-1]).text("animation_alt", game=views[-1].name, tiles=laid)
    return Picture(out.getvalue(), alt, (wide, high), tuple(problems))
