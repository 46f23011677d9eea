"""Clocks: what happens when a seat's bank of time runs low or is empty, and to games that stand still.

From outside: through the table, and `TimeLeft`.
"""
