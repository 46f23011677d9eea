"""1828: private companies in rows, a market in two dimensions, public companies that merge into systems."""

from engine.titles.t1828.title import TITLE

__all__ = ["TITLE"]
