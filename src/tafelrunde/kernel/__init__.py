"""What every game is built on; it knows no particular game."""
