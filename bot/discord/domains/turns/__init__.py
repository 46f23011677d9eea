"""Moves: made, ahead of time, special to a title, taken back.

Nothing here is for outside but the commands and presses.
"""
