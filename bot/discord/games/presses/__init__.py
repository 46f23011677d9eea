"""Presses that are shown by one part of the bot and answered by another; those of a single domain stand there."""
