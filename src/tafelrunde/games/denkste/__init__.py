"""Denkste! — two secret numbers a turn (Gerhard Wieser, FX Schmid 1998)."""
