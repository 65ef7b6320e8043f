"""One room for each game, furnished alike: facts, state, rules, resample, sound, game, views, and texts as data."""

SHELF = ["biesti-boys", "denkste", "dog", "beam-me-up", "biberbande"]
"""The games, in the order in which a shelf shows them. A new game is one more line here."""

NAMES = sorted(SHELF)
