"""Leagues and ratings as arithmetic, with no Discord and no database: who meets whom, and what a place is worth."""
