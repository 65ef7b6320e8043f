"""Players of Beam me up."""
