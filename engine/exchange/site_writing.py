"""Games of ours written as files of 18xx.games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import Unreadable
from engine.exchange import site_writing_1870
from engine.record import Record

WRITERS: Mapping[str, Callable[[Record], bytes]] = {"1870": site_writing_1870.write_site_game}


def write_site_game(record: Record) -> bytes:
    """A game as a file of the site, if the site knows the title and the readings it is played by."""
    if record.title not in WRITERS:
        raise Unreadable(f"Games of {record.title} cannot be written for 18xx.games; {', '.join(WRITERS)} can.")
    return WRITERS[record.title](record)
