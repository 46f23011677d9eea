"""1889 of 18xx.games: its files read and written."""

from engine.exchange.site import Site
from engine.titles.t1889.site.following import Translator1889
from engine.titles.t1889.site.writing import Writer1889

SITE = Site(Translator1889, Writer1889)
