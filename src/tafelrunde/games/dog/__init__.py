"""Dog — four pieces a seat, two against two, moved by cards (the Swiss partnership game)."""
