"""Everything that talks to the world."""
