"""Private copies, in which everything can be tried.

Nothing here is for outside but the commands and presses.
"""
