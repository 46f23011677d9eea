"""A move: from a menu to a panel, from a press to the table. Knows nothing of what is posted in channels.

From outside: `acting` (panels, previews, moves), `typed_moves`, `usual_moves`.
"""
