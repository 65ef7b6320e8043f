"""Commands for whoever studies the games: many games, bots against bots, reports."""
