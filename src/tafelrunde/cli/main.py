"""The command `tafelrunde`: each of its commands has a module in this package or in `lab/`."""

import typer

from tafelrunde.cli import build, operator, play, records, review, rules, serve
from tafelrunde.cli.lab import arena, bench, simulate, solve, study
from tafelrunde.cli.parameters import Command, explain

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
COMMANDS = (
    serve.serve,
    play.play,
    rules.rules,
    records.replay,
    records.verify,
    operator.check_log,
    operator.forget,
    operator.backup,
    operator.restore,
    review.review,
    simulate.simulate,
    arena.arena,
    bench.bench,
    solve.solve,
    study.study,
)
for command in COMMANDS:
    app.command(help=explain(command.__name__), cls=Command)(command)
app.add_typer(build.build, name="build", help=explain("build"))
app.add_typer(operator.admin, name="admin", help=explain("admin"))


@app.callback(invoke_without_command=True, help=explain("tafelrunde"))
def default(context: typer.Context) -> None:
    """Without a command, the server starts."""
    if context.invoked_subcommand is None:
        app(["serve"])


def main() -> None:
    """The entry point."""
    app()
