"""How a database is opened: alone or not, brought up to date, with connections that hold.

Used by the database alone; `migrate` also by the command line.
"""
