"""What any bot on Discord needs, whatever it is about: typed presses and commands. Knows nothing of games."""
