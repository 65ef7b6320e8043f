"""The rules of a game as a person reads them: one entry an id, in German and English."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tafelrunde.kernel.errors import LANGUAGES, TEXTS, IllegalMove


@dataclass(frozen=True)
class Rule:
    """One numbered rule. `refusal` is what a player reads whose move it forbids, if it can forbid one."""

    id: str
    kind: str
    texts: dict[str, str]
    refusal: dict[str, str] | None

    def source(self, lang: str) -> str:
        """Whether the sheet says it, or how we read it, or what we assumed."""
        return TEXTS.say("kind", self.kind, lang)


class Rulebook:
    """All rules of a game in the order of the sheet, and who made the game."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            entries = tomllib.load(file)
        self.about: dict[str, Any] = entries.pop("game")
        self.rules = {
            id: Rule(id, it["kind"], {lang: it[lang] for lang in LANGUAGES}, it.get("refusal"))
            for id, it in entries.items()
        }
        self.prefix = next(iter(self.rules)).split("-")[0]

    def refuse(self, move: str, number: int) -> IllegalMove:
        """The refusal of a move by the rule of this number."""
        rule = self.rules[f"{self.prefix}-{number:02d}"]
        return IllegalMove(move, rule.id, rule.refusal or rule.texts)
