"""Players of Denkste!."""
