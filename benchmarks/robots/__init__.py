"""How long robots think: python -m benchmarks.robots."""
