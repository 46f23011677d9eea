"""Robots that play a seat: how they choose a move, and how they make it."""
