"""Reviews of games, part by part.

Nothing here is for outside but the presses, and the looks that `/show` collects.
"""
