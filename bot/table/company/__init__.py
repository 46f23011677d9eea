"""How people who would like to play find each other.

From outside: `seeking`.
"""
