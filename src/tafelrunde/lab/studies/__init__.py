"""Questions about single games, answered by many games."""
