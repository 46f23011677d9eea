"""How fast and how surely the best routes are found: python -m benchmarks.routes [real | stress | small]."""
