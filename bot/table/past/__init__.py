"""What was played: read, taken back, or played on from in a private copy.

From outside: through the table, and `reading`, which decides who may read it.
"""
