"""Tables in memory, and who is at them."""
