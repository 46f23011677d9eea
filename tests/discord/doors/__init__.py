"""Every door of the bot, found and not listed: what a person may not know reaches them through none of them.

found.py finds the doors, stage.py sets up games that hold every kind of secret, ear.py hears all that anybody is shown,
visiting.py lets people try the doors, evening.py is how those who may come in do so.
"""
