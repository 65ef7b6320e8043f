"""The tables in memory: what happens at them, who is connected, and how processes share them."""
