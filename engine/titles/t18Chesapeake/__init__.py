"""18Chesapeake."""

from engine.titles.t18Chesapeake.title import TITLE as TITLE
