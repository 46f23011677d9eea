"""Games as such: begun, joined, listed, set up, organised, kept as files.

Nothing here is for outside but the commands and presses.
"""
