"""A game's past positions for charts and animations: loaded in the drawing process, so that nobody else waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine import Game, decode_game
from engine.view import View, view


def views(raws: Sequence[bytes], names: Mapping[str, str], seat: str, *, track_only: bool) -> tuple[list[View]]:
    """A seat's views of positions; `track_only`: of the first, the last and those with new track."""
    games = _with_new_track(raws) if track_only else map(decode_game, raws)
    return ([view(game.named(names), seat or None) for game in games],)


def _with_new_track(raws: Sequence[bytes]) -> Iterator[Game]:
    shown = None
    for number, raw in enumerate(raws, 1):
        game = decode_game(raw)
        if shown is None or shown.state.board != game.state.board or number == len(raws):
            shown = game
            yield game
