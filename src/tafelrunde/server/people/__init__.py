"""People: their devices, and what the server knows of them and forgets."""
