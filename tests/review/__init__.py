"""What is told of a game afterwards."""
