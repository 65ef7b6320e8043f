"""The command `tafelrunde bench`."""

from rich.console import Console

import tafelrunde as tr
from tafelrunde.cli.common import TEXTS, new_table, print_json, progress
from tafelrunde.cli.parameters import Json, Language
from tafelrunde.kernel.languages import number


def bench(lang: Language, as_json: Json = False) -> None:
    """Measure decisions per second in complete random games, next to OpenSpiel's closest game in the same run."""
    from tafelrunde.lab.bench import measure

    names, lines = tr.games(), []
    with progress(TEXTS.say("bench", "playing", lang), len(names)) as advance:
        for done, name in enumerate(names, 1):
            lines.append(measure(name))
            advance(done)
    if as_json:
        print_json([vars(line) for line in lines])
        return
    columns = ("game", "one", "two", "peer", "ratio")
    table = new_table("bench", TEXTS.say("bench", "title", lang), columns, lang, left=("game",))
    for line in lines:
        peer = f"{line.peer} {number(line.peers / 1e6, '.2f', lang)}" if line.peers else "–"
        ratio = f"{number(line.one / line.peers, '.1f', lang)} ×" if line.peers else "–"
        table.add_row(
            line.game,
            number(line.one / 1e6, ".1f", lang),
            f"{number(line.two / 1e6, '.1f', lang)} ({number(line.two / line.one, '.2f', lang)} ×)",
            peer,
            ratio,
        )
    console = Console(highlight=False)
    console.print(table)
    if all(line.peers is None for line in lines):
        console.print(TEXTS.say("bench", "missing", lang))
