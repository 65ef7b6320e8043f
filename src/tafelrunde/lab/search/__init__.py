"""One tree search for all games. No shipped player uses it."""
