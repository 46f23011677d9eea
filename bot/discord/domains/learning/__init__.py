"""Lessons for people who have never played, and their first game.

Nothing here is for outside but the commands and presses.
"""
