"""What a host needs around the bot: settings that are checked, logs, a sign of life, what Discord lacks."""
