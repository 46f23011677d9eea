"""What robots expect of the game: what companies will earn, need and reach, and what a seat is worth."""
