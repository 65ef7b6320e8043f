"""Beam me up: what a seat cannot know is drawn anew."""

from tafelrunde.games.beam_me_up import state as beam


@beam.rule
def resample(state, seat):
    """Nothing is hidden, and what falls next follows from the fresh seed."""
