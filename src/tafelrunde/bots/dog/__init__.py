"""Players of Dog."""
