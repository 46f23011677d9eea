"""Games to and from files. What takes long, or reads what others wrote, runs in a process of its own.

From outside: `transfer`, the door; `incoming` for reading a file before it is a game.
"""
