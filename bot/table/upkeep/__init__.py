"""What keeps a database in order and people's traces out of it: posting, forgetting, checking.

From outside: `sender` for whoever posts; `verify` for the command line; `forgetting` through the table.
"""
