"""Orders: a file for each kind or two, with its terms, what makes sense, what it does, what ends it, and its words."""
