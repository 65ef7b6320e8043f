"""How the bots' weights are learned."""
