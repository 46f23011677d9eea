"""1839."""

from engine.titles.t1839.title import TITLE

__all__ = ["TITLE"]
