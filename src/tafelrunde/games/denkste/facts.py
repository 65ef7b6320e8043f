"""Denkste!: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(
    name="denkste",
    players=(2, 3, 4),
    usual_players=2,
    minutes=20,
    age=8,
    most_moves=20_000,
    secrets=True,
    brief_events=("set_go", "set_stop"),
    plain_events=("set_go", "set_stop"),
    per_seat=("figures",),
    solved=True,
)
