"""What is posted: announcements, pinned messages, boards, threads. Knows nothing of turns' panels.

From outside: the parts that the app puts together, and what domains ask of them.
"""
