"""A robot that looks ahead: for the moves that matter it plays the game on, and takes what turns out best."""

from bot.robots.strong.deciding import strong

__all__ = ["strong"]
