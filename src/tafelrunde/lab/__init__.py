"""Statistics and measurements over the games."""
