"""The rules of a game as people read them, one entry per rule id."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tafelrunde.kernel import languages
from tafelrunde.kernel.errors import IllegalMove


@dataclass(frozen=True)
class Rule:
    """One numbered rule."""

    id: str
    kind: str
    _texts: languages.Texts

    @property
    def texts(self) -> dict[str, str]:
        """What it says, in every language."""
        return self._texts.say_in_all("rule", self.id)

    @property
    def refusal(self) -> dict[str, str] | None:
        """What a player reads when this rule forbids their move, in every language; None if it never does."""
        return self._texts.say_in_all("refusal", self.id) if self._texts.has("refusal", self.id) else None

    def source(self, lang: str) -> str:
        """Where the rule comes from: the sheet, our reading of it, or our assumption."""
        return languages.TEXTS.say("kind", self.kind, lang)


class Rulebook:
    """All rules of a game in the order of the sheet, its credits, and all its texts."""

    def __init__(self, room: Path) -> None:
        with (room / "rulebook.toml").open("rb") as file:
            entries = tomllib.load(file)
        self.about: dict[str, Any] = entries["game"]
        self.texts = languages.Texts(room)
        self.rules = {id: Rule(id, kind, self.texts) for id, kind in entries["rules"].items()}
        self.prefix = next(iter(self.rules)).split("-")[0]

    def description(self, lang: str) -> str:
        """What kind of game it is, in a sentence."""
        return self.texts.say("game", "description", lang)

    def refuse(self, move: str, number: int) -> IllegalMove:
        """The refusal of a move by the rule with this number."""
        rule = self.rules[f"{self.prefix}-{number:02d}"]
        return IllegalMove(move, rule.id, rule.refusal or rule.texts)
