"""What decided a game: where everybody's money came from, and the turns that changed the places most."""
