"""Beam me up: the facts."""

from tafelrunde.kernel.facts import Facts

FACTS = Facts(name="beam-me-up", players=(2, 3, 4), usual_players=2, minutes=20, age=8, per_seat=("stones",))
