"""1830 of 18xx.games: its files read and written."""

from engine.exchange.site import Site
from engine.titles.t1830.site.following import Translator1830
from engine.titles.t1830.site.writing import write_site_game

SITE = Site(Translator1830, write_site_game)

__all__ = ["SITE"]
