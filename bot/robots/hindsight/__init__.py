"""The robot's view of a game that was played: where it would have moved otherwise, and what it expects of that."""
