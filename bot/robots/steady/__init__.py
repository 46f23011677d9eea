"""A robot that plays sensibly: it knows the verbs that most games share, and tries out the others."""

from bot.robots.steady.deciding import easy, steady

__all__ = ["easy", "steady"]
