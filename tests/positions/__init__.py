"""How the tests of every title set up a position, play on from it and state what came of it."""
