"""One move: its walk, the values that can be chosen with their labels, and what it leads to.

From outside: `moves` (what a seat can do, asked once a position), `walk`, and each module's functions.
"""
