"""1830: railways and robber barons."""

from engine.titles.t1830.title import TITLE

__all__ = ["TITLE"]
