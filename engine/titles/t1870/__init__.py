"""1870: The Trans-Mississippi."""

from engine.titles.t1870.title import TITLE

__all__ = ["TITLE"]
