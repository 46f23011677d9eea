"""The bot: interactions are parsed, asked of the table, and answered; what the table announces is posted."""
