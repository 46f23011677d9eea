"""Lessons that people play: opened, taken up again, passed, deleted; they count nowhere.

From outside: through the table.
"""
