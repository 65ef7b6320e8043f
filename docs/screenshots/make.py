"""Make the pictures of this folder anew: `python docs/screenshots/make.py`."""

import random
import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

import tafelrunde as tr
from tafelrunde.cli.play import Session

HERE = Path(__file__).parent


class Recorded(Session):
    """A person who plays by chance until the board is worth seeing, then wants something impossible."""

    def ask(self) -> bool:
        pieces = self.match.view(self.seat)["pieces"]
        if len(self.match.moves(self.seat)) > 7 and sum(piece != "h" for side in pieces for piece in side) > 8:
            self.show()
            self.console.print("Your move: [bold]5 17>22[/]")
            self.try_move([], "5 17>22")
            self.console.print("Your move: ", end="")
            return False
        self.match.play(self.seat, self.chance.choice(self.match.moves(self.seat)))
        return True


def main() -> None:
    console = Console(record=True, width=104, force_terminal=True, highlight=False, file=StringIO())
    session = Recorded(console, tr.load("dog"), 0, "en", seed=3, level="greedy")
    session.chance = random.Random(2)
    session.run()
    lines = console.export_text(clear=False, styles=True).splitlines()
    last = Console(record=True, width=104, force_terminal=True, highlight=False, file=StringIO())
    for line in lines[-26:-1]:
        last.print(Text.from_ansi(line))
    drawn = last.export_svg(title="tafelrunde play dog")
    # no fonts from elsewhere, and the same names every time
    drawn = re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    drawn = re.sub(r"terminal-\d+", "terminal", drawn)
    (HERE / "play.svg").write_text(re.sub(r"[ \t]+$", "", drawn, flags=re.MULTILINE), encoding="utf-8")


if __name__ == "__main__":
    main()
