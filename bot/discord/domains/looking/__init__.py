"""Looking at games, titles and rules, and showing them to others.

Nothing here is for outside but the commands and presses.
"""
