"""What exists: servers, channels, people, messages, rights, and what happens to them.

Everything above may use everything here.
"""
