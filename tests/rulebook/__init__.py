"""Everyday questions and the rulebooks."""
