"""What the bot relies on about Discord (docs/discord.md), tried on a real server: `python -m bot check --live`."""
