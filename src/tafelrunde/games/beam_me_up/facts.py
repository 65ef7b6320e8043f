"""Beam me up: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(
    name="beam-me-up",
    players=(2, 3, 4),
    usual_players=2,
    minutes=20,
    age=8,
    most_moves=8_000,
    brief_events=("lifted", "kept", "stood", "thrown"),
    plain_events=("lifted", "stood", "skipped", "moved_up", "boosted", "cooled_down", "rocket"),
    per_seat=("stones",),
)
