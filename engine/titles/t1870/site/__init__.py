"""1870 of 18xx.games: its files read and written."""

from engine.exchange.site import Site
from engine.titles.t1870.site.following import Translator1870
from engine.titles.t1870.site.writing import Writer1870

SITE = Site(Translator1870, Writer1870)
