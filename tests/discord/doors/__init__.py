"""Every door of the bot, discovered rather than listed: none shows people what they may not know.

found.py finds the doors, stage.py sets up games that hold every kind of secret, ear.py hears all that anybody is shown,
visiting.py lets people try the doors, evening.py is how those who may come in do so.
"""
