"""Five rooms, furnished alike: rules.py, game.py, rulebook.toml, texts.toml and data.toml each."""

NAMES = ["beam-me-up", "biberbande", "biesti-boys", "denkste", "dog"]
