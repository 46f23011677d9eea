"""What several domains need, and none owns: their request, pictures, places, settings, options.

For the domains alone.
"""
