"""18Chesapeake on 18xx.games."""

from engine.exchange.site import Site
from engine.titles.t18Chesapeake.site.following import Translator18Chesapeake
from engine.titles.t18Chesapeake.site.writing import Writer18Chesapeake

SITE = Site(Translator18Chesapeake, Writer18Chesapeake)
