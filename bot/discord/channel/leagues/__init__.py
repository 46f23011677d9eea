"""What a league shows of itself: its pinned message and standings, and its rounds in the server's calendar."""
