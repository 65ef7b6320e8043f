"""Players of Biesti Boys."""
