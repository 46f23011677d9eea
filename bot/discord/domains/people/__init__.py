"""What people keep for themselves, and who may watch.

Nothing here is for outside but the commands and presses.
"""
