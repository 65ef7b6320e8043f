"""The command `tafelrunde play`: the view as text, moves from a numbered list or in notation; works over SSH."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.console import Console
from rich.markup import escape

import tafelrunde as tr
from tafelrunde import bots
from tafelrunde.bots import LEVELS, PEOPLE
from tafelrunde.cli.common import FIRST_SEAT, TEXTS, read_options, read_seat, refused, report_errors
from tafelrunde.cli.parameters import Language, Options, Seed, explain
from tafelrunde.cli.rules import print_rules
from tafelrunde.kernel.errors import IllegalMove
from tafelrunde.kernel.game import Game
from tafelrunde.kernel.match import Match


def play(
    lang: Language,
    game: Annotated[
        str | None, typer.Argument(help=explain("game", games=", ".join(tr.games())), metavar="[GAME]")
    ] = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(help=explain("play-seat"))] = 1,
    seed: Seed = None,
    level: Annotated[
        str | None, typer.Option("--bots", help=explain("play-bots", levels=", ".join((*PEOPLE, *LEVELS[:2]))))
    ] = None,
    record: Annotated[Path | None, typer.Option(help=explain("play-record"))] = None,
) -> None:
    """Play in the terminal against bots."""
    console = Console(highlight=False)
    with report_errors(lang):
        name = game or choose_game(console, _titles(lang), lang)
        loaded = tr.load(name, **read_options(option, lang))
        own = read_seat(seat, loaded.players)
        session = Session(console, loaded, own, lang, seed, level or bots.usual(name))
        session.run()
        if record is not None:
            record.write_text(json.dumps(session.match.record()), encoding="utf-8")
            console.print(TEXTS.say("play", "saved", lang, path=record))


def _titles(lang: str) -> list[tuple[str, str]]:
    from tafelrunde.kernel.rulebook import Rulebook

    rooms = Path(tr.__file__).parent / "games"
    books = {name: Rulebook(rooms / name.replace("-", "_")) for name in tr.games()}
    return [(name, f"{book.about['name']} — {book.description(lang)}") for name, book in books.items()]


def choose_game(console: Console, titles: Sequence[tuple[str, str]], lang: str) -> str:
    """Let the person pick a game from a numbered list."""
    for number, (_, title) in enumerate(titles, 1):
        console.print(f"  [bold]{number}[/] {escape(title)}")
    while True:
        answer = console.input(f"{TEXTS.say('play', 'choose', lang)} ").strip()
        for number, (name, _) in enumerate(titles, 1):
            if answer in (str(number), name):
                return name
        console.print(TEXTS.say("play", "no-number", lang, last=len(titles)))


class Session:
    """One person at one seat; bots play the other seats."""

    def __init__(self, console: Console, game: Game, seat: int, lang: str, seed: int | None, level: str) -> None:
        self.console, self.game, self.seat, self.lang = console, game, seat, lang
        game.first_seat = FIRST_SEAT
        self.match: Match = game.new(seed)
        self.chance = random.Random()
        self.bot = bots.make(level, game.name)
        self.told = 0

    def run(self) -> None:
        """Play until the game is over or the person has had enough."""
        level = bots.level_name(self.bot.level, self.lang)
        self.console.print(TEXTS.say("play", "seat", self.lang, seat=self.seat + FIRST_SEAT, level=level))
        while self.match.actors():
            self.tell()
            if self.seat in self.match.actors() and not self.ask():
                self.console.print(TEXTS.say("play", "bye", self.lang))
                return
            self.others()
        self.tell()

    def tell(self) -> None:
        """Print what has happened since the last time."""
        for event in self.match.events(self.told, self.seat):
            self.console.print(f"[dim]{escape(self.game.tell(event, self.lang))}[/]")
            self.told += 1

    def others(self) -> None:
        """Each other seat that may act does, once, or waits; if nobody does anything, the table makes its own move."""
        waiting = True
        for seat in [seat for seat in self.match.actors() if seat != self.seat]:
            move = self.bot.choose(bots.Seat.of(self.match, seat), self.chance) if self.match.moves(seat) else None
            if move is not None:
                self.match.play(seat, move)
                waiting = False
        if waiting and self.match.moves(None):
            self.match.play(None, self.match.moves(None)[0])

    def show(self) -> list[str]:
        """Show the view in words and the moves with their numbers; return the moves."""
        moves = self.match.moves(self.seat)
        self.console.print(f"\n{escape(self.game.describe(self.match.view(self.seat), self.lang))}")
        numbered = [f"[dim]{number})[/] [bold]{escape(move)}[/]" for number, move in enumerate(moves, 1)]
        self.console.print(Columns(numbered, padding=(0, 3)))
        return moves

    def ask(self) -> bool:
        """Ask for a move until there is one; False if the person wants to stop."""
        moves = self.show()
        together = len(self.match.actors()) > 1
        wait = TEXTS.say("play", "wait", self.lang) if together else ""
        ask, keys = TEXTS.say("play", "ask", self.lang), TEXTS.say("play", "help", self.lang, wait=wait)
        while True:
            try:
                answer = self.console.input(f"{ask} [dim]({keys})[/]: ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return False
            if answer == "q":
                return False
            if answer == "r":
                print_rules(self.console, self.game, self.lang)
            elif (answer == "" and together) or self.try_move(moves, answer):
                return True

    def try_move(self, moves: list[str], answer: str) -> bool:
        """Play what was typed, or print why it is refused."""
        if answer.isdecimal() and len(answer) < 6:
            if not 1 <= int(answer) <= len(moves):
                self.console.print(TEXTS.say("play", "no-number", self.lang, last=len(moves)))
                return False
            answer = moves[int(answer) - 1]
        try:
            self.match.play(self.seat, answer)
        except IllegalMove as refusal:
            self.console.print(refused(refusal, self.lang))
            return False
        return True
