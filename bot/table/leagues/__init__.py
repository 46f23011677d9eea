"""Leagues: asked for, drawn, played round by round, and rated. Their arithmetic is in `bot.league`.

From outside: `leagues`, the door, and `book`, everything about one league.
"""
