"""Who sits where, from the lobby to the end of a game: joining, inviting, replacing, reminding, settling.

From outside: through the table, and the records and checks that its modules name without an underscore.
"""
