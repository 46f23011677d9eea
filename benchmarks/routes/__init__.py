"""How fast and how often the best routes are found and proven: python -m benchmarks.routes [real | stress | small]."""
