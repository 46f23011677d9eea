"""Starts and stops the bot, connects it, and puts its parts together. Knows every room; no room knows it.

From outside: `run` (and `invitation` for the command line).
"""
