"""Leagues and ratings.

Nothing here is for outside but the commands and presses.
"""
