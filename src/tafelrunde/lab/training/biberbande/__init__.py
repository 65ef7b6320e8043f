"""Training of the players in bots/biberbande."""
