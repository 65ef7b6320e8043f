"""The command `tafelrunde rules`."""

from typing import Any

from rich.console import Console
from rich.markup import escape

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS, report_errors
from tafelrunde.cli.parameters import GameName, Language
from tafelrunde.kernel.game import Game


def rules(game: GameName, lang: Language) -> None:
    """Print every rule of a game with its number and its source: the sheet, our reading or our assumption."""
    with report_errors(lang):
        print_rules(Console(highlight=False), tr.load(game), lang)


def print_rules(console: Console, game: Game, lang: str) -> None:
    """The rulebook, every rule with its id and where it comes from."""
    about: dict[str, Any] = game.rulebook.about
    console.print(f"[bold]{escape(about['name'])}[/] — {escape(game.rulebook.description(lang))}")
    if "authors" in about:
        console.print(TEXTS.say("rules", "by", lang, authors=about["authors"], publishers=about.get("publishers", "–")))
    for rule in game.rulebook.rules.values():
        console.print(f"[bold]{rule.id}[/] [dim]({rule.source(lang)})[/] {escape(rule.texts[lang])}")
