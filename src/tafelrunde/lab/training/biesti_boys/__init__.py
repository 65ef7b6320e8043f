"""Training of the players in bots/biesti_boys."""
