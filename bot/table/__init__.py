"""The only way to a running game: check rights and freshness, apply, store, announce. Knows no Discord."""
