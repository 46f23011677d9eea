"""Every door of the bot, discovered rather than listed: none shows people what they may not know.

found.py finds the doors, stage.py sets up games that hold every kind of secret, ear.py hears all that anybody is shown,
visiting.py lets people try the doors, evening.py is how those who may come in do so, with
lobbies.py for games that begin and leagues, moves.py for every move, and entering.py for what all three need.
"""
