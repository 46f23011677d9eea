"""What every room of the table stands on: the services, settings, clocks, rights and names of its games.

Every room may use everything here; it knows none of them.
"""
