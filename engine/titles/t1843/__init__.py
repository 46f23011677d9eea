"""1843: France in the age of the first railways."""

from engine.titles.t1843.title import TITLE

__all__ = ["TITLE"]
