"""1828 of 18xx.games: its files read and written."""

from engine.exchange.site import Site
from engine.titles.t1828.site.following import Translator1828
from engine.titles.t1828.site.writing import Writer1828

SITE = Site(Translator1828, Writer1828)
