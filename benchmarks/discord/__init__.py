"""Figures of the whole bot, measured through the sandbox."""
