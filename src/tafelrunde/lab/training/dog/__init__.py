"""Training of the players in bots/dog."""
