"""What people can ask the bot for: one module a domain, each with its commands and what its buttons do."""
