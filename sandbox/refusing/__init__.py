"""What Discord refuses or delays: limits, forms of what is sent, and faults that somebody ordered.

From outside: the checks, called before anything happens.
"""
