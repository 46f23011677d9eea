"""The bot's commands: one module per domain, each with its commands and the handlers of its buttons."""
