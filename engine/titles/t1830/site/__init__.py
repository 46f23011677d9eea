"""1830 of 18xx.games: its files read and written."""

from engine.exchange.site import Site
from engine.exchange.site_plain_writing import PlainWriter
from engine.titles.t1830.site.following import Translator1830

SITE = Site(Translator1830, PlainWriter)
