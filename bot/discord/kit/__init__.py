"""What any bot on Discord needs, whatever it is about: requests, replies, typed presses and commands.

Everything above may use everything here. It knows nothing of games, and no room above it.
"""
