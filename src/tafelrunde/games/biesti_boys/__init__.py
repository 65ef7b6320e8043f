"""Biesti Boys — four lifts, everybody at once (Howard Kamentsky, AMIGO)."""
