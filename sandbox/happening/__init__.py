"""What happens when somebody posts, presses or types, and how the bot is told.

From outside: each module's functions, for the bot's side (`rest`) and the people's (`people`, `page`).
"""
