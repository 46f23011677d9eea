"""Figures of the table: speed of a move, start, memory, storage, many people at once."""
