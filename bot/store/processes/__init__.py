"""Several processes on one database: who works on what, and for how long.

From outside: `bot.store` names what others need; `lease` and `shared` are the database's own.
"""
