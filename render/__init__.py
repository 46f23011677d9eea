"""Pictures of a game: a view in, PNG bytes out."""
