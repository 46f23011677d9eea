"""Rounds, turns and verbs that most games of the family share; titles choose, order and replace them."""
