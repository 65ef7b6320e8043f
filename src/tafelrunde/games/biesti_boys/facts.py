"""Biesti Boys: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(
    name="biesti-boys",
    players=(2, 3, 4),
    usual_players=2,
    minutes=10,
    age=6,
    most_moves=6_000,
    simultaneous=True,
    shared_screen=True,
    countdown=3.0,
    pauses={"new_board": 1.5},
    table_move_seconds=3.0,
    per_seat=("hands",),
)
