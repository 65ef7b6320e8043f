"""One tree search for all games."""
