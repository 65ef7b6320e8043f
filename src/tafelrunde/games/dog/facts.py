"""Dog: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(
    name="dog",
    players=(4,),
    usual_players=4,
    minutes=60,
    age=8,
    most_moves=50_000,
    sides=((0, 2), (1, 3)),
    secrets=True,
    brief_events=("gave", "looked"),
    plain_events=("gave", "played", "sent_home"),
    per_seat=("pieces", "hands"),
)
