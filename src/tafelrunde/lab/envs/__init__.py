"""The games in the libraries of those who train players: Gymnasium, PettingZoo and OpenSpiel."""
