"""1889 of 18xx.games: a game of ours written as a file of the site."""

from __future__ import annotations

from engine.record import Record


def write_site_game(record: Record) -> bytes:
    """A game of ours as a file of the site."""
    raise NotImplementedError
