"""1828 of 18xx.games: its files read."""

from engine.errors import Unreadable
from engine.exchange.site import Site
from engine.record import Record
from engine.titles.t1828.site.following import Translator1828


def _write(record: Record) -> bytes:
    raise Unreadable("Games of 1828 cannot be written for 18xx.games yet; the game's own file can be.")


SITE = Site(Translator1828, _write)

__all__ = ["SITE"]
