"""What turns and channels both need to know of games: who asks about which game, the presses, drawing.

Everything above may use everything here; it knows the kit and the table, and no room above.
"""
