"""Figures of reviews: processor time, memory, and what opening one costs."""
