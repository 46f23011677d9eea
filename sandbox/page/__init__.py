"""A local page that looks and works like Discord's channels, with several people side by side."""
