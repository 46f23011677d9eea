"""How long the engine takes late in a game, beside its targets."""
