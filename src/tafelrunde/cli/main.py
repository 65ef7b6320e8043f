"""The command `tafelrunde`: each of its commands has a module in this package."""

import typer

from tafelrunde.cli import arena, bench, play, records, review, rules, serve, simulate, solve

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
COMMANDS = (
    serve.serve,
    play.play,
    rules.rules,
    records.replay,
    records.verify,
    review.review,
    simulate.simulate,
    arena.arena,
    bench.bench,
    solve.solve,
)
for command in COMMANDS:
    app.command()(command)


@app.callback(invoke_without_command=True)
def default(context: typer.Context) -> None:
    """Tabletop games at one table: host them, play them, simulate them and study them."""
    if context.invoked_subcommand is None:
        app(["serve"])


def main() -> None:
    """The entry point."""
    app()
