"""Game files in and out: the project's own, and those of 18xx.games."""
