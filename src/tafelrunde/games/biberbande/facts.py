"""Biberbande: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(
    name="biberbande",
    players=(2, 3, 4, 5, 6),
    usual_players=3,
    minutes=20,
    age=6,
    most_moves=4_000,
    secrets=True,
    look_seconds=5.0,
    brief_events=("ready", "begin", "draw"),
    plain_events=("knock", "trade"),
    per_seat=("rows",),
)
