"""Training of the players in bots/beam_me_up."""
