"""How long robots take to choose a move: python -m benchmarks.robots."""
