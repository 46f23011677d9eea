"""Steps that bring the tables of an older database up to date."""
